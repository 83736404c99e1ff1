import type { Job } from '../../contract/job.ts';
import { foldDay, listMarkedDays, lockFolding } from './rollup.queries.ts';

/** Days of stores folded in one transaction. */
const BATCH = 10;

/**
 * Folds the days that changed into the sums that analyses read
 * (docs/decisions/0008-analyses-from-sums-by-day.md).
 */
export const foldDays: Job = {
  name: 'fold-days',
  everyMs: 60_000,
  run: ({ database }) =>
    database.transaction(async (tx) => {
      if (!(await lockFolding(tx))) return 0;
      const days = await listMarkedDays(tx, BATCH);
      for (const day of days) await foldDay(tx, day);
      // Today changes all the time: what a batch that is not full leaves behind can wait.
      return days.length < BATCH ? 0 : days.length;
    }),
};
