import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Database, sql } from './database.ts';
import type { Statement } from './statement.ts';

/** Times that the replica is asked whether it has caught up, and milliseconds in between. */
const MAX_LOOKS = 3;
const PAUSE_MS = 5;
/** PostgreSQL's codes for what a replica fails at and the primary does not. */
const REPLICA_FAULTS = ['40001', '40P01', '57P01', '57P02', '57P03'];

/** Where reads go: to the primary, or to a replica that knows all that was committed. */
export type Reader = Pick<Database, 'query'>;

export interface ReplicaOptions {
  readonly primary: Database;
  readonly replica: Database;
  /** Told of every read where it went. */
  readonly onRead: (from: 'primary' | 'replica') => void;
}

/**
 * Reads from the replica what is as new there as on the primary at the moment of the call, and
 * from the primary otherwise. So everybody reads what anybody was told to be
 * done, whichever process did it. A replica that is away or behind costs speed, never truth.
 */
export function createReader({ primary, replica, onRead }: ReplicaOptions): Reader {
  const currentLsn = shareOfOneTurn(() => readLsn(primary));
  return {
    query: async <Row>(statement: Statement) => {
      if (await hasCaughtUp(replica, await currentLsn())) {
        try {
          const rows = await replica.query<Row>(statement);
          onRead('replica');
          return rows;
        } catch (error) {
          if (!isReplicaFault(error)) throw error;
        }
      }
      onRead('primary');
      return primary.query<Row>(statement);
    },
  };
}

/** Up to where everything is on disk that anybody was told to be committed. */
async function readLsn(primary: Database): Promise<string> {
  const [row] = await primary.query<{ lsn: string }>(
    sql`select pg_current_wal_flush_lsn()::text as lsn`,
  );
  return row?.lsn ?? '';
}

async function hasCaughtUp(replica: Database, lsn: string): Promise<boolean> {
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
    return false;
  }
}

/** A connection that broke, or a statement that stood in the way of the replay. */
function isReplicaFault(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || REPLICA_FAULTS.includes(error.code ?? '');
}

/** One call for all that ask in the same turn; who asks later gets a later answer. */
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
