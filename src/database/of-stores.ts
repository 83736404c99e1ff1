import { type Queryable, raw, type Sql, sql } from './database.ts';

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

/**
 * Of several stores, the one that has the table's row; one store is taken as it is. Rows are locked in
 * one store: on a cluster one node alone can.
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
