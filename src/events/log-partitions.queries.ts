import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import {
  type Database,
  type Queryable,
  raw,
  type Sql,
  sql,
  type Tx,
} from '../database/database.ts';
import { visitNodesInTurn } from '../database/visit-nodes-in-turn.ts';
import { type Id, lowestUuidAt, timeOfUuid } from '../kit/id.ts';
import { toIso } from '../kit/time.ts';

/** Arbitrary: the key of the advisory lock under which partitions are created and dropped. */
const PARTITION_LOCK = 7_420_120;
/** Maximum wait for one table's lock, because writers queue behind the waiting process. */
const LOCK_TIMEOUT_MS = 100;
/** PostgreSQL's code for a lock timeout. */
const LOCK_TIMEOUT_CODE = '55P03';
/** Attempts while tables are locked by others, and milliseconds between them. */
const MAX_ATTEMPTS = 5;
const PAUSE_MS = 500;

/** For rows that change soon after they are written (docs/operations.md#settings-of-the-server). */
const OFTEN_VACUUMED = `with (autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 500)`;

/** The log's tables, each with its event ID column. All have the same partitions. */
const LOGS = [
  { log: 'event', key: 'id', options: '' },
  { log: 'webhook_delivery', key: 'event_id', options: OFTEN_VACUUMED },
  { log: 'webhook_attempt', key: 'event_id', options: '' },
] as const;

/** A span of event times with its own tables. */
export interface LogPartition {
  /** Suffix of its tables' names. */
  readonly suffix: string;
  /** Null for the first one, which contains everything before its end. */
  readonly from: Date | null;
  readonly until: Date;
}

/** The partitions ordered by time, without the default one. */
export async function listLogPartitions(db: Queryable): Promise<LogPartition[]> {
  const rows = await db.query<{ suffix: string; from: string | null; until: string | null }>(sql`
    select substr(name, length('event_') + 1) as suffix,
      substring(bounds from 'FROM \\(''([0-9a-f-]+)') as from,
      substring(bounds from 'TO \\(''([0-9a-f-]+)') as until
    from (
      select part.relname::text as name, pg_get_expr(part.relpartbound, part.oid) as bounds
      from pg_inherits join pg_class part on part.oid = inhrelid
      where inhparent = 'event'::regclass
    ) part`);
  return rows
    .flatMap(({ suffix, from, until }) =>
      until === null
        ? []
        : [{ suffix, from: from === null ? null : timeOfUuid(from), until: timeOfUuid(until) }],
    )
    .sort((one, other) => one.until.getTime() - other.until.getTime());
}

/**
 * Creates the partitions of a span and moves the default partition's matching rows there. Does
 * nothing if another process is doing so. Throws if a table stays locked by others.
 */
export function makeLogPartition(database: Database, from: Date, until: Date): Promise<void> {
  return alone(database, async (tx) => {
    const others = await listLogPartitions(tx);
    if (others.some((other) => other.until > from && (other.from ?? from) < until)) return;
    const suffix = toIso(from).slice(0, 'YYYY-MM-DD'.length).replaceAll('-', '');
    const [first, end] = [`'${lowestUuidAt(from)}'`, `'${lowestUuidAt(until)}'`];
    // Blocks writes: a row on its way to the default partition would be rejected there once its own
    // partition exists.
    const roots = LOGS.map(({ log }) => `only ${log}`).join(', ');
    await define(tx, `lock table ${roots} in share row exclusive mode`);
    for (const { log, key, options } of LOGS) {
      const part = `${log}_${suffix}`;
      await define(tx, `create table ${part} (like ${log}_default including all) ${options}`);
      await define(tx, `lock table ${log}_default in access exclusive mode`);
      await define(
        tx,
        `with moved as (delete from ${log}_default where ${key} >= ${first} and ${key} < ${end}
          returning *) insert into ${part} select * from moved`,
      );
      await define(
        tx,
        `alter table ${log} attach partition ${part} for values from (${first}) to (${end})`,
      );
    }
  });
}

/**
 * Drops the partitions of a span unless some of it still has to be sent. Does nothing if another
 * process is doing so. Throws if a table stays locked by others.
 */
export function dropLogPartition(
  database: Database,
  { suffix }: LogPartition,
  now: Date,
): Promise<void> {
  return alone(database, async (tx) => {
    const partitions = await listLogPartitions(tx);
    if (!partitions.some((partition) => partition.suffix === suffix)) return;
    // From here on, none of these can be resent.
    await define(tx, `lock table webhook_delivery_${suffix} in access exclusive mode`);
    const [held] = await tx.query(sql`
      select from ${raw(`webhook_delivery_${suffix}`)} delivery where ${isToSend(now)} limit 1`);
    if (held) return;
    for (const { log } of LOGS) await define(tx, `drop table ${log}_${suffix}`);
  });
}

/**
 * SQL for `delivery`: a worker has leased it, or it is pending for a webhook that isn't disabled.
 */
export function isToSend(now: Date, storeId: Id<'STO'> | Sql = sql`delivery.store_id`): Sql {
  return sql`delivery.status = 'pending' and (delivery.leased_until > ${now}::timestamptz
    or exists (select from webhook
      where webhook.store_id = ${storeId} and webhook.id = delivery.webhook_id
        and webhook.disabled_at is null))`;
}

/** Lets only one process at a time do the work, without blocking writers for long. */
async function alone(database: Database, work: (tx: Tx) => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction(async (tx) => {
        await define(tx, `set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
        await visitNodesInTurn(tx);
        const [lock] = await tx.query<{ isFree: boolean }>(
          sql`select pg_try_advisory_xact_lock(${PARTITION_LOCK}) as "isFree"`,
        );
        if (lock?.isFree) await work(tx);
      });
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isLockTimeout(error)) throw error;
      await pause(PAUSE_MS);
    }
  }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === LOCK_TIMEOUT_CODE;
}

function define(tx: Tx, text: string): Promise<unknown> {
  return tx.query({ text, values: [], isSingleUse: true });
}
