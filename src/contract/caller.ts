import type { Id } from '../kit/id.ts';

export type Environment = 'test' | 'prod';

/** A merchant's server with a signed request (docs/contract/authentication.md#api-keys). */
export interface ApiKeyCaller {
  readonly kind: 'apiKey';
  readonly merchantId: Id<'MER'>;
  /**
   * The live stores that the merchant could use when the call arrived, in which lookups by ID
   * search.
   */
  readonly storeIds: readonly Id<'STO'>[];
  readonly keyId: string;
  /** When the key was created, if the account had no second factor. */
  readonly withoutSecondFactorSince?: string | null;
  /** Whether any store of the merchant's required a second factor when the call arrived. */
  readonly storesRequireFactor?: boolean;
  readonly environment: Environment;
}

/**
 * A merchant's browser with the dashboard's cookie
 * (docs/contract/authentication.md#dashboard-sessions).
 */
export interface DashboardCaller {
  readonly kind: 'dashboard';
  readonly merchantId: Id<'MER'>;
  /** Like an API key's. */
  readonly storeIds: readonly Id<'STO'>[];
  readonly sessionId: string;
  /** When this session last presented a password or a second factor. */
  readonly provenAt: Date | null;
  /** `infinity` while the account has no second factor. */
  readonly withoutSecondFactorSince?: string | null;
  readonly environment: Environment;
}

/** A visitor with a store's public slug (docs/contract/authentication.md#store-slug). */
export interface SlugCaller {
  readonly kind: 'slug';
  readonly storeId: Id<'STO'>;
  readonly environment: Environment;
}

/** A buyer with a session token (docs/contract/authentication.md#session-tokens). */
export interface TokenCaller {
  readonly kind: 'token';
  readonly storeId: Id<'STO'>;
  readonly buyerIdentity: string;
  /** In lower case: an address proven by a portal link, whose orders are theirs as well. */
  readonly provenEmail?: string;
  readonly environment: Environment;
}

/** A buyer on a hosted page, identified by the session's unguessable URL. */
export interface BuyerCaller {
  readonly kind: 'buyer';
  readonly storeId: Id<'STO'>;
  /** Null unless the page was opened with a session token. */
  readonly buyerIdentity: string | null;
  readonly environment: Environment;
}

/** The operator, through the command line on the service's machine; not a merchant. */
export interface OperatorCaller {
  readonly kind: 'operator';
}

/** Where a call comes from, for the list of sessions. */
export interface ClientPlace {
  readonly address: string;
  /** The user agent, truncated. */
  readonly userAgent: string | null;
}

/** Not authenticated yet: sign-up and login. */
export interface AnonymousCaller {
  readonly kind: 'anonymous';
  /** Unknown on a hosted page, which opens no dashboard session. */
  readonly client?: ClientPlace;
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
/** A merchant and their usable stores. */
export type Merchant = Pick<MerchantCaller, 'merchantId' | 'storeIds'>;

/** Scope of lookups by ID: a merchant's stores, or the one store of a buyer or visitor. */
export interface Looking {
  readonly merchantId: Id<'MER'> | null;
  readonly storeIds: readonly Id<'STO'>[];
}

export function lookingOf(caller: MerchantCaller | TokenCaller | SlugCaller): Looking {
  if ('storeId' in caller) return { merchantId: null, storeIds: [caller.storeId] };
  const { merchantId, storeIds } = caller;
  return { merchantId, storeIds };
}

/** Callers of most actions: a merchant's server or browser. */
export const MERCHANT = ['apiKey', 'dashboard'] as const;

export const isMerchant = (caller: Caller): caller is MerchantCaller =>
  caller.kind === 'apiKey' || caller.kind === 'dashboard';
