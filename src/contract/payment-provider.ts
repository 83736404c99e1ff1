import type { Money } from '../kit/money.ts';

/** Characters of a provider's payment token. */
export const MAX_TOKEN_LENGTH = 500;

/** Where cards are charged: one implementation per payment company (architecture). */
export interface PaymentProvider {
  /** Kept with each payment: only the provider that charged can settle it. */
  readonly name: string;
  /** With it the provider's own script in the page makes payment tokens; absent: no such script. */
  readonly publishableKey?: string;
  /**
   * Charges once for each payment id, however often it is called; gives how that one charge ended,
   * or that its end is still to come. A charge that was said to be declined never succeeds later.
   * Throws when the outcome is unknown, such as after a time-out: `settle` finds it later.
   */
  charge(request: ChargeRequest): Promise<ChargeOutcome>;
  /** As `charge` for each of them, where many cost less together; each may fail on its own. */
  chargeAll?(
    requests: readonly ChargeRequest[],
  ): Promise<readonly PromiseSettledResult<ChargeOutcome>[]>;
  /**
   * Gives how the charge of a payment ended. One that the provider never saw is voided: from then
   * on it cannot happen, even if its request is still under way.
   */
  settle(paymentId: string, now: Date): Promise<ChargeOutcome>;
  /** As `settle`, but voids nothing: while a request may be under way, the charge is pending. */
  lookUp(paymentId: string, now: Date): Promise<ChargeOutcome>;
  /** Keeps a payment method for later charges without charging now: a free trial's. */
  saveMethod(request: SaveRequest): Promise<SaveOutcome>;
  /**
   * Gives back a part of a charge, or all of it, once for each refund id, however often it is
   * called. The refunds of a charge never sum above it. Throws when the outcome is unknown.
   */
  refund(request: RefundRequest): Promise<RefundOutcome>;
  /** Gives how a refund ended; null when the provider never saw it: then `refund` may be repeated. */
  settleRefund(request: RefundRequest): Promise<RefundOutcome | null>;
  /**
   * What a callback of the provider is about; null when it was not signed by the provider just now.
   * It tells where to look, never what happened: the outcome is asked for, so that callbacks that
   * come twice, late or in another order change nothing.
   */
  readCallback(callback: SignedCallback): Promise<CallbackSubject | null>;
}

/** A callback as it arrived. */
export interface SignedCallback {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly now: Date;
}

/** `other`: nothing that concerns us. */
export type CallbackSubject =
  | { readonly kind: 'payment'; readonly paymentId: string }
  | { readonly kind: 'refund'; readonly refundId: string }
  | { readonly kind: 'other' };

export interface ChargeRequest {
  /** Our payment's id: the provider's idempotency key, persisted before the call. */
  readonly paymentId: string;
  /** What the page got for the buyer's card, or a `savedMethod` when the buyer is absent. */
  readonly paymentToken: string;
  readonly amount: Money;
  /**
   * `once` (the default); `first`: the buyer is there and agrees to later charges, so the outcome
   * brings a `savedMethod`; `renewal`: the buyer is absent, and the token is a `savedMethod`.
   */
  readonly usage?: 'once' | 'first' | 'renewal';
  readonly now: Date;
}

/** A free trial's start: nothing is charged. */
export interface SaveRequest {
  /** The order's id. */
  readonly orderId: string;
  readonly paymentToken: string;
  readonly now: Date;
}

export type SaveOutcome =
  | { readonly status: 'saved'; readonly savedMethod: string; readonly card: Card | null }
  /** The buyer has to take a step; what it gives is the token to save with. */
  | { readonly status: 'pending'; readonly clientSecret: string }
  | ChargeDeclined;

/** Reason of a charge that was voided because it never came: no card declined anything. */
export const NOT_COMPLETED = 'not_completed';

/** How a charge ended, or that it has not. */
export type ChargeOutcome = ChargeEnded | ChargePending;

export type ChargeEnded = ChargeSucceeded | ChargeDeclined;

/** The provider has taken it on, and says later how it ended. */
export interface ChargePending {
  readonly status: 'pending';
  readonly reference: string | null;
  /** With it the buyer's page takes the step that the bank asks for, such as 3-D Secure. */
  readonly clientSecret: string | null;
}

export interface ChargeSucceeded {
  readonly status: 'succeeded';
  /** The provider's own id of the charge. */
  readonly reference: string;
  readonly card: Card | null;
  /** Token for charges without the buyer, where the charge asked for one. */
  readonly savedMethod?: string | null;
}

export interface ChargeDeclined {
  readonly status: 'declined';
  /** A word for programs, such as `card_declined`. */
  readonly reason: string;
  readonly reference: string | null;
  readonly card: Card | null;
}

export interface RefundRequest {
  /** Our refund's id: the provider's idempotency key, persisted before the call. */
  readonly refundId: string;
  /** The payment whose charge is refunded. */
  readonly paymentId: string;
  /** The provider's own id of that charge. */
  readonly chargeReference: string | null;
  readonly amount: Money;
  readonly now: Date;
}

/** `pending`: the provider has taken it on and knows the end later. */
export type RefundOutcome =
  | RefundEnded
  | { readonly status: 'pending'; readonly reference: string };

export type RefundEnded = RefundSucceeded | RefundFailed;

export interface RefundSucceeded {
  readonly status: 'succeeded';
  /** The provider's own id of the refund. */
  readonly reference: string;
}

export interface RefundFailed {
  readonly status: 'failed';
  /** A word for programs, such as `refund_declined`. */
  readonly reason: string;
  readonly reference: string | null;
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
