/** The fields that determine whether a payment can be refunded, and how much of it. */
export interface RefundablePayment {
  readonly id: string;
  /** Null unless it succeeded. */
  readonly paidAt: string | null;
  readonly amount: { readonly display: string; readonly currency: string };
  readonly refundTickets: readonly {
    readonly status: string;
    readonly requestedAmountDetails: { readonly amount: string };
  }[];
  readonly disputes: readonly { readonly status: string }[];
}

/** Milliseconds after payment during which a refund is possible (docs/contract/refunds.md). */
const REFUND_WINDOW_MS = 14 * 24 * 60 * 60 * 1000;

/** Statuses of tickets that no longer claim any of the payment. */
const ENDED = ['rejected', 'returned', 'failed'];

/** The amount not claimed by any refund or refund request, as a decimal string. */
export function refundableAmount({ amount, refundTickets }: RefundablePayment): string {
  const digits = amount.display.split('.')[1]?.length ?? 0;
  const minor = (text: string) => Math.round(Number(text) * 10 ** digits);
  const claimed = refundTickets
    .filter(({ status }) => !ENDED.includes(status))
    .reduce((sum, { requestedAmountDetails }) => sum + minor(requestedAmountDetails.amount), 0);
  return ((minor(amount.display) - claimed) / 10 ** digits).toFixed(digits);
}

/** Why a disputed payment can't be refunded; null if it can, as after a won dispute. */
export function disputeObstacle({ disputes }: Pick<RefundablePayment, 'disputes'>): string | null {
  // The buyer gets, or has got, the amount back from the bank.
  const isReturned = disputes.some(({ status }) => status !== 'won');
  return isReturned ? 'Can’t be refunded: the buyer disputed the payment.' : null;
}

/** Why a succeeded payment can't be refunded at that time; null if it can. */
export function refundObstacle(payment: RefundablePayment, now: Date): string | null {
  const obstacle = disputeObstacle(payment);
  if (obstacle) return obstacle;
  if (Number(refundableAmount(payment)) <= 0) {
    const isDone = payment.refundTickets.every(
      ({ status }) => status === 'succeeded' || ENDED.includes(status),
    );
    return isDone ? 'Fully refunded.' : 'A refund of the full amount is pending.';
  }
  const isLate = now.getTime() > Date.parse(payment.paidAt ?? '') + REFUND_WINDOW_MS;
  return isLate ? 'Can’t be refunded: more than 14 days have passed since the payment.' : null;
}
