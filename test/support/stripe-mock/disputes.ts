import type Stripe from 'stripe';
import { type Books, newId, type Stored, tell, textOf, unixNow } from './books.ts';
import type { Form } from './form.ts';
import { findIntent } from './payment-intents.ts';
import { noSuch } from './problem.ts';
import type { DisputeView } from './views.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** The buyer's bank disputes a charge; returns the dispute. */
export function openDispute(
  books: Books,
  intentId: string,
  given: Partial<Pick<DisputeView, 'amount' | 'reason' | 'status'>> = {},
): Stored<DisputeView> {
  const intent = findIntent(books, intentId);
  const dispute: Stored<DisputeView> = {
    ...{ id: newId('du'), object: 'dispute', amount: intent.amount, created: unixNow() },
    ...{ currency: intent.currency, metadata: {}, reason: 'fraudulent', status: 'needs_response' },
    ...{ payment_intent: intent.id, evidence_details: { due_by: unixNow() + 7 * DAY_SECONDS } },
    ...given,
  };
  books.disputes.push(dispute);
  tell(books, 'charge.dispute.created', dispute);
  return dispute;
}

/** The bank decides, or Stripe closes the dispute. */
export function endDispute(books: Books, id: string, status: Stripe.Dispute.Status): DisputeView {
  const dispute = books.disputes.find((one) => one.id === id);
  if (!dispute) throw noSuch('dispute', id);
  dispute.status = status;
  tell(books, 'charge.dispute.closed', dispute);
  return dispute;
}

/** Whether its amount is withheld or lost, so that it can't be refunded. */
export function isDisputed({ disputes }: Books, intentId: string): boolean {
  return disputes.some(
    ({ payment_intent: id, status }) =>
      id === intentId && status !== 'won' && !status.startsWith('warning_'),
  );
}

/** Newest first. */
export function listDisputes({ disputes }: Books, form: Form) {
  const intentId = textOf(form, 'payment_intent');
  const data = disputes
    .filter(({ payment_intent: id }) => intentId === null || id === intentId)
    .toReversed();
  return { object: 'list', url: '/v1/disputes', data, has_more: false } as const;
}
