import type { Job } from '../../contract/job.ts';
import { countInTurns } from '../../contract/store-turns.ts';
import { HOUR_MS } from '../../kit/period.ts';
import { addMs } from '../../kit/time.ts';
import { findStoresToPrune, pruneAccounts, pruneStore } from './prune.queries.ts';

/** Rows of each kind deleted per statement, so that locks stay short after a backlog. */
const BATCH = 500;

/** Deletes expired credentials, and mails and abandoned sessions after the retention period. */
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
