import type { FastifyReply } from 'fastify';
import { paySession } from '../../domain/checkout/pay-session.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { readIncoming } from '../../gateway/incoming.ts';
import { textsFor } from '../../texts/texts.ts';
import { tokenOf } from '../shared/card-token.ts';
import { readForm, seeOther, withOrder } from '../shared/forms.ts';
import { isOtherAmount, problemOf, refusalOf } from '../shared/page-errors.ts';
import { pageLanguage, pickedLanguage, withLanguage } from '../shared/page-language.ts';
import {
  billingDetailOf,
  findFieldErrors,
  readTypedCard,
  readTypedFields,
  type TypedCard,
  type TypedFields,
} from '../shared/pay-fields.ts';
import { isSandbox, offeredMethods } from '../shared/payment-methods.ts';
import { type Paid, runForPage } from '../shared/run-for-page.ts';
import { buyerOf, type CheckoutRequest, countVisit, keepLanguage } from '../shared/visit.ts';
import { type CheckoutPage, pageState } from './checkout-page.ts';
import { findVisited } from './find-visited.ts';
import { checkoutPath } from './render.tsx';
import { sendCheckout } from './show-checkout.ts';

/**
 * The same payment from a plain form, in case the script is slow or missing. The card number is
 * passed on to the sandbox and never shown or logged; with other providers, no plain form accepts
 * one.
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
    const problem = { title: texts.problem, text: texts.noScript };
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
    const { status, headers } = refusalOf(error, request);
    // The page showed a trial that the buyer has already used.
    const isTrialUsed = isOtherAmount(error, paySession.errors);
    const problem = isTrialUsed
      ? { title: texts.problem, text: texts.trialUsed }
      : problemOf(error, texts);
    const seen = { typed, problem, isTrialUsed };
    return sendCheckout(gateway, request, reply.headers(headers), status, now, seen);
  }
}

/** Runs two actions: exchanges the card for a token, then pays with it. */
async function pay(
  gateway: Gateway,
  request: CheckoutRequest,
  page: CheckoutPage,
  typed: TypedFields,
  card: TypedCard,
  amountDue: string | undefined,
): Promise<string> {
  const incoming = readIncoming(request);
  const token = await tokenOf(gateway, incoming, card);
  const paid = await runForPage<Paid>(gateway, incoming, paySession, buyerOf(page, null), {
    checkoutSessionId: page.sessionId,
    buyerEmail: typed.buyerEmail,
    billingDetail: billingDetailOf(typed, page.billingDetail),
    paymentMethod: 'card',
    paymentToken: token,
    amountDue,
  });
  return paid.orderId;
}

function isOpen(gateway: Gateway, page: CheckoutPage): boolean {
  const provider = gateway.ports.paymentProviders[page.environment];
  const methods = offeredMethods(provider, page.paymentMethods);
  return pageState(page, { now: gateway.clock.now(), methods, orderId: null }) === 'open';
}
