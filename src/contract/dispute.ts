import type { Money } from '../kit/money.ts';

/** A successful charge whose disputes are read. */
export interface DisputedCharge {
  readonly paymentId: string;
  /** The provider's own ID of the charge. */
  readonly chargeReference: string | null;
  readonly now: Date;
}

/** A chargeback: while it is open, the provider keeps its amount back. */
export interface RecordedDispute {
  /** The provider's own ID of it. */
  readonly reference: string;
  /** `won`: by the merchant, who gets the amount back. */
  readonly status: 'open' | 'won' | 'lost';
  /** A machine-readable reason, such as `fraudulent`. */
  readonly reason: string;
  readonly amount: Money;
  /** When the provider must have the merchant's answer; null if it needs none. */
  readonly respondBy: Date | null;
}
