import type { FastifyReply } from 'fastify';
import { confirmChange } from '../../domain/checkout/confirm-change.ts';
import { decodeSessionId } from '../../domain/checkout-session/session-id.ts';
import { readScriptCall } from '../../gateway/admit.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { isStorable } from '../../kit/text.ts';
import { pageErrors } from '../shared/page-errors.ts';
import { findPageStore } from '../shared/page-store.queries.ts';
import { pageVisit } from '../shared/page-visit.ts';
import { answerScript } from '../shared/run-for-page.ts';
import { securityHeaders } from '../shared/security-headers.ts';
import { sendHtml } from '../shared/show-page.ts';
import {
  type CheckoutRequest,
  countVisit,
  countVisitor,
  identifyBuyer,
  keepLanguage,
} from '../shared/visit.ts';
import { findChangePage } from './change-page.queries.ts';
import type { ChangePage } from './change-page.ts';
import { type ChangeVisit, renderChange } from './render.tsx';

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
  readScriptCall(request);
  const page = await findVisitedChange(gateway, request);
  const buyer = await identifyBuyer(gateway, page, request);
  await keepLanguage(gateway, page, request);
  return answerScript(gateway, request, reply, confirmChange, buyer, page);
}

/**
 * The change named in the URL. Throws 404 if there is none, after applying the visitor's rate
 * limit.
 */
export async function findVisitedChange(
  gateway: Gateway,
  request: CheckoutRequest,
): Promise<ChangePage> {
  const { slug, sessionId } = request.params;
  const id = decodeSessionId(sessionId);
  const { database, clock } = gateway;
  const store = id && isStorable(slug) && (await findPageStore(database, slug));
  const page = store && (await findChangePage(database, store, id, clock.now()));
  if (page) return page;
  countVisitor(gateway, request, { kind: 'anonymous' });
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
  const visit = pageVisit(gateway, request, page);
  const html = renderChange(page, { ...visit, ...seen });
  return sendHtml(reply, status, html, securityHeaders(visit.nonce, visit.provider));
}
