import type { Money } from '../kit/money.ts';

/** Reason of a refund that failed because the buyer's bank withholds or has returned the charge. */
export const CHARGE_DISPUTED = 'charge_disputed';

export interface RefundRequest {
  /** Our refund's ID: the provider's idempotency key, stored before the call. */
  readonly refundId: string;
  /** The payment whose charge is refunded. */
  readonly paymentId: string;
  /** The provider's own ID of that charge. */
  readonly chargeReference: string | null;
  readonly amount: Money;
  readonly now: Date;
}

/** `pending`: the provider has accepted it and knows the outcome later. */
export type RefundOutcome =
  | RefundEnded
  | { readonly status: 'pending'; readonly reference: string };

export type RefundEnded = RefundSucceeded | RefundFailed;

export interface RefundSucceeded {
  readonly status: 'succeeded';
  /** The provider's own ID of the refund. */
  readonly reference: string;
}

export interface RefundFailed {
  readonly status: 'failed';
  /** A machine-readable reason, such as `refund_declined`. */
  readonly reason: string;
  readonly reference: string | null;
}

/** A refund of our charge that was made at the provider itself, such as in its dashboard. */
export interface ExternalRefund {
  /** The provider's own ID of it. */
  readonly reference: string;
  readonly amount: Money;
  readonly outcome: RefundOutcome;
}
