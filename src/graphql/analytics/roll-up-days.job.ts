import type { Job, JobContext } from '../../contract/job.ts';
import { countInTurns } from '../../contract/store-turns.ts';
import type { Id } from '../../kit/id.ts';
import type { Pace } from './pace.ts';
import { findStoresWithMarks, listMarkedDays, lockRollup, rollUpDay } from './rollup.queries.ts';

/** Days of a store rolled up in one transaction. */
const BATCH = 10;

/**
 * Rolls up changed days into the sums that analyses read
 * (docs/decisions/0008-analyses-from-sums-by-day.md). Without a pace, it never rests.
 */
export function createRollUpDays(pace: Pace | null = null): Job {
  return {
    name: 'roll-up-days',
    everyMs: 60_000,
    run: async (context) => {
      const find = () => findStoresWithMarks(context.database);
      let isFull = false;
      const rollUp = async (storeId: Id<'STO'>) => {
        const startedAt = performance.now();
        const days = await rollUpIn(context, storeId);
        // A backlog, such as after an import, is worked off without rests.
        isFull ||= days === BATCH;
        if (days < BATCH) await pace?.restAfter(performance.now() - startedAt, context.signal);
        return days;
      };
      const rolledUp = await countInTurns(context, find, rollUp, BATCH);
      // The current day changes constantly: what a partial batch leaves can wait.
      return isFull ? rolledUp : 0;
    },
  };
}

function rollUpIn({ database }: JobContext, storeId: Id<'STO'>): Promise<number> {
  return database.transaction(async (tx) => {
    if (!(await lockRollup(tx, storeId))) return 0;
    const days = await listMarkedDays(tx, storeId, BATCH);
    for (const day of days) await rollUpDay(tx, day);
    return days.length;
  });
}
