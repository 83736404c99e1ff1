import type { Id } from '../kit/id.ts';

export type Environment = 'test' | 'prod';

/** A merchant's server with a signed request (Specification 5.1). */
export interface ApiKeyCaller {
  readonly kind: 'apiKey';
  readonly merchantId: Id<'MER'>;
  readonly keyId: string;
  readonly environment: Environment;
}

/** A merchant's browser with the dashboard's cookie (decisions 2). */
export interface DashboardCaller {
  readonly kind: 'dashboard';
  readonly merchantId: Id<'MER'>;
  readonly sessionId: string;
  readonly environment: Environment;
}

/** A visitor with a store's public slug (Specification 5.2). */
export interface SlugCaller {
  readonly kind: 'slug';
  readonly storeId: Id<'STO'>;
  readonly environment: Environment;
}

/** A buyer with a session token (Specification 5.3). */
export interface TokenCaller {
  readonly kind: 'token';
  readonly storeId: Id<'STO'>;
  readonly buyerIdentity: string;
  /** In lower case: an address that a link to the portal has proven, whose orders are his as well. */
  readonly provenEmail?: string;
  readonly environment: Environment;
}

/** A buyer on a hosted page, known by the unguessable address of the session. */
export interface BuyerCaller {
  readonly kind: 'buyer';
  readonly storeId: Id<'STO'>;
  /** Null unless the page was opened with a session token. */
  readonly buyerIdentity: string | null;
  readonly environment: Environment;
}

/** Whoever runs the service, by the command line on its machine; no merchant. */
export interface OperatorCaller {
  readonly kind: 'operator';
}

/** Nobody yet: sign-up and log-in. */
export interface AnonymousCaller {
  readonly kind: 'anonymous';
}

export type Caller =
  | ApiKeyCaller
  | DashboardCaller
  | SlugCaller
  | TokenCaller
  | BuyerCaller
  | OperatorCaller
  | AnonymousCaller;
export type CallerKind = Caller['kind'];
export type CallerOf<K extends CallerKind> = Extract<Caller, { kind: K }>;
/** Callers that act for a merchant. */
export type MerchantCaller = ApiKeyCaller | DashboardCaller;

/** What most actions take: a merchant's server or browser. */
export const MERCHANT = ['apiKey', 'dashboard'] as const;
