import type { Job } from '../contract/job.ts';
import { countInTurns } from '../contract/store-turns.ts';
import { deleteOldEvents, findStoresWithOldEvents } from '../events/prune.queries.ts';
import type { Id } from '../kit/id.ts';
import { HOUR_MS } from '../kit/period.ts';
import { addMs } from '../kit/time.ts';

/** Events removed in one statement: short locks, whatever has piled up. */
const BATCH = 500;

/** Keeps the log of events and deliveries for the days given, in small batches. */
export function createPruneEvents(retentionDays: number): Job {
  return {
    name: 'prune-events',
    everyMs: HOUR_MS,
    run: ({ database, now, signal }) => {
      const before = addMs(now(), -retentionDays * 24 * HOUR_MS);
      const find = () => findStoresWithOldEvents(database, before);
      const prune = (storeId: Id<'STO'>, most: number) =>
        deleteOldEvents(database, storeId, before, now(), most);
      return countInTurns({ signal }, find, prune, BATCH);
    },
  };
}
