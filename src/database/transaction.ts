import type pg from 'pg';
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
 * The connection is taken and `begin` sent with the first statement, in one write with it: work
 * that asks the database nothing costs it nothing. Throws `UnknownOutcomeError` when the connection
 * is lost at the commit.
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
 * Nobody waits for what was sent: it travels with the commit, which fails when it failed. For what a
 * transaction writes last and asks nothing of.
 */
export function leaveToCommit(sent: Promise<unknown>): void {
  sent.catch(() => {});
}

interface Opened {
  readonly connection: pg.PoolClient;
  readonly send: (statement: Prepared) => Promise<Answer>;
  /** Settles with the answer to `begin`, which nobody waits for before the first statement. */
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
    // A transaction whose statement failed unnoticed answers COMMIT with ROLLBACK.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back by the database');
    // It warns of a commit that an interrupted wait left without its copy on the standby.
    if (warnings.length > 0) throw new UnknownOutcomeError('Committed with a warning');
    connection.release();
  } catch (error) {
    // Whether it committed is unknown here: the connection must not be used again.
    connection.release(true);
    // A server that has run out of something refused a statement that went with the commit.
    if (!(error instanceof UnavailableError) || error.code?.startsWith('53')) throw error;
    throw new UnknownOutcomeError(`Lost at COMMIT: ${error.message}`, { cause: error });
  } finally {
    connection.off('notice', warn);
  }
}

/** Goes the same way as the statements, so that it overtakes none. */
async function rollBack({ connection, send }: Opened): Promise<void> {
  try {
    await send(ROLLBACK);
    connection.release();
  } catch {
    connection.release(true);
  }
}
