/** A successful charge about which the provider is asked. */
export interface SuccessfulCharge {
  readonly paymentId: string;
  /** The provider's own ID of the charge. */
  readonly chargeReference: string | null;
  readonly now: Date;
}
