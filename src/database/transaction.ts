import pg from 'pg';
import { statementAttributes, traced } from '../kit/tracing.ts';
import { type Answer, createSender } from './batch.ts';
import { UnavailableError, UnknownOutcomeError } from './faults.ts';
import type { Tx } from './queryable.ts';
import { type Statement, tell, toPrepared } from './statement.ts';
import type { Prepared } from './wire.ts';

export const BEGIN = toPrepared({ text: 'begin', values: [] });
export const COMMIT = toPrepared({ text: 'commit', values: [] });
export const ROLLBACK = toPrepared({ text: 'rollback', values: [] });

/**
 * Takes a connection and sends `begin` together with the first statement, so work that runs no
 * statement costs no round trip. Throws `UnknownOutcomeError` when the connection is lost during
 * commit.
 */
export async function runTransaction<T>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<T>,
  wake: (job: string) => void,
): Promise<T> {
  const woken = new Set<string>();
  const transaction: { opened?: Promise<Opened> } = {};
  const tx: Tx = {
    query: async <Row>(statement: Statement) => {
      tell(statement);
      transaction.opened ??= begin(pool);
      const { send } = await transaction.opened;
      const sent = () => send(toPrepared(statement));
      const { rows } = await traced('statement', statementAttributes(statement), sent);
      return rows as Row[];
    },
    wake: (job) => woken.add(job),
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
  for (const job of woken) wake(job);
  return result;
}

/**
 * Leaves a statement to the commit, which fails if the statement fails. For a transaction's last
 * writes whose results aren't needed.
 */
export function leaveToCommit(sent: Promise<unknown>): void {
  sent.catch(() => {});
}

interface Opened {
  readonly connection: pg.PoolClient;
  readonly send: (statement: Prepared) => Promise<Answer>;
  /** Settles with the response to `begin`, which isn't awaited before the first statement. */
  readonly begun: Promise<unknown>;
}

async function begin(pool: pg.Pool): Promise<Opened> {
  const connection = await pool.connect();
  const send = createSender(connection);
  const begun = send(BEGIN);
  begun.catch(() => {});
  return { connection, send, begun };
}

async function commit({ connection, send }: Opened): Promise<void> {
  const warnings: unknown[] = [];
  const warn = (warning: unknown) => warnings.push(warning);
  connection.on('notice', warn);
  try {
    const { command } = await send(COMMIT);
    // COMMIT answers ROLLBACK if a statement failed unnoticed.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back by the database');
    // The server warns if an interrupted wait committed without the standby having a copy.
    if (warnings.length > 0) throw new UnknownOutcomeError('Committed with a warning');
    connection.release();
  } catch (error) {
    // The server reports an error before it releases the transaction's locks.
    if (error instanceof pg.DatabaseError) await send(ROLLBACK).catch(() => {});
    // Whether it committed is unknown here: the connection must not be used again.
    connection.release(true);
    // A server that ran out of a resource rejected a statement sent with the commit.
    if (!(error instanceof UnavailableError) || error.code?.startsWith('53')) throw error;
    throw new UnknownOutcomeError(`Lost at COMMIT: ${error.message}`, { cause: error });
  } finally {
    connection.off('notice', warn);
  }
}

/** Sent through the same queue as the statements, so that it can't overtake them. */
async function rollBack({ connection, send }: Opened): Promise<void> {
  try {
    await send(ROLLBACK);
    connection.release();
  } catch {
    connection.release(true);
  }
}
