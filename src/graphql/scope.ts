import type { Caller, CallerOf, Environment } from '../contract/caller.ts';
import { type Sql, sql } from '../database/database.ts';
import type { Spread } from '../database/spread.ts';
import { networkOf } from '../gateway/rate-limit.ts';

/** Callers that can use the endpoint. */
export type ReadingCaller = CallerOf<Reader>;

/** One request, from which the values of a cached statement are read. */
export interface Request {
  readonly caller: ReadingCaller;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The rows of a page whose objects are read next. */
  readonly rowIds?: readonly string[];
}

/** A value of a cached statement, read from each request. */
export type Bind = (request: Request) => unknown;

/** What the credential can see, as SQL for access rules. */
export interface Scope {
  readonly reader: Reader;
  readonly environment: Environment;
  /** Live stores of the credential, as an array. */
  readonly stores: Sql;
  /** A buyer's own orders, as an array. */
  readonly orders: Sql;
  readonly merchantId: Sql;
  /** A query preceding the statement: a buyer's orders, computed once. */
  readonly opening: Sql | null;
  /** How the tables are distributed over a cluster; null for a single server. */
  readonly spread: (Spread & { readonly isOneStore: boolean }) | null;
}

const READERS: readonly string[] = ['apiKey', 'dashboard', 'slug', 'token'];

export function mayRead(caller: Caller): caller is ReadingCaller {
  return READERS.includes(caller.kind);
}

const merchantId: Bind = ({ caller }) => ('merchantId' in caller ? caller.merchantId : null);
const stores: Bind = ({ caller }) => ('storeIds' in caller ? caller.storeIds : [caller.storeId]);
const storeId: Bind = ({ caller }) => ('storeId' in caller ? caller.storeId : null);
const identity: Bind = ({ caller }) => ('buyerIdentity' in caller ? caller.buyerIdentity : null);

/** Whether the caller has exactly one store. */
export const isOfOneStore = (caller: ReadingCaller): boolean =>
  !('storeIds' in caller) || caller.storeIds.length === 1;

/** The scope of a kind of credential in an environment; its values come from the request. */
export function scopeOf(
  reader: Reader,
  environment: Environment,
  spread: Scope['spread'] = null,
): Scope {
  return {
    reader,
    environment,
    stores: sql`${stores}::uuid[]`,
    orders: sql`(select orders from scope)::uuid[]`,
    merchantId: sql`${merchantId}::uuid`,
    opening: reader === 'token' ? ownOrders(environment) : null,
    spread,
  };
}

const ownOrders = (environment: Environment) => sql`
  scope as materialized (select array(
    select orders.id from orders
    join store on store.id = orders.store_id and store.deleted_at is null
    where orders.store_id = ${storeId}::uuid and orders.environment = ${environment}
      and orders.buyer_identity = ${identity}::text) as orders)`;

/** The credentials that can read, each with its own rules (docs/contract/authentication.md). */
export type Reader = 'apiKey' | 'dashboard' | 'slug' | 'token';

/** Who takes turns with all other readers: a merchant, or the network of buyers and visitors. */
export function takesTurnsAs(caller: ReadingCaller, address: string): string {
  return 'merchantId' in caller ? caller.merchantId : networkOf(address);
}
