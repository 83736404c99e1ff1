import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import pg from 'pg';
import type { Sql } from 'sql-template-tag';

export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag';

/** Where statements run: a transaction, or the pool. */
export interface Queryable {
  /** The rows of one statement, prepared under a name derived from its text. */
  query<Row>(statement: Sql): Promise<Row[]>;
}

/** An open transaction. */
export interface Tx extends Queryable {
  /** Wakes the named job once this transaction has committed. */
  nudge(job: string): void;
}

export interface Database extends Queryable {
  readonly engine: 'postgres' | 'embedded';
  /** Runs the work in one transaction: commits its result, or rolls back and throws. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs the work on one connection that nobody else uses meanwhile. */
  session<T>(work: (connection: pg.PoolClient) => Promise<T>): Promise<T>;
  /** Wakes the named job here and, through the server, in other processes. */
  nudge(job: string): void;
  /** Calls back for every nudge; gives the way to stop listening. */
  onNudge(listener: (job: string) => void): () => void;
  close(): Promise<void>;
}

const INT8 = 20;
const NUDGE_CHANNEL = 'tillgate_nudge';
/** Milliseconds within which nudges of one job are sent to other processes once. */
const NUDGE_PAUSE_MS = 20;
/** Milliseconds before the connection that receives nudges is opened again. */
const RECONNECT_PAUSE_MS = 1_000;

const types = { getTypeParser: typeParser } as unknown as pg.CustomTypesConfig;

function typeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8 && format !== 'binary') return BigInt;
  return pg.types.getTypeParser(oid, format as 'text');
}

const statementNames = new Map<string, string>();

/** A name of at most 63 bytes for a statement's text: the same text is prepared once. */
function statementName(text: string): string {
  let name = statementNames.get(text);
  if (name === undefined) {
    name = `t${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
    statementNames.set(text, name);
  }
  return name;
}

function toQuery(statement: Sql): pg.QueryConfig {
  const text = statement.text;
  return { name: statementName(text), text, values: statement.values as unknown[] };
}

export interface DatabaseOptions {
  readonly engine: Database['engine'];
  readonly connection: pg.PoolConfig;
  /** Connections; the embedded engine always has one. */
  readonly poolSize: number;
  /** Longest wait for a connection and for a statement, in milliseconds. */
  readonly timeoutMs: number;
  /** Closes what lies behind the pool. */
  readonly onClose?: () => Promise<void>;
}

/** A pool of connections with prepared statements, transactions and nudges. */
export function openDatabase(options: DatabaseOptions): Database {
  const server = options.engine === 'postgres';
  const pool = new pg.Pool({
    ...options.connection,
    types,
    max: server ? options.poolSize : 1,
    connectionTimeoutMillis: options.timeoutMs,
    statement_timeout: options.timeoutMs,
    query_timeout: options.timeoutMs + 1_000,
    idle_in_transaction_session_timeout: server ? options.timeoutMs * 4 : undefined,
    keepAlive: server,
    pipeline: true,
    ...(server ? {} : { idleTimeoutMillis: 0 }),
  });
  // A lost idle connection is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => {});
  const nudges = createNudges(pool, options);
  return {
    engine: options.engine,
    query: async <Row>(statement: Sql) => (await pool.query(toQuery(statement))).rows as Row[],
    transaction: (work) => runTransaction(pool, work, nudges.send),
    session: (work) => runSession(pool, work),
    nudge: nudges.send,
    onNudge: nudges.listen,
    close: async () => {
      await nudges.close();
      await pool.end();
      await options.onClose?.();
    },
  };
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

async function runTransaction<T>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<T>,
  nudge: (job: string) => void,
): Promise<T> {
  const connection = await pool.connect();
  const woken = new Set<string>();
  const tx: Tx = {
    query: async <Row>(statement: Sql) =>
      (await connection.query(toQuery(statement))).rows as Row[],
    nudge: (job) => woken.add(job),
  };
  let result: T;
  try {
    // Not awaited: the first statement travels behind it in the same write.
    const begun = connection.query('begin');
    begun.catch(() => {});
    result = await work(tx);
    await begun;
  } catch (error) {
    await rollBack(connection);
    throw error;
  }
  await commit(connection);
  for (const job of woken) nudge(job);
  return result;
}

async function commit(connection: pg.PoolClient): Promise<void> {
  try {
    const { command } = await connection.query('commit');
    // A transaction whose statement failed unnoticed answers COMMIT with ROLLBACK.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back by the database');
    connection.release();
  } catch (error) {
    // Whether it committed is unknown here: the connection must not be used again.
    connection.release(true);
    throw error;
  }
}

async function rollBack(connection: pg.PoolClient): Promise<void> {
  try {
    await connection.query('rollback');
    connection.release();
  } catch {
    connection.release(true);
  }
}

interface Nudges {
  send(job: string): void;
  listen(listener: (job: string) => void): () => void;
  close(): Promise<void>;
}

/** Nudges are hints, never truth: one that is lost costs a job's `everyMs`, nothing else. */
function createNudges(pool: pg.Pool, options: DatabaseOptions): Nudges {
  const local = new EventEmitter().setMaxListeners(0);
  const waiting = new Map<string, NodeJS.Timeout>();
  let receiver: pg.Client | null = null;
  let closed = false;
  const sendToOthers = (job: string) => {
    if (options.engine !== 'postgres' || waiting.has(job)) return;
    const send = () => {
      waiting.delete(job);
      pool.query('select pg_notify($1, $2)', [NUDGE_CHANNEL, job]).catch(() => {});
    };
    waiting.set(job, setTimeout(send, NUDGE_PAUSE_MS));
  };
  const receive = async () => {
    receiver = new pg.Client(options.connection);
    receiver.on('error', () => {});
    receiver.on('end', () => {
      receiver = null;
      if (!closed) setTimeout(receiveAgain, RECONNECT_PAUSE_MS).unref();
    });
    receiver.on('notification', ({ payload }) => local.emit('nudge', payload));
    await receiver.connect();
    await receiver.query(`listen ${NUDGE_CHANNEL}`);
  };
  const receiveAgain = () => {
    if (!closed && receiver === null) receive().catch(() => {});
  };
  return {
    send: (job) => {
      local.emit('nudge', job);
      sendToOthers(job);
    },
    listen: (listener) => {
      local.on('nudge', listener);
      if (options.engine === 'postgres') receiveAgain();
      return () => local.off('nudge', listener);
    },
    close: async () => {
      closed = true;
      for (const timer of waiting.values()) clearTimeout(timer);
      await receiver?.end().catch(() => {});
    },
  };
}
