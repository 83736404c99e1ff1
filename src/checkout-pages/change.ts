import type { FastifyReply } from 'fastify';
import { confirmChange } from '../domain/checkout/confirm-change.ts';
import { decodeSessionId } from '../domain/checkout/session-id.ts';
import { readIncoming } from '../gateway/incoming.ts';
import { callerLimit } from '../gateway/rate-limit.ts';
import { readJsonObject, requireJsonContentType } from '../gateway/read-json.ts';
import { type Gateway, runActionAs } from '../gateway/run-action.ts';
import { send } from '../gateway/server.ts';
import { findChangePage } from './change-page.queries.ts';
import type { ChangePage } from './change-page.ts';
import { type ChangeVisit, renderChange } from './change-render.tsx';
import { pageErrors } from './page-errors.ts';
import { pageLanguage, pickedLanguage } from './page-language.ts';
import { newNonce, securityHeaders } from './security-headers.ts';
import { sendHtml } from './show-page.ts';
import { type CheckoutRequest, countVisit, identifyBuyer } from './visit.ts';

/** `GET /store/{slug}/change/{sessionId}`. */
export async function showChange(
  gateway: Gateway,
  request: CheckoutRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const page = await findVisitedChange(gateway, request);
  countVisit(gateway, page, request);
  const { order } = request.query;
  const orderId = typeof order === 'string' ? order : null;
  return sendChange(gateway, request, reply, 200, page, { orderId });
}

/** `POST /store/{slug}/change/{sessionId}/confirm` with JSON: answers in the envelope. */
export async function confirmAsJson(
  gateway: Gateway,
  request: CheckoutRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const incoming = readIncoming(request);
  requireJsonContentType(incoming.headers['content-type']);
  const page = await findVisitedChange(gateway, request);
  const buyer = await identifyBuyer(gateway, page, request);
  const now = gateway.clock.now();
  const readBody = () => ({
    ...readJsonObject(incoming.body),
    checkoutSessionId: page.sessionId,
  });
  return send(reply, await runActionAs(gateway, confirmChange, buyer, incoming, now, readBody));
}

/** The change that the address names. Throws 404 for any other, after a visitor's rate limit. */
export async function findVisitedChange(
  gateway: Gateway,
  request: CheckoutRequest,
): Promise<ChangePage> {
  const { slug, sessionId } = request.params;
  const now = gateway.clock.now();
  const id = decodeSessionId(sessionId);
  const page = id && (await findChangePage(gateway.database, slug, id, now));
  if (page) return page;
  const { limit, key } = callerLimit(gateway.config, { kind: 'anonymous' }, request.ip);
  gateway.rateLimiter.take(limit, key, now);
  throw pageErrors.sessionNotFound();
}

/** Answers with the page of the change as it is now. */
export function sendChange(
  gateway: Gateway,
  request: CheckoutRequest,
  reply: FastifyReply,
  status: number,
  page: ChangePage,
  seen: Pick<ChangeVisit, 'orderId' | 'otherCard' | 'errors' | 'problem'>,
): FastifyReply {
  const nonce = newNonce();
  const provider = gateway.ports.paymentProviders[page.environment];
  const html = renderChange(page, {
    publicUrl: gateway.ports.publicUrl,
    provider,
    now: gateway.clock.now(),
    nonce,
    language: pageLanguage(request, page.language),
    pickedLanguage: pickedLanguage(request),
    ...seen,
  });
  return sendHtml(reply, status, html, securityHeaders(nonce, provider));
}
