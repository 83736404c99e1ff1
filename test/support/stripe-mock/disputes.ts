import type Stripe from 'stripe';
import { type Books, newId, type Stored, tell, unixNow } from './books.ts';
import type { Form } from './form.ts';
import { listPage, ofIntent } from './list.ts';
import { findIntent, withIntent } from './payment-intents.ts';
import { noSuch } from './problem.ts';
import type { DisputeView } from './views.ts';

const DAY_SECONDS = 24 * 60 * 60;
/** States in which Stripe reports a dispute as closed. */
const CLOSED: readonly string[] = ['won', 'lost', 'prevented', 'warning_closed'];

type GivenDispute = Partial<
  Pick<DisputeView, 'amount' | 'reason' | 'status' | 'evidence_details'> &
    DisputeView['payment_method_details']['card']
>;

/** The buyer's bank disputes a charge; returns the dispute. */
export function openDispute(
  books: Books,
  intentId: string,
  { case_type = 'chargeback', ...given }: GivenDispute = {},
): Stored<DisputeView> {
  const intent = findIntent(books, intentId);
  const dispute: Stored<DisputeView> = {
    ...{ id: newId('du'), object: 'dispute', amount: intent.amount, created: unixNow() },
    ...{ currency: intent.currency, metadata: {}, reason: 'fraudulent', status: 'needs_response' },
    ...{ payment_intent: intent.id, evidence_details: { due_by: unixNow() + 7 * DAY_SECONDS } },
    payment_method_details: { type: 'card', card: { case_type } },
    ...given,
  };
  books.disputes.push(dispute);
  tell(books, 'charge.dispute.created', dispute);
  if (movesMoney(dispute)) tell(books, 'charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/**
 * The bank escalates an inquiry or decides, the merchant appeals, or Stripe closes the dispute
 * (https://docs.stripe.com/api/events/types).
 */
export function moveDispute(books: Books, id: string, status: Stripe.Dispute.Status): DisputeView {
  const dispute = books.disputes.find((one) => one.id === id);
  if (!dispute) throw noSuch('dispute', id);
  const isEscalated = isInquiry(dispute.status) && !isInquiry(status);
  dispute.status = status;
  tell(books, `charge.dispute.${CLOSED.includes(status) ? 'closed' : 'updated'}`, dispute);
  if (isEscalated) tell(books, 'charge.dispute.funds_withdrawn', dispute);
  if (status === 'won') tell(books, 'charge.dispute.funds_reinstated', dispute);
  return dispute;
}

/** The bank grants another time to respond, in Unix seconds. */
export function postponeDispute(books: Books, id: string, dueBy: number): void {
  const dispute = books.disputes.find((one) => one.id === id);
  if (!dispute) throw noSuch('dispute', id);
  dispute.evidence_details = { due_by: dueBy };
  tell(books, 'charge.dispute.updated', dispute);
}

/** Neither an inquiry nor a blocked dispute withdraws its amount. */
function movesMoney({ status, payment_method_details: { card } }: DisputeView): boolean {
  return !isInquiry(status) && card.case_type !== 'block';
}

function isInquiry(status: string): boolean {
  return status.startsWith('warning_');
}

/** Whether its amount is withheld or lost, so that it can't be refunded. */
export function isDisputed({ disputes }: Books, intentId: string): boolean {
  return disputes.some(
    (dispute) =>
      dispute.payment_intent === intentId && dispute.status !== 'won' && movesMoney(dispute),
  );
}

export function listDisputes(books: Books, form: Form) {
  const page = listPage('/v1/disputes', ofIntent(books.disputes, form), form);
  return { ...page, data: page.data.map((one) => withIntent(books, one, form)) };
}
