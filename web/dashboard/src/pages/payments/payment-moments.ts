import { moneyText } from '../../parts/amounts.ts';
import { inWords } from '../../parts/in-words.ts';
import type { Moment } from '../../parts/timeline.ts';
import { DISPUTES, type Disputed, disputeMoments } from './disputes.ts';
import { FRAUD_WARNINGS, fraudMoments, type Warned } from './fraud-warnings.ts';
import { methodText, type PaymentRow } from './payment-fields.ts';

/** A refund or refund request, as used by payment and order pages. */
export interface Ticket {
  readonly id: string;
  readonly status: string;
  readonly reason: string | null;
  readonly createdAt: string;
  readonly executedAt: string | null;
  readonly requestedAmountDetails: { readonly amount: string; readonly currency: string };
}

/** The payment fields that its refunds depend on, and the warnings that suggest one. */
export const REFUNDS = `paidAt isFullyRefunded ${DISPUTES} ${FRAUD_WARNINGS} refundTickets { id status reason createdAt executedAt
  requestedAmountDetails { amount currency } }`;

/** A payment with its refunds, disputes and fraud warnings. */
export interface RefundedPayment extends PaymentRow, Disputed, Warned {
  readonly paidAt: string | null;
  readonly isFullyRefunded: boolean;
  readonly refundTickets: readonly Ticket[];
}

/** Payment attempts, refunds, disputes and fraud warnings, as timeline entries. */
export function paymentMoments(payments: readonly RefundedPayment[]): Moment[] {
  return payments.flatMap((payment) => [
    momentOfPayment(payment, isRetry(payment, payments)),
    ...payment.refundTickets.flatMap(momentsOfTicket),
    ...disputeMoments(payment),
    ...fraudMoments(payment),
  ]);
}

/** Whether an earlier attempt for the same period failed. */
function isRetry(payment: PaymentRow, payments: readonly PaymentRow[]): boolean {
  return payments.some(
    ({ status, periodNumber, createdAt }) =>
      status === 'failed' && periodNumber === payment.periodNumber && createdAt < payment.createdAt,
  );
}

function momentOfPayment(payment: PaymentRow, again: boolean): Moment {
  const { id, createdAt: at, status, amount, periodNumber, failureReason } = payment;
  const sum = moneyText(amount.display, amount.currency);
  const period = periodNumber === null ? '' : `, period ${periodNumber}`;
  const shared = { key: id, at, topic: 'money', page: `payments/${id}` } as const;
  const detail = methodText(payment) + period;
  if (status === 'succeeded') {
    const title = again ? `Paid ${sum} on retry` : `Paid ${sum}`;
    return { ...shared, title, detail, kind: 'past' };
  }
  if (status === 'pending') return { ...shared, title: `Charging ${sum}`, detail, kind: 'past' };
  const title = `${again ? 'Retry' : 'Payment'} of ${sum} failed`;
  return {
    ...shared,
    title,
    detail: failureReason ? inWords(failureReason) : detail,
    kind: 'problem',
  };
}

/** The status of a refund, in words. */
const TICKET_WORDS: Readonly<Record<string, string>> = {
  pending: 'requested, waiting for a decision',
  under_review: 'requested, under review',
  approved: 'approved',
  processing: 'is on its way',
  succeeded: 'requested',
  rejected: 'was rejected',
  returned: 'was returned to the buyer',
  failed: 'failed',
};

function momentsOfTicket(ticket: Ticket): Moment[] {
  const { id, status, reason, createdAt, executedAt, requestedAmountDetails: asked } = ticket;
  const sum = moneyText(asked.amount, asked.currency);
  const shared = { topic: 'money', page: `refund-tickets/${id}` } as const;
  const title = `Refund of ${sum} ${TICKET_WORDS[status] ?? status}`;
  const kind = status === 'failed' ? 'problem' : 'past';
  const begun: Moment = { ...shared, key: id, at: createdAt, title, detail: reason, kind };
  if (!executedAt) return [begun];
  const done = `Refunded ${sum}`;
  return [
    begun,
    { ...shared, key: `${id} done`, at: executedAt, title: done, detail: null, kind: 'past' },
  ];
}
