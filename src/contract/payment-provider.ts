import type { Money } from '../kit/money.ts';

/** Where cards are charged: one implementation per payment company (architecture). */
export interface PaymentProvider {
  /** Kept with each payment: only the provider that charged can settle it. */
  readonly name: string;
  /**
   * Charges once for each payment id, however often it is called; gives how that one charge ended.
   * Throws when the outcome is unknown, such as after a time-out: `settle` finds it later.
   */
  charge(request: ChargeRequest): Promise<ChargeOutcome>;
  /**
   * Gives how the charge of a payment ended. One that the provider never saw is voided: from then
   * on it cannot happen, even if its request is still under way.
   */
  settle(paymentId: string, now: Date): Promise<ChargeOutcome>;
}

export interface ChargeRequest {
  /** Our payment's id: the provider's idempotency key, persisted before the call. */
  readonly paymentId: string;
  /** What the page got for the buyer's card. */
  readonly paymentToken: string;
  readonly amount: Money;
  readonly now: Date;
}

export type ChargeOutcome = ChargeSucceeded | ChargeDeclined;

export interface ChargeSucceeded {
  readonly status: 'succeeded';
  /** The provider's own id of the charge. */
  readonly reference: string;
  readonly card: Card | null;
}

export interface ChargeDeclined {
  readonly status: 'declined';
  /** A word for programs, such as `card_declined`. */
  readonly reason: string;
  readonly reference: string | null;
  readonly card: Card | null;
}

/** What may be kept of a card. */
export interface Card {
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
}

/** The sandbox's stand-in for a card form's tokenisation. Card numbers are neither kept nor logged. */
export interface SandboxCards {
  /** A token for a test card; null for a number that is none of them. */
  tokenize(card: { readonly number: string } & CardExpiry, now: Date): Promise<SandboxToken | null>;
}

export interface CardExpiry {
  readonly expMonth: number;
  readonly expYear: number;
}

export interface SandboxToken {
  readonly token: string;
  readonly brand: string;
  readonly last4: string;
}
