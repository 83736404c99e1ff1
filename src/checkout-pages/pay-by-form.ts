import type { FastifyReply } from 'fastify';
import type { Action } from '../contract/action.ts';
import type { Caller } from '../contract/caller.ts';
import { ActionError } from '../contract/errors.ts';
import { createSandboxToken } from '../domain/checkout/create-sandbox-token.ts';
import { paySession } from '../domain/checkout/pay-session.ts';
import { readIncoming } from '../gateway/incoming.ts';
import { type Gateway, runActionAs } from '../gateway/run-action.ts';
import { isStorable } from '../kit/text.ts';
import { type CheckoutPage, pageState } from './checkout-page.ts';
import { pageErrors, problemOf } from './page-errors.ts';
import { pageLanguage, pickedLanguage, withLanguage } from './page-language.ts';
import {
  billingDetailOf,
  cardInput,
  findFieldErrors,
  readTypedCard,
  readTypedFields,
  type TypedCard,
  type TypedFields,
} from './pay-fields.ts';
import { isSandbox, offeredMethods } from './payment-methods.ts';
import { checkoutPath } from './render.tsx';
import { sendCheckout } from './show-page.ts';
import { textsFor } from './texts/texts.ts';
import { buyerOf, type CheckoutRequest, countVisit, findVisited, keepLanguage } from './visit.ts';

/** An error that is ours. */
const UNKNOWN = { status: 500, headers: {} };

/**
 * The same payment from a plain form, for when the script is slow or absent. The card's number
 * passes through to the sandbox and is shown and logged nowhere; for another provider no plain form
 * takes one.
 */
export async function payByForm(
  gateway: Gateway,
  request: CheckoutRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const page = await findVisited(gateway, request);
  countVisit(gateway, page, request);
  const picked = pickedLanguage(request);
  const { publicUrl } = gateway.ports;
  const path = withLanguage(checkoutPath(publicUrl, page.store.slug, page.sessionId), picked);
  if (!isOpen(gateway, page)) return seeOther(reply, path);
  const form = readForm(request);
  const typed = readTypedFields(form);
  const card = readTypedCard(form);
  const texts = textsFor(pageLanguage(request, page.language));
  if (!isSandbox(gateway.ports.paymentProviders[page.environment])) {
    const problem = { title: texts.problem, text: texts.noProvider };
    return sendCheckout(gateway, request, reply, 400, page, { typed, problem });
  }
  const errors = findFieldErrors(typed, card, texts);
  if (Object.keys(errors).length > 0) {
    const problem = { title: texts.problem, text: texts.checkFields };
    return sendCheckout(gateway, request, reply, 400, page, { typed, errors, problem });
  }
  try {
    await keepLanguage(gateway, page, request);
    const amountDue = form.get('amountDue') ?? undefined;
    const orderId = await pay(gateway, request, page, typed, card, amountDue);
    return seeOther(reply, withOrder(path, orderId));
  } catch (error) {
    const now = await findVisited(gateway, request);
    if (!isOpen(gateway, now)) return seeOther(reply, path);
    const { status, headers } = error instanceof ActionError ? error : UNKNOWN;
    if (status >= 500) request.log.error({ err: error, requestId: request.id }, 'failed');
    const isTrialUsed = isOtherAmount(error);
    const problem = isTrialUsed
      ? { title: texts.problem, text: texts.trialUsed }
      : problemOf(error, texts);
    const seen = { typed, problem, isTrialUsed };
    return sendCheckout(gateway, request, reply.headers(headers), status, now, seen);
  }
}

/** Whether the buyer was shown a trial that he has used up. */
function isOtherAmount(error: unknown): boolean {
  const { otherAmount } = paySession.errors;
  return error instanceof ActionError && error.message.startsWith(otherAmount('').message);
}

/** Two actions, one after the other: the card becomes a token, the token pays. */
async function pay(
  gateway: Gateway,
  request: CheckoutRequest,
  page: CheckoutPage,
  typed: TypedFields,
  card: TypedCard,
  amountDue: string | undefined,
): Promise<string> {
  const incoming = readIncoming(request);
  const run = async (action: Action, caller: Caller, body: Readonly<Record<string, unknown>>) => {
    const now = gateway.clock.now();
    const answer = await runActionAs(gateway, action, caller, incoming, now, () => body);
    return JSON.parse(answer.body).data;
  };
  const { token } = await run(createSandboxToken, { kind: 'anonymous' }, cardInput(card));
  const { orderId } = await run(paySession, buyerOf(page, null), {
    checkoutSessionId: page.sessionId,
    buyerEmail: typed.buyerEmail,
    billingDetail: billingDetailOf(typed, page.billingDetail),
    paymentMethod: 'card',
    paymentToken: token,
    amountDue,
  });
  return orderId;
}

/** The address that opens the receipt. */
export function withOrder(path: string, orderId: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}order=${encodeURIComponent(orderId)}`;
}

function isOpen(gateway: Gateway, page: CheckoutPage): boolean {
  const provider = gateway.ports.paymentProviders[page.environment];
  const methods = offeredMethods(provider, page.paymentMethods);
  return pageState(page, { now: gateway.clock.now(), methods, orderId: null }) === 'open';
}

/** The form-encoded body. Throws 400 for what cannot be stored. */
export function readForm(request: CheckoutRequest): URLSearchParams {
  const { body } = readIncoming(request);
  const form = new URLSearchParams(body.toString('utf8'));
  for (const text of form.values()) {
    if (!isStorable(text)) throw pageErrors.invalidForm();
  }
  return form;
}

/** Sends the browser to a page, which a reload then shows again. */
export function seeOther(reply: FastifyReply, path: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(path, 303);
}
