import type { Tx } from '../database/database.ts';
import type { Id } from '../kit/id.ts';
import type { KeyPairs } from '../kit/key-pairs.ts';
import type { Passwords } from '../kit/password.ts';
import type { PromptScanner } from '../safety/scanner.ts';
import type { ActionSettings } from './action-settings.ts';
import type { Environment } from './caller.ts';
import type { ChargeDeclined, ChargeSucceeded, PaymentProvider } from './payment-provider.ts';
import type { Pictures } from './pictures.ts';
import type { SandboxCards } from './sandbox-cards.ts';

/** What handlers can use besides their transaction; composed once in `app.ts`. */
export interface Ports {
  /** Base of every link, without a trailing slash (`PUBLIC_URL`). */
  readonly publicUrl: string;
  readonly settings: ActionSettings;
  readonly secrets: Secrets;
  readonly passwords: Passwords;
  readonly keyPairs: KeyPairs;
  /** Null if payments are disabled in that environment (`PROVIDER_PROD`). */
  readonly paymentProviders: Readonly<Record<Environment, PaymentProvider | null>>;
  readonly sandboxCards: SandboxCards;
  readonly payments: PaymentRecords;
  readonly promptScanner: PromptScanner;
  readonly websiteProof: WebsiteProof;
  readonly pictures: Pictures;
  /**
   * Runs the work of test clocks, a few at a time, merchants in rotation. Throws `BusyError` while
   * too many are waiting.
   */
  readonly clockTurns: <T>(work: () => Promise<T>, who: string) => Promise<T>;
}

/** A payment and its store. */
export interface PaymentKey {
  readonly id: Id<'PAY'>;
  readonly storeId: Id<'STO'>;
}

/** Payments of one store and environment. */
export interface PaymentKeys {
  readonly ids: readonly Id<'PAY'>[];
  readonly storeId: Id<'STO'>;
}

/** A payment whose charge has an outcome. */
export interface Charged<Outcome> {
  readonly id: Id<'PAY'>;
  readonly outcome: Outcome;
}

/** Records a charge's outcome and its consequences for what was sold (`sales.ts`). */
export interface PaymentRecords {
  /** Returns the order's ID. Throws if the paid order couldn't be completed. */
  succeed(tx: Tx, payment: PaymentKey, outcome: ChargeSucceeded, now: Date): Promise<Id<'ORD'>>;
  /** Like `succeed`, for charges of one store and environment. */
  succeedAll(
    tx: Tx,
    storeId: Id<'STO'>,
    charges: readonly Charged<ChargeSucceeded>[],
    now: Date,
  ): Promise<void>;
  fail(tx: Tx, payment: PaymentKey, outcome: ChargeDeclined, now: Date): Promise<void>;
}

/** Checks ownership of a website (docs/contract/stores.md). */
export interface WebsiteProof {
  /** Whether the site's DNS or well-known file currently has the token. Never throws. */
  isShown(url: URL, token: string): Promise<boolean>;
}

/** Keys derived from `SECRET_KEY`: sealing at rest and session tokens. */
export interface Secrets {
  /** Encrypts for the database; `context` binds the result to its place. */
  seal(text: string, context: string): string;
  /** Returns the text given to `seal`; throws if it was altered or the context differs. */
  open(sealed: string, context: string): string;
  /** Seals again what the previous key sealed; null if the current key did. Throws like `open`. */
  reseal(sealed: string, context: string): string | null;
  /** A keyed hash for values too short for a plain hash, such as a six-digit code. */
  digest(text: string, context: string): Buffer;
  signToken(claims: TokenClaims, issuedAt: Date, expiresAt: Date): Promise<string>;
  /** The claims of a live token of ours, or null. */
  verifyToken(token: string, now: Date): Promise<TokenClaims | null>;
}

/** Claims of a session token (docs/contract/authentication.md). */
export interface TokenClaims {
  readonly storeId: string;
  readonly buyerIdentity: string;
  readonly environment: Environment;
}
