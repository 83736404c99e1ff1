import { empty, type Queryable, raw, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import type { SealedPlace } from './sealed-places.ts';

export interface SealedRow {
  readonly key: string;
  readonly bound: string;
  readonly sealed: string;
  /** Null if it belongs to no store. */
  readonly storeId: Id<'STO'> | null;
}

/** The next sealed secrets of a place after the given key, in key order. */
export function listSealed(
  db: Queryable,
  { table, column, key, bound, isOfStores }: SealedPlace,
  after: string,
  most: number,
): Promise<SealedRow[]> {
  return db.query<SealedRow>(sql`
    select ${raw(key)}::text as key, ${raw(bound)}::text as bound, ${raw(column)} as sealed,
      ${isOfStores ? sql`store_id` : sql`null`} as "storeId"
    from ${raw(table)}
    where ${raw(column)} is not null and ${raw(key)}::text > ${after}
    order by ${raw(key)}::text limit ${most}`);
}

/** Any one sealed secret of a place, or undefined. */
export async function findSealed(
  db: Queryable,
  { table, column, bound }: SealedPlace,
): Promise<Pick<SealedRow, 'bound' | 'sealed'> | undefined> {
  const [row] = await db.query<Pick<SealedRow, 'bound' | 'sealed'>>(sql`
    select ${raw(bound)}::text as bound, ${raw(column)} as sealed
    from ${raw(table)} where ${raw(column)} is not null limit 1`);
  return row;
}

/** Replaces a sealed secret with its resealed form, unless it has changed since it was read. */
export async function replaceSealed(
  db: Queryable,
  { table, column, key, isOfStores }: SealedPlace,
  row: SealedRow,
  resealed: string,
): Promise<void> {
  const ofStore = row.storeId === null ? sql`store_id is null` : sql`store_id = ${row.storeId}`;
  await db.query(sql`
    update ${raw(table)} set ${raw(column)} = ${resealed}
    where ${isOfStores ? sql`${ofStore} and` : empty} ${raw(key)}::text = ${row.key} and ${raw(column)} = ${row.sealed}`);
}
