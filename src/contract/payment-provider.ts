import type { Money } from '../kit/money.ts';
import type { SuccessfulCharge } from './charge.ts';
import type { ListedDispute, RecordedDispute } from './dispute.ts';
import type { ListedFraudWarning, RecordedFraudWarning } from './fraud-warning.ts';
import type { ExternalRefund, RefundOutcome, RefundRequest } from './refund.ts';

/** Maximum characters of a provider's payment token. */
export const MAX_TOKEN_LENGTH = 500;

/** Charges cards: one implementation per payment company. */
export interface PaymentProvider {
  /** Stored with each payment: only the provider that charged can settle it. */
  readonly name: string;
  /**
   * Lets the provider's script in the page create payment tokens; absent if there is no such
   * script.
   */
  readonly publishableKey?: string;
  /**
   * Charges once per payment ID, however often it is called; returns the charge's outcome, or that
   * it is still pending. A charge reported as declined never succeeds later. Throws if the outcome
   * is unknown, such as after a timeout: `settle` finds it later.
   */
  charge(request: ChargeRequest): Promise<ChargeOutcome>;
  /**
   * Like `charge` for each of them, for providers where a batch is cheaper; each may fail
   * individually.
   */
  chargeAll?(
    requests: readonly ChargeRequest[],
  ): Promise<readonly PromiseSettledResult<ChargeOutcome>[]>;
  /**
   * Returns the outcome of a payment's charge. A charge that the provider never saw is voided: from
   * then on it can't happen, even if its request is still in flight.
   */
  settle(paymentId: string, now: Date): Promise<ChargeOutcome>;
  /** Like `settle`, but voids nothing: while a request may be in flight, the charge is pending. */
  lookUp(paymentId: string, now: Date): Promise<ChargeOutcome>;
  /** Saves a payment method for later charges without charging now, for a free trial. */
  saveMethod(request: SaveRequest): Promise<SaveOutcome>;
  /**
   * Refunds all or part of a charge once per refund ID, however often it is called. A charge's
   * refunds never exceed it. One with an open or lost dispute isn't refunded: `CHARGE_DISPUTED`.
   * Throws if the outcome is unknown.
   */
  refund(request: RefundRequest): Promise<RefundOutcome>;
  /** Returns a refund's outcome; null if the provider never saw it, so `refund` can be repeated. */
  settleRefund(request: RefundRequest): Promise<RefundOutcome | null>;
  /** The refunds of a charge that `refund` didn't make, in any order. */
  listExternalRefunds(charge: SuccessfulCharge): Promise<readonly ExternalRefund[]>;
  /**
   * The successful charges of our payments that the provider recorded in the time range, in pages
   * and in any order.
   */
  listCharges(from: Date, to: Date): AsyncIterable<readonly RecordedCharge[]>;
  /**
   * The disputes that the buyer has filed with the bank about a payment's charge. Their amounts may
   * exceed the charge's, because exchange rates change.
   */
  listDisputes(charge: SuccessfulCharge): Promise<readonly RecordedDispute[]>;
  /** The disputes of our payments that were filed in the time range, in any order. */
  listNewDisputes(from: Date, to: Date): AsyncIterable<ListedDispute>;
  /** The warnings of the buyer's bank that a payment's charge may be fraud. */
  listFraudWarnings(charge: SuccessfulCharge): Promise<readonly RecordedFraudWarning[]>;
  /** The warnings about our payments that the provider recorded in the time range, in any order. */
  listNewFraudWarnings(from: Date, to: Date): AsyncIterable<ListedFraudWarning>;
  /**
   * The subject of a provider's callback; null if the provider didn't sign it recently. It only
   * says where to look: the outcome is queried, so that callbacks that arrive twice, late or out of
   * order have no effect.
   */
  readCallback(callback: SignedCallback): Promise<CallbackSubject | null>;
}

/** A successful charge in the provider's own books. */
export interface RecordedCharge {
  readonly paymentId: string;
  /** The provider's own ID of the charge. */
  readonly reference: string;
  readonly amount: Money;
  /** May include refunds that are pending. */
  readonly refundedMinor: bigint;
  readonly recordedAt: Date;
}

/** A raw callback. */
export interface SignedCallback {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly now: Date;
}

/** `other` if it doesn't concern us. */
export type CallbackSubject =
  | { readonly kind: 'payment'; readonly paymentId: string }
  | { readonly kind: 'refund'; readonly refundId: string }
  | {
      readonly kind: 'dispute' | 'external_refund' | 'fraud_warning';
      readonly paymentId: string;
    }
  | SavedMethodSubject
  | { readonly kind: 'other' };

/** A saved method whose card the provider has replaced, for example because it was reissued. */
export interface SavedMethodSubject {
  readonly kind: 'saved_method';
  readonly savedMethod: string;
  /** What the provider answers about it now. */
  readonly card: Card;
  /** Our payment that saved it, or the order for which it was saved without one. */
  readonly savedFor: { readonly paymentId: string } | { readonly orderId: string };
}

export interface ChargeRequest {
  /** Our payment's ID: the provider's idempotency key, stored before the call. */
  readonly paymentId: string;
  /** The page's token for the buyer's card, or a `savedMethod` if the buyer is absent. */
  readonly paymentToken: string;
  readonly amount: Money;
  /**
   * `once` (the default); `first`: the buyer is present and agrees to later charges, so the outcome
   * has a `savedMethod`; `renewal`: the buyer is absent, and the token is a `savedMethod`.
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
  /** The buyer has to complete a step, which returns the token to save with. */
  | { readonly status: 'pending'; readonly clientSecret: string }
  | ChargeDeclined;

/** Reason of a voided charge that never reached the provider: no card was declined. */
export const NOT_COMPLETED = 'not_completed';

/** A charge's outcome, or that it is pending. */
export type ChargeOutcome = ChargeEnded | ChargePending;

export type ChargeEnded = ChargeSucceeded | ChargeDeclined;

/** The provider has accepted it and reports the outcome later. */
export interface ChargePending {
  readonly status: 'pending';
  readonly reference: string | null;
  /** Lets the buyer's page complete the bank's step, such as 3-D Secure. */
  readonly clientSecret: string | null;
}

export interface ChargeSucceeded {
  readonly status: 'succeeded';
  /** The provider's own ID of the charge. */
  readonly reference: string;
  readonly card: Card | null;
  /** Token for charges without the buyer, if requested. */
  readonly savedMethod?: string | null;
}

export interface ChargeDeclined {
  readonly status: 'declined';
  /** A machine-readable reason, such as `card_declined`. */
  readonly reason: string;
  readonly reference: string | null;
  readonly card: Card | null;
  /**
   * The saved method, if its bank has refused it permanently: card networks forbid charging it
   * again. Null if it may be charged later.
   */
  readonly refusedMethod?: string | null;
}

/** The card details that may be stored. */
export interface Card {
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
}
