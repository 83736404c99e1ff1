import pg from 'pg';
import { statementAttributes, traced } from '../kit/tracing.ts';
import { type Answer, createSender, keepPrepared } from './batch.ts';
import { UnwritableError } from './faults.ts';
import { ConnectionPool, type ConnectionPoolOptions } from './pool.ts';
import type { Queryable, Tx } from './queryable.ts';
import type { ServerClientOptions } from './server-client.ts';
import { type Statement, tell, toPrepared } from './statement.ts';
import { BEGIN, COMMIT, leaveToCommit, ROLLBACK, runTransaction } from './transaction.ts';
import { createWakeUps, WAKE_CHANNEL } from './wake-ups.ts';

export { leaveToCommit };
export type { Queryable, Tx };
export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag';

export interface Database extends Queryable {
  readonly engine: 'postgres' | 'embedded';
  /** Whether connections go through a pooler in transaction mode, where no session outlasts it. */
  readonly isPooled: boolean;
  /** Runs the work in one transaction: commits its result, or rolls back and throws. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs the work on one connection that is reserved for it. */
  session<T>(work: (connection: pg.PoolClient) => Promise<T>): Promise<T>;
  /** Wakes the named job here and, through the server, in other processes. */
  wake(job: string): void;
  /** Calls the listener each time a job is woken. Returns a function that removes the listener. */
  onWake(listener: (job: string) => void): () => void;
  /** Busy and idle connections of the pool, and calls waiting for one. */
  connections(): { readonly busy: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

/** Maximum wait for a connection, as a share of the timeout of a statement. */
const WAIT_SHARE = 0.7;
const INT8 = 20;

const types = { getTypeParser: typeParser } as unknown as pg.CustomTypesConfig;

function typeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8 && format !== 'binary') return BigInt;
  return pg.types.getTypeParser(oid, format as 'text');
}

export interface DatabaseOptions {
  readonly engine: Database['engine'];
  readonly connection: ConnectionPoolOptions;
  /** Maximum connections; the embedded engine always has one. */
  readonly poolSize: number;
  /** Maximum time of a statement in milliseconds; calls wait for a connection for 70 % of it. */
  readonly timeoutMs: number;
  /** Whether connections go through a pooler in transaction mode. */
  readonly isPooled?: boolean;
  /** Where to listen for wake-ups; null if jobs only poll. */
  readonly listenOn: ServerClientOptions | null;
  /** Closes the resources behind the pool. */
  readonly onClose?: () => Promise<void>;
}

/** A pool of connections with prepared statements, transactions and wake-ups. */
export function openDatabase(options: DatabaseOptions): Database {
  const server = options.engine === 'postgres';
  const pool = new ConnectionPool({
    ...options.connection,
    types,
    max: server ? options.poolSize : 1,
    connectionTimeoutMillis: server ? options.timeoutMs * WAIT_SHARE : options.timeoutMs,
    query_timeout: options.timeoutMs + 1_000,
    // A pooler rejects these parameters, so they are set on the database role (docs/operations.md).
    ...(options.isPooled ? {} : timeoutsOf(options)),
    keepAlive: server,
    pipeline: true,
    ...(server ? {} : { idleTimeoutMillis: 0 }),
  });
  // Behind a pooler, a statement prepared on one server connection would be missing on the next.
  if (!options.isPooled) pool.on('connect', keepPrepared);
  // The embedded engine has one session behind all connections. A new connection would collide with
  // statement names that an earlier one prepared.
  if (!server) {
    pool.on('connect', (connection) => connection.query('deallocate all').catch(() => {}));
  }
  const notify = (jobs: readonly string[]) => runStatement(pool, notification(jobs));
  const wakeUps = createWakeUps({
    notify: server ? notify : null,
    isOwn: (processId) => pool.hasBackend(processId),
    listenOn: options.listenOn,
  });
  return {
    engine: options.engine,
    isPooled: options.isPooled ?? false,
    query: (statement) => {
      tell(statement);
      return traced('statement', statementAttributes(statement), () =>
        runStatement(pool, statement),
      );
    },
    transaction: (work) =>
      traced(
        'transaction',
        () => ({}),
        () => runTransaction(pool, work, wakeUps.send),
      ),
    session: (work) => runSession(pool, work),
    wake: wakeUps.send,
    onWake: wakeUps.listen,
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: async () => {
      await wakeUps.close();
      await pool.end();
      await options.onClose?.();
    },
  };
}

/** Timeouts enforced by the server. */
function timeoutsOf({ engine, timeoutMs }: DatabaseOptions): pg.PoolConfig {
  return {
    statement_timeout: timeoutMs,
    idle_in_transaction_session_timeout: engine === 'postgres' ? timeoutMs * 4 : undefined,
  };
}

function notification(jobs: readonly string[]): Statement {
  const text = 'select pg_notify($1, job) from unnest($2::text[]) job';
  return { text, values: [WAKE_CHANNEL, jobs] };
}

/** `pool.query` would drop a connection when a statement fails, although it is still usable. */
async function runStatement<Row>(pool: pg.Pool, statement: Statement): Promise<Row[]> {
  const connection = await pool.connect();
  try {
    const send = createSender(connection);
    const { rows } = await (statement.timeoutMs === undefined
      ? send(toPrepared(statement))
      : sendWithin(send, statement, statement.timeoutMs));
    connection.release();
    return rows as Row[];
  } catch (error) {
    const isWhole = error instanceof pg.DatabaseError || error instanceof UnwritableError;
    connection.release(!isWhole);
    throw error;
  }
}

/** Sent in one write. The session's timeout applies to this statement only. */
async function sendWithin(
  send: ReturnType<typeof createSender>,
  statement: Statement,
  timeoutMs: number,
): Promise<Answer> {
  const sent = [
    send(BEGIN),
    send(toPrepared({ text: `set local statement_timeout = ${timeoutMs}`, values: [] })),
    send(toPrepared(statement)),
    send(COMMIT),
  ] as const;
  try {
    const [, , answer] = await Promise.all(sent);
    return answer;
  } catch (error) {
    await Promise.allSettled(sent);
    await send(ROLLBACK);
    throw error;
  }
}

async function runSession<T>(
  pool: pg.Pool,
  work: (connection: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const connection = await pool.connect();
  try {
    const result = await work(connection);
    connection.release();
    return result;
  } catch (error) {
    connection.release(true);
    throw error;
  }
}
