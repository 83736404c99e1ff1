import type { FastifyReply } from 'fastify';
import { ActionError } from '../../contract/errors.ts';
import { createSession } from '../../domain/checkout/create-session.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { readIncoming } from '../../gateway/incoming.ts';
import { readForm, seeOther } from '../shared/forms.ts';
import { withLanguage } from '../shared/page-language.ts';
import { runForPage } from '../shared/run-for-page.ts';
import { productPath } from './addresses.ts';
import { sendState } from './show-storefront.ts';
import { type StorefrontRequest, visitStorefront } from './visit-storefront.ts';

interface Made {
  readonly checkoutUrl: string;
}

/** `POST /store/{slug}/product/{id}/buy`: creates a checkout session like any visitor. */
export async function buyProduct(
  gateway: Gateway,
  request: StorefrontRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const visit = await visitStorefront(gateway, request);
  const incoming = readIncoming(request);
  const currency = readForm(request).get('currency') ?? '';
  const { productId } = request.params;
  try {
    const body = { productId, currency };
    // The page gets the environment from its URL, not from a header.
    const made = runForPage<Made>(gateway, incoming, createSession, visit.caller, body);
    const { checkoutUrl } = await made;
    return seeOther(reply, withLanguage(new URL(checkoutUrl).pathname, visit.place.pickedLanguage));
  } catch (error) {
    if (!(error instanceof ActionError) || error.status === 429) throw error;
    const state = error.status === 404 ? 'unknown' : 'not-for-sale';
    return sendState(gateway, reply, error.status, visit, { kind: state });
  }
}

/** `GET` of the same URL, after a reload: redirects back to the product. */
export async function leadToProduct(
  gateway: Gateway,
  request: StorefrontRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { place } = await visitStorefront(gateway, request);
  return seeOther(reply, productPath(place, encodeURIComponent(request.params.productId)));
}
