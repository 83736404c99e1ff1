import type { Environment } from '../../contract/caller.ts';
import { join, type Queryable, raw, type Sql, sql } from '../../database/database.ts';
import { type Rollup, rollups } from './rollups.ts';

/** Any number: the key of the lock under which days are folded. */
const FOLD_LOCK = 7_215_061_812;

export interface StoreDay {
  readonly storeId: string;
  readonly environment: Environment;
  /** `YYYY-MM-DD` in UTC. */
  readonly day: string;
}

/** Whether this transaction is the one that folds, until it ends. */
export async function lockFolding(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${FOLD_LOCK}::bigint) as locked`,
  );
  return row?.locked === true;
}

/** Days that changed since they were folded. */
export function listMarkedDays(db: Queryable, most: number): Promise<StoreDay[]> {
  return db.query<StoreDay>(sql`
    select distinct store_id as "storeId", environment, day::text as day
    from rollup_mark limit ${most}`);
}

/**
 * Replaces a day's sums and takes its marks away. All parts of the statement see the same rows: a
 * change that it does not see keeps its mark.
 */
export async function foldDay(db: Queryable, day: StoreDay): Promise<void> {
  await db.query(sql`
    with span as (
      select ${day.storeId}::uuid as store_id, ${day.environment}::text as environment,
        ${day.day}::date as day, ${day.day}::timestamp at time zone 'UTC' as starts,
        (${day.day}::timestamp + interval '1 day') at time zone 'UTC' as ends
    ), unmarked as (delete from rollup_mark where ${isOf(day)}),
    ${join(
      rollups.flatMap((rollup) => replaceSums(rollup, day)),
      ', ',
    )}
    select`);
}

const isOf = ({ storeId, environment, day }: StoreDay) => sql`store_id = ${storeId}::uuid
  and environment = ${environment}::text and day = ${day}::date`;

/** Two parts of a statement: the day's sums go, and come again. */
function replaceSums({ table, keys, measures, rows }: Rollup, day: StoreDay): Sql[] {
  const by = `store_id, environment, day, ${keys.join(', ')}`;
  const sums = Object.entries(measures).map(([name, how]) => `${how}(${name}) as ${name}`);
  const names = `${by}, ${Object.keys(measures).join(', ')}`;
  return [
    sql`${raw(`gone_${table}`)} as (delete from ${raw(table)} where ${isOf(day)})`,
    sql`${raw(`new_${table}`)} as (insert into ${raw(`${table} (${names})`)}
      select ${raw(`${by}, ${sums.join(', ')} from (${rows('span')}) counted group by ${by}`)})`,
  ];
}
