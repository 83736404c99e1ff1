import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Database, sql } from './database.ts';
import type { Statement } from './statement.ts';

/** How often to check whether the replica has caught up, and milliseconds in between. */
const MAX_LOOKS = 3;
const PAUSE_MS = 5;
/** Maximum wait for the replica's answer, and milliseconds without it after a failure. */
const MAX_LOOK_MS = 500;
const AWAY_MS = 5_000;
/** PostgreSQL's codes for failures on a replica, such as a conflict with recovery. */
const REPLICA_FAULTS = ['40001', '40P01', '57P01', '57P02', '57P03'];

/** Runs reads on the primary, or on a replica that has everything committed so far. */
export type Reader = Pick<Database, 'query'>;

export interface ReplicaOptions {
  readonly primary: Database;
  readonly replica: Database;
  /** Called for every read with where it ran. */
  readonly onRead: (from: 'primary' | 'replica') => void;
}

/**
 * Reads from the replica if it is as current as the primary at the time of the call, and from the
 * primary otherwise. Reads therefore see every acknowledged write, whichever process made it. A
 * replica that lags or is unavailable costs speed, never correctness; one that fails or hangs isn't
 * asked again for a while.
 */
export function createReader({ primary, replica, onRead }: ReplicaOptions): Reader {
  const currentLsn = shareOfOneTurn(() => readLsn(primary));
  let awayUntil = Number.NEGATIVE_INFINITY;
  const leaveAlone = () => {
    awayUntil = performance.now() + AWAY_MS;
  };
  const isCurrent = async () => {
    if (performance.now() < awayUntil) return false;
    const looked = await within(MAX_LOOK_MS, hasCaughtUp(replica, await currentLsn()));
    if (looked === null) leaveAlone();
    return looked === true;
  };
  return {
    query: async <Row>(statement: Statement) => {
      if (await isCurrent()) {
        try {
          const rows = await replica.query<Row>(statement);
          onRead('replica');
          return rows;
        } catch (error) {
          if (!(error instanceof pg.DatabaseError)) leaveAlone();
          else if (!REPLICA_FAULTS.includes(error.code ?? '')) throw error;
        }
      }
      onRead('primary');
      return primary.query<Row>(statement);
    },
  };
}

/** The log position up to which every acknowledged commit is on disk. */
async function readLsn(primary: Database): Promise<string> {
  const [row] = await primary.query<{ lsn: string }>(
    sql`select pg_current_wal_flush_lsn()::text as lsn`,
  );
  return row?.lsn ?? '';
}

/** Null if the replica can't be asked. */
async function hasCaughtUp(replica: Database, lsn: string): Promise<boolean | null> {
  try {
    for (let look = 1; ; look += 1) {
      const [row] = await replica.query<{ fresh: boolean | null }>(
        sql`select pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as fresh`,
      );
      if (row?.fresh === true) return true;
      if (look === MAX_LOOKS) return false;
      await pause(PAUSE_MS);
    }
  } catch {
    return null;
  }
}

/** The value, or null if it takes longer. */
async function within<T>(ms: number, value: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  return Promise.race([value, late]).finally(() => clearTimeout(timer));
}

/** Shares one call among requests of the same event loop turn; later requests make a new call. */
function shareOfOneTurn<T>(call: () => Promise<T>): () => Promise<T> {
  let shared: Promise<T> | null = null;
  return () => {
    shared ??= new Promise<T>((resolve, reject) => {
      setImmediate(() => {
        shared = null;
        call().then(resolve, reject);
      });
    });
    return shared;
  };
}
