import pg from 'pg';
import { statementAttributes, traced } from '../kit/tracing.ts';
import { type Answer, createSender, keepPrepared, UnwritableError } from './batch.ts';
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
  /** Runs the work in one transaction: commits its result, or rolls back and throws. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs the work on one connection that nobody else uses meanwhile. */
  session<T>(work: (connection: pg.PoolClient) => Promise<T>): Promise<T>;
  /** Wakes the named job here and, through the server, in other processes. */
  wake(job: string): void;
  /** Calls back each time a job is woken; gives the way to stop listening. */
  onWake(listener: (job: string) => void): () => void;
  /** The pool's connections that work and that wait for work, and the calls that wait for one. */
  connections(): { readonly busy: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

const INT8 = 20;

const types = { getTypeParser: typeParser } as unknown as pg.CustomTypesConfig;

function typeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8 && format !== 'binary') return BigInt;
  return pg.types.getTypeParser(oid, format as 'text');
}

export interface DatabaseOptions {
  readonly engine: Database['engine'];
  readonly connection: ConnectionPoolOptions;
  /** Connections; the embedded engine always has one. */
  readonly poolSize: number;
  /** Longest wait for a connection and for a statement, in milliseconds. */
  readonly timeoutMs: number;
  /** A pooler lies between that gives out server connections by transaction. */
  readonly isPooled?: boolean;
  /** Where wake-ups are received; null: nowhere, jobs poll. */
  readonly listenOn: ServerClientOptions | null;
  /** Closes what lies behind the pool. */
  readonly onClose?: () => Promise<void>;
}

/** A pool of connections with prepared statements, transactions and wake-ups. */
export function openDatabase(options: DatabaseOptions): Database {
  const server = options.engine === 'postgres';
  const pool = new ConnectionPool({
    ...options.connection,
    types,
    max: server ? options.poolSize : 1,
    connectionTimeoutMillis: options.timeoutMs,
    query_timeout: options.timeoutMs + 1_000,
    // A pooler refuses them; its server's role has them (docs/operations.md).
    ...(options.isPooled ? {} : timeoutsOf(options)),
    keepAlive: server,
    pipeline: true,
    ...(server ? {} : { idleTimeoutMillis: 0 }),
  });
  // Behind a pooler a statement prepared on one server connection would be missing on the next.
  if (!options.isPooled) pool.on('connect', keepPrepared);
  // The embedded engine has one session behind all connections: a new one inherits the names of the
  // statements that an earlier one prepared, and would collide with them.
  if (!server) {
    pool.on('connect', (connection) => connection.query('deallocate all').catch(() => {}));
  }
  const notify = (job: string) => runStatement(pool, notification(job));
  const wakeUps = createWakeUps({ notify: server ? notify : null, listenOn: options.listenOn });
  return {
    engine: options.engine,
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

/** Deadlines that the server itself keeps. */
function timeoutsOf({ engine, timeoutMs }: DatabaseOptions): pg.PoolConfig {
  return {
    statement_timeout: timeoutMs,
    idle_in_transaction_session_timeout: engine === 'postgres' ? timeoutMs * 4 : undefined,
  };
}

function notification(job: string): Statement {
  return { text: 'select pg_notify($1, $2)', values: [WAKE_CHANNEL, job] };
}

/** `pool.query` would drop the connection of a refused statement, which is whole and worth keeping. */
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

/** All in one write: the deadline of the session holds for the statement alone. */
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
