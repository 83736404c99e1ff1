import { GraphQLError } from 'graphql';
import { join, raw, type Sql, sql } from '../../database/database.ts';
import type { Argument } from '../arguments.ts';
import type { Given } from '../description.ts';
import { readId, readTime } from '../filter-sql.ts';
import type { Scope } from '../scope.ts';
import { asRead, tableOf } from './of-nodes.ts';

/** The arguments of every analysis. */
export const ANALYSIS: Readonly<Record<string, Argument>> = {
  storeId: {
    type: 'ID',
    description:
      'Only this store, `STO_xxx`; without it and `storeSlug`, all of the caller’s stores.',
  },
  storeSlug: { type: 'String', description: 'The store’s slug, as an alternative.' },
  filter: { type: 'AnalyticsFilter', description: 'Limits what is analyzed.' },
};

interface Filter {
  readonly timeRange?: { readonly startDate: string; readonly endDate: string } | null;
  readonly currency?: string | null;
  readonly status?: string | null;
}

const filterOf = (values: Given['values']): Filter => (values.filter ?? {}) as Filter;

/** What the filter's entries are compared with; absent if they don't apply. */
interface Compared {
  readonly row: string;
  readonly time?: string;
  readonly currency?: string | undefined;
  readonly status?: string | undefined;
}

/** Conditions on rows of a table with store and time, from the analysis's arguments. */
export function conditions(given: Given, scope: Scope, compared: Compared): Sql {
  const { row, time = `${row}.created_at`, currency, status } = compared;
  const all = [ofStores(`${row}.store_id`, given, scope)];
  if (filterOf(given.values).timeRange && time !== '') {
    all.push(sql`${raw(time)} >= ${boundary(given, 'startDate')}`);
    all.push(sql`${raw(time)} < ${boundary(given, 'endDate')}`);
  }
  return join([...all, ...kinds(given, { currency, status })], ' and ');
}

/** The condition that a store is among those analyzed. */
export function ofStores(column: string, given: Given, scope: Scope): Sql {
  const { storeId, storeSlug } = given.values;
  const all = [sql`${raw(column)} = any(${scope.stores})`];
  if (storeId != null) {
    const id = given.bind((values) => readId('STO', String(values.storeId)));
    all.push(sql`${raw(column)} = ${id}::uuid`);
  }
  if (storeSlug != null) {
    const slug = given.bind((values) => values.storeSlug);
    all.push(sql`${raw(column)} in (select id from store where slug = ${slug}::text)`);
  }
  return join(all, ' and ');
}

/** Conditions for the filter's entries other than time. */
export function kinds(given: Given, { currency, status }: Omit<Compared, 'row' | 'time'>): Sql[] {
  const filter = filterOf(given.values);
  const all: Sql[] = [];
  if (filter.currency != null && currency) {
    const code = given.bind((values) => filterOf(values).currency?.toUpperCase());
    all.push(sql`${raw(currency)} = ${code}::text`);
  }
  if (filter.status != null && status) {
    all.push(sql`${raw(status)} = ${given.bind((values) => filterOf(values).status)}::text`);
  }
  return all;
}

function boundary(given: Given, name: 'startDate' | 'endDate'): Sql {
  const time = given.bind((values) =>
    readTime(String(filterOf(values).timeRange?.[name]), `filter.timeRange.${name}`),
  );
  return sql`${time}::timestamptz`;
}

/** The time range, including its start and excluding its end; null if open. */
export function rangeOf(given: Given): { readonly from: Sql | null; readonly to: Sql | null } {
  if (!filterOf(given.values).timeRange) return { from: null, to: null };
  return { from: boundary(given, 'startDate'), to: boundary(given, 'endDate') };
}

/** An integer argument within the bounds, bound as a value. Throws outside of them. */
export function boundedInteger(given: Given, name: string, least: number, most: number): Sql {
  const value = given.bind((values) => {
    const asked = values[name] as number;
    if (asked >= least && asked <= most) return asked;
    throw new GraphQLError(`${name} must be from ${least} to ${most}`);
  });
  return sql`${value}::bigint`;
}

/** `shown`: the credential's products with kind and name as shown in its environment. */
export function shownProducts(scope: Scope): Sql {
  const { environment, stores } = scope;
  return sql`shown ${asRead(scope)} (
    select product.id, product.kind, version.name from ${raw(tableOf('product', scope))} product
    join ${raw(tableOf('product_version', scope))} version on version.store_id = product.store_id
      and version.id = ${raw(`product.${environment}_version_id`)}
    where product.store_id = any(${stores}))`;
}
