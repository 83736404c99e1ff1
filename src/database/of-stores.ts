import { raw, type Sql, sql } from './database.ts';

/**
 * Whether the column is one of the caller's stores. Of the one store that most callers have, a plain
 * comparison: it holds for every table that is joined by it, so one node can answer. Without a store
 * it holds for no row.
 */
export function isOfStores(column: string, storeIds: readonly string[]): Sql {
  const [only = null] = storeIds;
  return storeIds.length < 2
    ? sql`${raw(column)} = ${only}`
    : sql`${raw(column)} = any(${storeIds}::uuid[])`;
}
