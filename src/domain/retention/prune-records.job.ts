import type { Job } from '../../contract/job.ts';
import { countInTurns } from '../../contract/store-turns.ts';
import { HOUR_MS } from '../../kit/period.ts';
import { addMs } from '../../kit/time.ts';
import { findStoresToPrune, pruneAccounts, pruneStore } from './prune.queries.ts';

/** Rows of each kind removed in one statement: short locks, whatever has piled up. */
const BATCH = 500;

/** Removes what is over: ways in that expired, and mails and abandoned sessions after the days. */
export function createPruneRecords(retentionDays: number): Job {
  return {
    name: 'prune-records',
    everyMs: HOUR_MS,
    run: async ({ database, now: currentTime, signal }) => {
      const now = currentTime();
      const times = { now, before: addMs(now, -retentionDays * 24 * HOUR_MS) };
      const ofAccounts = await pruneAccounts(database, times, BATCH);
      const ofStores = await countInTurns(
        { signal },
        () => findStoresToPrune(database, times),
        (storeId, most) => pruneStore(database, storeId, times, most),
        BATCH,
      );
      return ofAccounts + ofStores;
    },
  };
}
