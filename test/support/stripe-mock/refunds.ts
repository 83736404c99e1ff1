import { type Books, metadataOf, newId, type Stored, tell, unixNow } from './books.ts';
import { isDisputed } from './disputes.ts';
import type { Form } from './form.ts';
import { listPage, ofIntent } from './list.ts';
import { findIntent, refundedOf, viewCharge } from './payment-intents.ts';
import { noSuch, refusedRefund } from './problem.ts';
import type { RefundView } from './views.ts';

/**
 * A refund as the API makes it, or, without metadata, the dashboard. Its events:
 * https://docs.stripe.com/api/events/types. Before version 2024-10-28.acacia, a refund of a charge had
 * those that begin with `charge.`, and no others.
 */
export function createRefund(books: Books, form: Form): RefundView {
  const intent = findIntent(books, String(form.payment_intent));
  if (intent.status !== 'succeeded') throw refusedRefund(undefined, 'The intent has no charge');
  if (isDisputed(books, intent.id)) throw refusedRefund('charge_disputed', 'It is disputed');
  const left = intent.amount - refundedOf(books, intent.id);
  if (left === 0) throw refusedRefund('charge_already_refunded', 'The charge is refunded already');
  const amount = form.amount === undefined ? left : Number(form.amount);
  if (amount > left) throw refusedRefund(undefined, 'More than is left of the charge', 'amount');
  if (books.balance.isShort) throw refusedRefund('balance_insufficient', 'The balance is short');
  const method = books.methods.get(intent.payment_method ?? '');
  const refund: Stored<RefundView> = {
    ...{ id: newId('re'), object: 'refund', amount, created: unixNow(), currency: intent.currency },
    ...{ metadata: metadataOf(form), payment_intent: intent.id },
    status: method?.card.refund === 'pending' ? 'pending' : 'succeeded',
  };
  books.refunds.push(refund);
  tell(books, 'refund.created', refund);
  tell(books, 'charge.refunded', viewCharge(books, intent, String(intent.latest_charge)));
  return refund;
}

/** Completes a pending refund; one that succeeded may fail later, as at Stripe. */
export function endRefund(
  books: Books,
  id: string,
  succeeds: boolean,
  failureReason = 'expired_or_canceled_card',
): RefundView {
  const refund = books.refunds.find((one) => one.id === id);
  if (!refund) throw noSuch('refund', id);
  refund.status = succeeds ? 'succeeded' : 'failed';
  if (!succeeds) refund.failure_reason = failureReason;
  for (const type of ['refund.updated', 'charge.refund.updated']) tell(books, type, refund);
  if (!succeeds) tell(books, 'refund.failed', refund);
  return refund;
}

export function listRefunds({ refunds }: Books, form: Form) {
  return listPage('/v1/refunds', ofIntent(refunds, form), form);
}
