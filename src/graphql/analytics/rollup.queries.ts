import type { Environment } from '../../contract/caller.ts';
import { join, type Queryable, raw, sql } from '../../database/database.ts';
import { searchingStores } from '../../database/search-stores.ts';
import type { Id } from '../../kit/id.ts';
import { type Rollup, rollups } from './rollups.ts';

export interface StoreDay {
  readonly storeId: string;
  readonly environment: Environment;
  /** `YYYY-MM-DD` in UTC. */
  readonly day: string;
}

/** Stores with days that have changed since they were rolled up. */
export async function findStoresWithMarks(db: Queryable): Promise<Id<'STO'>[]> {
  const rows = await searchingStores(db).query<{ storeId: Id<'STO'> }>(sql`
    select distinct store_id as "storeId" from rollup_mark`);
  return rows.map(({ storeId }) => storeId);
}

/**
 * The key of the lock under which the previous release rolls up all stores. If both rolled up a day
 * side by side, its sums would be there twice. The next release can drop it.
 */
export const LOCK_OF_ALL_STORES = 7_215_061_812;

/**
 * Tries to lock the store's roll-up for the transaction; returns whether it succeeded. The memory is
 * for hashing: a day's sums that don't fit are compared row by row.
 */
export async function lockRollup(db: Queryable, storeId: Id<'STO'>): Promise<boolean> {
  const [row] = await db.query<{ locked: boolean }>(sql`
    select pg_try_advisory_xact_lock_shared(${LOCK_OF_ALL_STORES}::bigint)
        and pg_try_advisory_xact_lock(hashtextextended('roll-up-days ' || ${storeId}::text, 0))
      as locked, set_config('work_mem', '64MB', true)`);
  return row?.locked === true;
}

/**
 * The first days of a store that have changed since they were rolled up. Each is found in the index
 * of marks behind the one before: a day can have any number of marks.
 */
export async function listMarkedDays(
  db: Queryable,
  storeId: Id<'STO'>,
  most: number,
): Promise<StoreDay[]> {
  const days: StoreDay[] = [];
  while (days.length < most) {
    const [next] = await findMarkedDay(db, storeId, days.at(-1));
    if (!next) break;
    days.push(next);
  }
  return days;
}

function findMarkedDay(
  db: Queryable,
  storeId: Id<'STO'>,
  after: StoreDay | undefined,
): Promise<StoreDay[]> {
  const isLater = after
    ? sql`(environment, day) > (${after.environment}::text, ${after.day}::date)`
    : sql`true`;
  return db.query<StoreDay>(sql`
    select store_id as "storeId", environment, day::text as day
    from rollup_mark where store_id = ${storeId} and ${isLater}
    order by store_id, environment, rollup_mark.day limit 1`);
}

/**
 * Replaces a day's sums and removes its marks. All parts of the statement see the same rows, so an
 * unseen change keeps its mark. The two source tables are restricted to the store explicitly. A
 * cluster does it in several statements, each of which uses the store's node only: marks are removed
 * before rows are read.
 */
export async function rollUpDay(db: Queryable, day: StoreDay): Promise<void> {
  const replaced = rollups.map((rollup) => replacing(rollup, day));
  if (db.guardsStores) {
    await db.query(sql`delete from rollup_mark where ${isOf(day)}`);
    for (const { counted, gone, fresh } of replaced) {
      await db.query(sql`with ${rowsOf(day)}, ${counted(false)} ${gone}`);
      await db.query(sql`with ${rowsOf(day)}, ${counted(false)} ${fresh}`);
    }
    return;
  }
  const parts = replaced.map(
    ({ name, counted, gone, fresh }) =>
      sql`${counted(true)}, ${raw(`gone_${name}`)} as (${gone}), ${raw(`new_${name}`)} as (${fresh})`,
  );
  await db.query(sql`
    with ${rowsOf(day)}, unmarked as (delete from rollup_mark where ${isOf(day)}),
    ${join(parts, ', ')}
    select`);
}

const isOf = ({ storeId, environment, day }: StoreDay) => sql`store_id = ${storeId}::uuid
  and environment = ${environment}::text and day = ${day}::date`;

const ofStore = (table: string, { storeId }: StoreDay) => sql`${raw(table)} as not materialized (
  select * from ${raw(table)} where store_id = ${storeId}::uuid)`;

const rowsOf = (day: StoreDay) => sql`span as (
    select ${day.storeId}::uuid as store_id, ${day.environment}::text as environment,
      ${day.day}::date as day, ${day.day}::timestamp at time zone 'UTC' as starts,
      (${day.day}::timestamp + interval '1 day') at time zone 'UTC' as ends
  ), ${ofStore('orders', day)}, ${ofStore('payment', day)}`;

/**
 * A query of the day's sums, and statements that delete the wrong ones and insert the missing ones.
 * As tests of values, the comparisons are hashed: joined, both sides could be compared row by row,
 * because the planner doesn't know how large they are. A cluster refuses to delete by a row's text,
 * which depends on settings, unless a subquery gives it.
 */
function replacing({ table, keys, measures, rows }: Rollup, day: StoreDay) {
  const by = `store_id, environment, day, ${keys.join(', ')}`;
  const sums = Object.entries(measures).map(
    ([name, how]) => `${how}(${name})${how === 'sum' ? '::bigint' : ''} as ${name}`,
  );
  const names = [...keys, ...Object.keys(measures)];
  const text = (row: string) => `row(${names.map((name) => `${row}.${name}`).join(', ')})::text`;
  const counted = `counted_${table}`;
  return {
    name: table,
    counted: (isKept: boolean) => sql`${raw(counted)} as ${raw(isKept ? '' : 'not ')}materialized (
      select ${raw(`${by}, ${sums.join(', ')} from (${rows('span')}) counted group by ${by}`)})`,
    gone: sql`delete from ${raw(table)} where ${isOf(day)}
      and ${raw(`((select ${text(table)}) in (select ${text(counted)} from ${counted}))`)} is not true`,
    fresh: sql`insert into ${raw(`${table} (store_id, environment, day, ${names.join(', ')})`)}
      select * from ${raw(`${counted} where (${text(counted)} in (select ${text(table)} from ${table}`)}
        where ${isOf(day)})) is not true`,
  };
}
