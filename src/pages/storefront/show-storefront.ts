import type { FastifyReply } from 'fastify';
import { methodsFor } from '../../domain/checkout/payment-methods.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { decodeId } from '../../kit/id.ts';
import { newNonce, securityHeaders } from '../shared/security-headers.ts';
import { sendHtml } from '../shared/show-page.ts';
import { countVisitor } from '../shared/visit.ts';
import { renderStorefront, type StorefrontState } from './render-storefront.tsx';
import { countShownProducts, findShownProduct, listShownProducts } from './storefront.queries.ts';
import { PAGE_SIZE } from './storefront.ts';
import {
  isSelling,
  type StorefrontRequest,
  type StorefrontVisit,
  visitStorefront,
} from './visit-storefront.ts';

/** `GET /store/{slug}`. */
export async function showStorefront(
  gateway: Gateway,
  request: StorefrontRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const visit = await visitStorefront(gateway, request);
  countVisitor(gateway, request, visit.caller);
  if (!isSelling(visit, gateway)) return sendState(gateway, reply, 200, visit, { kind: 'closed' });
  const { storeId, environment } = visit.caller;
  const { page } = visit.place.wish;
  const { count, prices } = await countShownProducts(gateway.database, storeId, environment);
  const offset = (page - 1) * PAGE_SIZE;
  const products = await listShownProducts(
    gateway.database,
    storeId,
    environment,
    PAGE_SIZE,
    offset,
  );
  const payable = prices.filter(({ kind, currency }) => methodsFor(kind, currency).length > 0);
  const currencies = payable.map(({ currency }) => currency);
  return sendState(gateway, reply, 200, visit, {
    kind: 'products',
    products,
    currencies: [...new Set(currencies)].sort(),
    pages: Math.max(1, Math.ceil(count / PAGE_SIZE)),
  });
}

/** `GET /store/{slug}/product/{id}`. */
export async function showProduct(
  gateway: Gateway,
  request: StorefrontRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const visit = await visitStorefront(gateway, request);
  countVisitor(gateway, request, visit.caller);
  if (!isSelling(visit, gateway)) return sendState(gateway, reply, 200, visit, { kind: 'closed' });
  const { storeId, environment } = visit.caller;
  const id = decodeId('PROD', request.params.productId);
  const product = id && (await findShownProduct(gateway.database, storeId, environment, id));
  if (!product) return sendState(gateway, reply, 404, visit, { kind: 'unknown' });
  return sendState(gateway, reply, 200, visit, { kind: 'product', product });
}

/** Answers with the store's page in a state. */
export function sendState(
  gateway: Gateway,
  reply: FastifyReply,
  status: number,
  visit: StorefrontVisit,
  state: StorefrontState,
): FastifyReply {
  const nonce = newNonce();
  const { publicUrl } = gateway.ports;
  const html = renderStorefront(visit, state, { nonce, publicUrl });
  return sendHtml(reply, status, html, securityHeaders(nonce));
}
