import { type Queryable, raw, sql } from '../../database/database.ts';
import type { SealedPlace } from './sealed-places.ts';

export interface SealedRow {
  readonly key: string;
  readonly bound: string;
  readonly sealed: string;
}

/** The next sealed texts of a place after the key, in the order of the keys. */
export function listSealed(
  db: Queryable,
  { table, column, key, bound }: SealedPlace,
  after: string,
  most: number,
): Promise<SealedRow[]> {
  return db.query<SealedRow>(sql`
    select ${raw(key)}::text as key, ${raw(bound)}::text as bound, ${raw(column)} as sealed
    from ${raw(table)}
    where ${raw(column)} is not null and ${raw(key)}::text > ${after}
    order by ${raw(key)}::text limit ${most}`);
}

/** Puts a text sealed again in the place of the old one, unless that has changed meanwhile. */
export async function replaceSealed(
  db: Queryable,
  { table, column, key }: SealedPlace,
  row: SealedRow,
  resealed: string,
): Promise<void> {
  await db.query(sql`
    update ${raw(table)} set ${raw(column)} = ${resealed}
    where ${raw(key)}::text = ${row.key} and ${raw(column)} = ${row.sealed}`);
}
