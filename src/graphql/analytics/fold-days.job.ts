import type { Job, JobContext } from '../../contract/job.ts';
import { countInTurns } from '../../contract/store-turns.ts';
import type { Id } from '../../kit/id.ts';
import { findStoresWithMarks, foldDay, listMarkedDays, lockFolding } from './rollup.queries.ts';

/** Days of a store rolled up in one transaction. */
const BATCH = 10;

/**
 * Rolls up changed days into the sums that analyses read
 * (docs/decisions/0008-analyses-from-sums-by-day.md).
 */
export const foldDays: Job = {
  name: 'fold-days',
  everyMs: 60_000,
  run: async (context) => {
    const find = () => findStoresWithMarks(context.database);
    let isFull = false;
    const fold = async (storeId: Id<'STO'>) => {
      const days = await foldIn(context, storeId);
      isFull ||= days === BATCH;
      return days;
    };
    const folded = await countInTurns(context, find, fold, BATCH);
    // The current day changes constantly: what a partial batch leaves can wait.
    return isFull ? folded : 0;
  },
};

function foldIn({ database }: JobContext, storeId: Id<'STO'>): Promise<number> {
  return database.transaction(async (tx) => {
    if (!(await lockFolding(tx, storeId))) return 0;
    const days = await listMarkedDays(tx, storeId, BATCH);
    for (const day of days) await foldDay(tx, day);
    return days.length;
  });
}
