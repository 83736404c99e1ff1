import { setTimeout as pause } from 'node:timers/promises';
import { raised } from './constraint.ts';
import type { Queryable } from './database.ts';
import { UnavailableError } from './faults.ts';

const DEADLOCK = '40P01';
const FOREIGN_KEY_VIOLATION = '23503';
const MAX_TRIES = 3;
/** Longest pause, so that those who met don't meet again. */
const MAX_PAUSE_MS = 50;

/**
 * Repeats a transaction that failed because of others. On a single server, the order of locks rules
 * out deadlocks, but on a cluster, rows that are copied to every node are locked on several nodes at
 * once. On a cluster, a store may also move during the transaction: then one statement may use
 * another node than the next, and a node refuses a reference, or our own checks find rows that don't
 * fit together. Throws `UnavailableError` if a node refuses references for longer.
 */
export async function repeatTransaction<T>(
  { guardsStores = false }: Pick<Queryable, 'guardsStores'>,
  transact: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact();
    } catch (error) {
      const isReference = guardsStores && raised(error, FOREIGN_KEY_VIOLATION);
      const mayBeMoving = isReference || (guardsStores && isDefect(error));
      if (!mayBeMoving && !raised(error, DEADLOCK)) throw error;
      if (attempt === MAX_TRIES) throw isReference ? asUnavailable(error as Error) : error;
      await pause(Math.random() * MAX_PAUSE_MS);
    }
  }
}

/** Whether it is a plain `Error`, as our own checks throw; what is expected has a class. */
function isDefect(error: unknown): boolean {
  return error instanceof Error && error.constructor === Error;
}

function asUnavailable(error: Error): UnavailableError {
  return new UnavailableError(error.message, 'moving', error);
}
