import type { Money } from '../kit/money.ts';

/** Open until the bank decides; `won`: by the merchant, who gets the amount back, even after a loss. */
export type DisputeStatus = 'open' | 'won' | 'lost';

/** A chargeback: while it is open, the provider withholds its amount. */
export interface RecordedDispute {
  /** The provider's own ID of it. */
  readonly reference: string;
  readonly status: DisputeStatus;
  /** A machine-readable reason, such as `fraudulent`. */
  readonly reason: string;
  readonly amount: Money;
  /** Deadline for the merchant's response; null if none is needed. */
  readonly respondBy: Date | null;
}

/** A dispute in the provider's own books, with our payment. */
export interface ListedDispute extends RecordedDispute {
  readonly paymentId: string;
}
