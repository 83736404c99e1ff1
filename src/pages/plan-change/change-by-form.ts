import type { FastifyReply } from 'fastify';
import { confirmChange } from '../../domain/checkout/confirm-change.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { readIncoming } from '../../gateway/incoming.ts';
import { type Texts, textsFor } from '../../texts/texts.ts';
import { tokenOf } from '../shared/card-token.ts';
import { readForm, seeOther, withOrder } from '../shared/forms.ts';
import { isOtherAmount, problemOf, refusalOf } from '../shared/page-errors.ts';
import { pageLanguage, pickedLanguage, withLanguage } from '../shared/page-language.ts';
import { findCardErrors, readTypedCard, type TypedCard } from '../shared/pay-fields.ts';
import { isSandbox } from '../shared/payment-methods.ts';
import { type Paid, runForPage } from '../shared/run-for-page.ts';
import { buyerOf, type CheckoutRequest, countVisit, keepLanguage } from '../shared/visit.ts';
import { findVisitedChange, sendChange } from './change.ts';
import { type ChangePage, changeState } from './change-page.ts';
import { changePath } from './render.tsx';

/** A plan change from the page's form, with the saved payment method or the sandbox's card. */
export async function confirmByForm(
  gateway: Gateway,
  request: CheckoutRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const page = await findVisitedChange(gateway, request);
  countVisit(gateway, page, request);
  const bare = changePath(gateway.ports.publicUrl, page.store.slug, page.sessionId);
  const path = withLanguage(bare, pickedLanguage(request));
  const isOpen = (seen: ChangePage) => changeState(seen, gateway.clock.now()) === 'open';
  if (!isOpen(page)) return seeOther(reply, path);
  const form = readForm(request);
  const otherCard = form.get('payWith') === 'other';
  const card = otherCard ? readTypedCard(form) : null;
  const texts = textsFor(pageLanguage(request, page.language));
  const provider = gateway.ports.paymentProviders[page.environment];
  if (otherCard && !isSandbox(provider)) {
    const text = provider ? texts.noScript : texts.noProvider;
    const problem = { title: texts.problem, text };
    return sendChange(gateway, request, reply, 400, page, { otherCard, problem });
  }
  const errors = card ? findCardErrors(card, texts) : {};
  if (Object.keys(errors).length > 0) {
    const problem = { title: texts.problem, text: texts.checkFields };
    return sendChange(gateway, request, reply, 400, page, { otherCard, errors, problem });
  }
  try {
    await keepLanguage(gateway, page, request);
    const amountDue = form.get('amountDue') ?? undefined;
    const orderId = await confirm(gateway, request, page, card, amountDue);
    return seeOther(reply, withOrder(path, orderId));
  } catch (error) {
    const now = await findVisitedChange(gateway, request);
    if (!isOpen(now)) return seeOther(reply, path);
    const { status, headers } = refusalOf(error, request);
    const seen = { otherCard, problem: explain(error, texts) };
    return sendChange(gateway, request, reply.headers(headers), status, now, seen);
  }
}

function explain(error: unknown, texts: Texts) {
  return isOtherAmount(error, confirmChange.errors)
    ? { title: texts.problem, text: texts.changeOtherAmount }
    : problemOf(error, texts);
}

/** A card becomes a token first; without one the saved payment method is charged. */
async function confirm(
  gateway: Gateway,
  request: CheckoutRequest,
  page: ChangePage,
  card: TypedCard | null,
  amountDue: string | undefined,
): Promise<string> {
  const incoming = readIncoming(request);
  const paid = card && {
    paymentMethod: 'card',
    paymentToken: await tokenOf(gateway, incoming, card),
  };
  const body = { checkoutSessionId: page.sessionId, amountDue, ...paid };
  const buyer = buyerOf(page, null);
  return (await runForPage<Paid>(gateway, incoming, confirmChange, buyer, body)).orderId;
}
