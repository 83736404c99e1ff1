import { readdirSync, readFileSync } from 'node:fs';
import { type Queryable, sql } from '../../../src/database/database.ts';
import type { Journal } from '../chaos/journal.ts';
import type { Place } from '../chaos/place.ts';

/** Measurements at one time; counters grow from the start of the services. */
export interface Sample {
  readonly seconds: number;
  readonly requests: number;
  readonly residentMb: number;
  readonly handles: number;
  readonly connections: number;
  readonly rows: number;
  readonly deadRows: number;
  readonly tableBytes: number;
  readonly indexBytes: number;
  readonly walBytes: number;
  /** Whole pages in the WAL: the first change of a page after a checkpoint writes all of it. */
  readonly walPages: number;
  readonly logBytes: number;
  /** For the requests since the previous sample, in milliseconds. */
  readonly p99: number;
}

export type Measure = (seconds: number) => Promise<Sample>;

/**
 * Samples the processes, the database and the journal; each call's p99 covers the time since the
 * previous call.
 */
export function openMeasure(
  database: Queryable,
  places: readonly Place[],
  journal: Journal,
): Measure {
  let seen = journal.exchanges.length;
  return async (seconds) => {
    const pids = places.flatMap((place) => place.current()?.pid ?? []);
    const [row] = await database.query<DatabaseFigures>(FIGURES);
    if (!row) throw new Error('The database returned no figures');
    const fresh = journal.exchanges.slice(seen);
    seen = journal.exchanges.length;
    return {
      ...{ seconds, requests: seen },
      residentMb: sum(pids.map(residentMb)),
      handles: sum(pids.map((pid) => readdirSync(`/proc/${pid}/fd`).length)),
      ...row,
      logBytes: sum(places.map((place) => place.current()?.printed() ?? 0)),
      p99: quantile(
        fresh.map(({ startedAt, endedAt }) => endedAt - startedAt),
        0.99,
      ),
    };
  };
}

type DatabaseFigures = Pick<
  Sample,
  'connections' | 'rows' | 'deadRows' | 'tableBytes' | 'indexBytes' | 'walBytes' | 'walPages'
>;

const FIGURES = sql`
  select (select count(*)::int from pg_stat_activity where datname = current_database())
      as connections,
    (select sum(n_live_tup)::float8 from pg_stat_user_tables) as rows,
    (select sum(n_dead_tup)::float8 from pg_stat_user_tables) as "deadRows",
    (select sum(pg_table_size(relid))::float8 from pg_stat_user_tables) as "tableBytes",
    (select sum(pg_indexes_size(relid))::float8 from pg_stat_user_tables) as "indexBytes",
    pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as "walBytes",
    (select wal_fpi::float8 from pg_stat_wal) as "walPages"`;

function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
