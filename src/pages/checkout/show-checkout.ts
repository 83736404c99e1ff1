import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Gateway } from '../../gateway/gateway.ts';
import { pageVisit } from '../shared/page-visit.ts';
import { securityHeaders } from '../shared/security-headers.ts';
import { sendHtml } from '../shared/show-page.ts';
import { type CheckoutRequest, countVisit } from '../shared/visit.ts';
import type { CheckoutPage } from './checkout-page.ts';
import { findVisited } from './find-visited.ts';
import { renderCheckout, type Visit } from './render.tsx';

/** `GET /store/{slug}/checkout/{sessionId}`. */
export async function showCheckout(
  gateway: Gateway,
  request: CheckoutRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const page = await findVisited(gateway, request);
  countVisit(gateway, page, request);
  const { order } = request.query;
  return sendCheckout(gateway, request, reply, 200, page, {
    orderId: typeof order === 'string' ? order : null,
  });
}

/** Answers with the session's page as it is now. */
export function sendCheckout(
  gateway: Gateway,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  page: CheckoutPage,
  seen: Pick<Visit, 'orderId' | 'typed' | 'errors' | 'problem' | 'isTrialUsed'>,
): FastifyReply {
  const visit = pageVisit(gateway, request, page);
  const html = renderCheckout(page, { ...visit, ...seen });
  return sendHtml(reply, status, html, securityHeaders(visit.nonce, visit.provider));
}
