import type { Caller, CallerOf, Environment } from '../contract/caller.ts';
import { type Sql, sql } from '../database/database.ts';

/** Callers that may use the endpoint. */
export type ReadingCaller = CallerOf<Reader>;

/** One request for an answer: what the values of a kept statement are read from. */
export interface Request {
  readonly caller: ReadingCaller;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** A value of a kept statement, read from each request again. */
export type Bind = (request: Request) => unknown;

/** What the credential may see, as SQL that access rules build upon. */
export interface Scope {
  readonly reader: Reader;
  readonly environment: Environment;
  /** Live stores that the credential belongs to, as an array. */
  readonly stores: Sql;
  /** A buyer's own orders, as an array. */
  readonly orders: Sql;
  readonly merchantId: Sql;
  /** The statement's opening, which computes the arrays once. */
  readonly opening: Sql;
}

const READERS: readonly string[] = ['apiKey', 'dashboard', 'slug', 'token'];

export function mayRead(caller: Caller): caller is ReadingCaller {
  return READERS.includes(caller.kind);
}

const merchantId: Bind = ({ caller }) => ('merchantId' in caller ? caller.merchantId : null);
/** As `usable_membership` reads it from a transaction. */
const withoutFactorSince: Bind = ({ caller }) =>
  'withoutSecondFactorSince' in caller ? (caller.withoutSecondFactorSince ?? null) : null;
const storeId: Bind = ({ caller }) => ('storeId' in caller ? caller.storeId : null);
const identity: Bind = ({ caller }) => ('buyerIdentity' in caller ? caller.buyerIdentity : null);

/** The scope of a kind of credential in an environment; its values come from the request. */
export function scopeOf(reader: Reader, environment: Environment): Scope {
  return {
    reader,
    environment,
    stores: sql`(select stores from scope)::uuid[]`,
    orders: sql`(select orders from scope)::uuid[]`,
    merchantId: sql`${merchantId}::uuid`,
    opening: sql`with scope as materialized (${openings[reader](environment)})`,
  };
}

const membership = () => sql`
  select array(
    select member.store_id from store_merchant member
    join store on store.id = member.store_id and store.deleted_at is null
    where member.merchant_id = ${merchantId}::uuid
      and (${withoutFactorSince}::timestamptz is null or store.two_factor_required_at is null
        or store.two_factor_required_at
          > greatest(member.created_at, ${withoutFactorSince}::timestamptz))) as stores`;

const ownStore = sql`
  array(select id from store where id = ${storeId}::uuid and deleted_at is null) as stores`;

const openings: Readonly<Record<Reader, (environment: Environment) => Sql>> = {
  apiKey: membership,
  dashboard: membership,
  slug: () => sql`select ${ownStore}`,
  token: (environment) => sql`
    select ${ownStore}, array(
      select orders.id from orders
      join store on store.id = orders.store_id and store.deleted_at is null
      where orders.store_id = ${storeId}::uuid and orders.environment = ${environment}
        and orders.buyer_identity = ${identity}::text) as orders`,
};

/** The credentials that may read, each with rules of its own (docs/contract/authentication.md). */
export type Reader = 'apiKey' | 'dashboard' | 'slug' | 'token';
