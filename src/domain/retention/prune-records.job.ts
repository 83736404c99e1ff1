import type { Job } from '../../contract/job.ts';
import { addMs } from '../../kit/time.ts';
import { pruneRows } from './prune.queries.ts';

/** Rows of each kind removed in one statement: short locks, whatever has piled up. */
const BATCH = 500;
const HOUR_MS = 60 * 60 * 1_000;

/** Removes what is over: ways in that expired, and mails and abandoned sessions after the days. */
export function createPruneRecords(retentionDays: number): Job {
  return {
    name: 'prune-records',
    everyMs: HOUR_MS,
    run: ({ database, now: currentTime }) => {
      const time = currentTime();
      return pruneRows(database, time, addMs(time, -retentionDays * 24 * HOUR_MS), BATCH);
    },
  };
}
