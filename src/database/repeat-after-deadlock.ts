import { setTimeout as pause } from 'node:timers/promises';
import { raised } from './constraint.ts';

const DEADLOCK = '40P01';
const MAX_TRIES = 3;
/** Longest pause, so that those who met don't meet again. */
const MAX_PAUSE_MS = 50;

/**
 * Repeats a transaction that the database ended because it and another waited for each other's
 * locks. On a single server the order of locks rules that out; on a cluster, rows that are copied
 * to every node are locked on several nodes at once.
 */
export async function repeatAfterDeadlock<T>(transact: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact();
    } catch (error) {
      if (attempt === MAX_TRIES || !raised(error, DEADLOCK)) throw error;
      await pause(Math.random() * MAX_PAUSE_MS);
    }
  }
}
