/** An early fraud warning: the buyer's bank suspects that a payment is fraud. No money moves. */
export interface RecordedFraudWarning {
  /** The provider's own ID of it. */
  readonly reference: string;
  /** A machine-readable reason, such as `made_with_stolen_card`. */
  readonly reason: string;
  /** Whether a refund can still prevent a dispute: there is none, and something is left to refund. */
  readonly isActionable: boolean;
}

/** A warning in the provider's own books, with our payment. */
export interface ListedFraudWarning extends RecordedFraudWarning {
  readonly paymentId: string;
}
