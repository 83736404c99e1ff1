import type { Duplex } from 'node:stream';
import type pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { statementAttributes, traced } from '../kit/tracing.ts';
import type { Tx } from './database.ts';
import { toQuery } from './statement.ts';

/**
 * The connection is taken and `begin` sent with the first statement, in one write with it: work
 * that asks the database nothing costs it nothing.
 */
export async function runTransaction<T>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<T>,
  nudge: (job: string) => void,
): Promise<T> {
  const woken = new Set<string>();
  const transaction: { opened?: Promise<Opened> } = {};
  const tx: Tx = {
    query: async <Row>(statement: Sql) => {
      transaction.opened ??= begin(pool);
      const { connection } = await transaction.opened;
      const sent = () => send(connection, toQuery(statement));
      const { rows } = await traced('statement', statementAttributes(statement), sent);
      return rows as Row[];
    },
    nudge: (job) => woken.add(job),
  };
  let result: T;
  try {
    result = await work(tx);
    await (await transaction.opened)?.begun;
  } catch (error) {
    await transaction.opened?.then(rollBack, () => {});
    throw error;
  }
  await transaction.opened?.then(commit);
  for (const job of woken) nudge(job);
  return result;
}

interface Opened {
  readonly connection: pg.PoolClient;
  /** Settles with the answer to `begin`, which nobody waits for before the first statement. */
  readonly begun: Promise<unknown>;
}

async function begin(pool: pg.Pool): Promise<Opened> {
  const connection = await pool.connect();
  const begun = send(connection, 'begin');
  begun.catch(() => {});
  return { connection, begun };
}

async function commit({ connection }: Opened): Promise<void> {
  try {
    const { command } = await send(connection, 'commit');
    // A transaction whose statement failed unnoticed answers COMMIT with ROLLBACK.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back by the database');
    connection.release();
  } catch (error) {
    // Whether it committed is unknown here: the connection must not be used again.
    connection.release(true);
    throw error;
  }
}

async function rollBack({ connection }: Opened): Promise<void> {
  try {
    await connection.query('rollback');
    connection.release();
  } catch {
    connection.release(true);
  }
}

/**
 * Sends a statement in one write with all others of the same turn: a write to a socket costs more
 * than most of the statements it carries.
 */
function send(
  connection: pg.PoolClient,
  statement: string | pg.QueryConfig,
): Promise<pg.QueryResult> {
  const { stream } = (connection as unknown as { connection: { stream: Duplex } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
  return connection.query(statement);
}
