import { GraphQLError } from 'graphql';
import { join, raw, type Sql, sql } from '../../database/database.ts';
import type { Argument } from '../arguments.ts';
import type { Given } from '../description.ts';
import { unitOf } from '../fields.ts';
import { readId, readTime } from '../filter-sql.ts';
import type { Scope } from '../scope.ts';

/** The arguments of every analysis. */
export const ANALYSIS: Readonly<Record<string, Argument>> = {
  storeId: {
    type: 'ID',
    description: 'Only this store, `STO_xxx`; without it and `storeSlug`, all of the caller’s.',
  },
  storeSlug: { type: 'String', description: 'The store by its slug instead.' },
  filter: { type: 'AnalyticsFilter', description: 'What the analysis looks at.' },
};

interface Filter {
  readonly timeRange?: { readonly startDate: string; readonly endDate: string } | null;
  readonly currency?: string | null;
  readonly status?: string | null;
}

const filterOf = (values: Given['values']): Filter => (values.filter ?? {}) as Filter;

/** What the filter's entries are compared with; absent: they do not matter. */
interface Compared {
  readonly row: string;
  readonly time?: string;
  readonly currency?: string;
  readonly status?: string;
}

/** Conditions on rows of a table with store and time, as the analysis' arguments say. */
export function conditions(given: Given, scope: Scope, compared: Compared): Sql {
  const { row, time = `${row}.created_at`, currency, status } = compared;
  const { storeId, storeSlug } = given.values;
  const filter = filterOf(given.values);
  const all = [sql`${raw(row)}.store_id = any(${scope.stores})`];
  if (storeId != null) {
    const id = given.bind((values) => readId('STO', String(values.storeId)));
    all.push(sql`${raw(row)}.store_id = ${id}::uuid`);
  }
  if (storeSlug != null) {
    const slug = given.bind((values) => values.storeSlug);
    all.push(sql`${raw(row)}.store_id in (select id from store where slug = ${slug}::text)`);
  }
  if (filter.timeRange && time !== '') {
    all.push(sql`${raw(time)} >= ${boundary(given, 'startDate')}`);
    all.push(sql`${raw(time)} < ${boundary(given, 'endDate')}`);
  }
  if (filter.currency != null && currency) {
    const code = given.bind((values) => filterOf(values).currency?.toUpperCase());
    all.push(sql`${raw(currency)} = ${code}::text`);
  }
  if (filter.status != null && status) {
    all.push(sql`${raw(status)} = ${given.bind((values) => filterOf(values).status)}::text`);
  }
  return join(all, ' and ');
}

function boundary(given: Given, name: 'startDate' | 'endDate'): Sql {
  const time = given.bind((values) =>
    readTime(String(filterOf(values).timeRange?.[name]), `filter.timeRange.${name}`),
  );
  return sql`${time}::timestamptz`;
}

/** The start of the time range, or null. */
export function startOf(given: Given): Sql {
  return filterOf(given.values).timeRange ? boundary(given, 'startDate') : sql`null::timestamptz`;
}

const inEnvironment = (row: string, { environment }: Scope) =>
  raw(`${row}.environment = '${environment}'`);

/** What tells about the buyer of an order `o`. A buyer is an e-mail address, without letter case. */
const BUYER = `lower(o.buyer_email) as buyer, o.billing_detail->>'country' as country,
  o.billing_detail->>'state' as state,
  coalesce((o.billing_detail->>'isBusiness')::boolean, false) as is_business`;

/** `sale`: the orders that the filter takes, by the time of creation. */
export function sales(given: Given, scope: Scope): Sql {
  const compared = { row: 'o', currency: 'o.currency', status: 'o.status' };
  return sql`sale as (
    select o.id, o.kind, o.status, o.created_at, o.currency, ${raw(BUYER)}
    from orders o where ${inEnvironment('o', scope)} and ${conditions(given, scope, compared)})`;
}

/**
 * `charge`: succeeded payments of the filter's time range and currency, of orders with its status.
 * `unit` is a minor unit in major units; `tax_minor` the order's share of tax in the charge.
 */
export function charges(given: Given, scope: Scope): Sql {
  const compared = { row: 'p', currency: 'p.currency', status: 'o.status' };
  return sql`charge as (
    select p.id, p.order_id, p.created_at, p.currency, p.amount_minor, ${raw(unitOf('p.currency'))} as unit,
      coalesce(p.amount_minor * o.tax_minor / nullif(o.total_minor, 0), 0) as tax_minor,
      o.tax_category, o.product_id, o.subtotal_minor as order_subtotal_minor,
      o.tax_minor as order_tax_minor, ${raw(BUYER)}
    from payment p join orders o on o.id = p.order_id
    where p.status = 'succeeded' and ${inEnvironment('p', scope)}
      and ${conditions(given, scope, compared)})`;
}

/** `attempt`: every payment of the filter, whatever became of it. */
export function attempts(given: Given, scope: Scope): Sql {
  const compared = { row: 'p', currency: 'p.currency', status: 'p.status' };
  return sql`attempt as (
    select p.id, p.status, p.created_at, p.currency, p.amount_minor, p.method, p.card_brand,
      p.failure_reason, ${raw(unitOf('p.currency'))} as unit,
      coalesce(p.amount_minor * o.tax_minor / nullif(o.total_minor, 0), 0) as tax_minor
    from payment p join orders o on o.id = p.order_id
    where ${inEnvironment('p', scope)} and ${conditions(given, scope, compared)})`;
}

/** A whole number argument between the bounds, bound as a value. Throws outside of them. */
export function boundedInteger(given: Given, name: string, least: number, most: number): Sql {
  const value = given.bind((values) => {
    const asked = values[name] as number;
    if (asked >= least && asked <= most) return asked;
    throw new GraphQLError(`${name} must be from ${least} to ${most}`);
  });
  return sql`${value}::bigint`;
}

/** `shown`: the credential's products with the kind and the name that its environment shows. */
export function shownProducts({ environment, stores }: Scope): Sql {
  return sql`shown as (
    select product.id, product.kind, version.name from product
    join product_version version on version.id = ${raw(`product.${environment}_version_id`)}
    where product.store_id = any(${stores}))`;
}
