import type { FastifyReply } from 'fastify';
import { createSandboxToken } from '../../domain/checkout/create-sandbox-token.ts';
import { paySession } from '../../domain/checkout/pay-session.ts';
import { readScriptCall } from '../../gateway/admit.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { runActionAs } from '../../gateway/run-action.ts';
import { send } from '../../gateway/server.ts';
import { answerScript } from '../shared/run-for-page.ts';
import { type CheckoutRequest, identifyBuyer, keepLanguage } from '../shared/visit.ts';
import { findVisited } from './find-visited.ts';

/** `POST /store/{slug}/checkout/{sessionId}/pay` with JSON: answers in the envelope. */
export async function payAsJson(
  gateway: Gateway,
  request: CheckoutRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  readScriptCall(request);
  const page = await findVisited(gateway, request);
  const buyer = await identifyBuyer(gateway, page, request);
  await keepLanguage(gateway, page, request);
  return answerScript(gateway, request, reply, paySession, buyer, page);
}

/** `POST /sandbox/tokens`: a payment token for a test card, in the envelope. */
export async function tokenizeAsJson(
  gateway: Gateway,
  request: CheckoutRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const incoming = readScriptCall(request);
  const now = gateway.clock.now();
  const nobody = { kind: 'anonymous' } as const;
  return send(reply, await runActionAs(gateway, createSandboxToken, nobody, incoming, now));
}
