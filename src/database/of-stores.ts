import { type Queryable, raw, type Sql, sql } from './database.ts';

/**
 * SQL that tests whether the column is one of the caller's stores. Most callers have one store,
 * which becomes a plain comparison: it carries over to every joined table, so a single node can
 * answer. Without stores, no row matches.
 */
export function isOfStores(column: string, storeIds: readonly string[]): Sql {
  return isOneOf(column, storeIds);
}

/**
 * SQL that tests whether the column is one of the IDs. A single ID becomes a plain comparison: for
 * an array, the server expects several rows, and would plan the statement again each time there is
 * only one.
 */
export function isOneOf(column: string, ids: readonly string[]): Sql {
  const [only = null] = ids;
  return ids.length < 2 ? sql`${raw(column)} = ${only}` : sql`${raw(column)} = any(${ids}::uuid[])`;
}

/**
 * Narrows several stores down to the one that has the table's row; a single store is returned as it
 * is. On a cluster, rows can be locked only within one store.
 */
export async function storesWith<Store extends string>(
  db: Queryable,
  table: string,
  id: string,
  storeIds: readonly Store[],
): Promise<readonly Store[]> {
  if (storeIds.length < 2) return storeIds;
  const rows = await db.query<{ storeId: Store }>(sql`
    select store_id as "storeId" from ${raw(table)}
    where store_id = any(${storeIds}::uuid[]) and id = ${id}`);
  return rows.map(({ storeId }) => storeId);
}
