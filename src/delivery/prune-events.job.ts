import type { Job } from '../contract/job.ts';
import { countInTurns } from '../contract/store-turns.ts';
import { dropLogPartition, listLogPartitions } from '../events/log-partitions.queries.ts';
import { deleteOldEvents, findStoresWithOldEvents } from '../events/prune.queries.ts';
import type { Id } from '../kit/id.ts';
import { DAY_MS, HOUR_MS } from '../kit/period.ts';
import { addMs } from '../kit/time.ts';

/** Events removed in one statement: short locks, whatever has piled up. */
const BATCH = 500;

/**
 * Keeps the log of events and deliveries for the days given: drops partitions that are over, and
 * deletes, in small batches, what is over outside of them. Of a partition that is over in part,
 * nothing is deleted; of the first one, which may hold the log of years, everything.
 */
export function createPruneEvents(retentionDays: number): Job {
  return {
    name: 'prune-events',
    everyMs: HOUR_MS,
    run: async ({ database, now, signal }) => {
      const before = addMs(now(), -retentionDays * DAY_MS);
      const partitions = await listLogPartitions(database);
      for (const partition of partitions) {
        if (signal.aborted || partition.until > before) break;
        await dropLogPartition(database, partition, now());
      }
      const partly = partitions.find(
        ({ from, until }) => from !== null && from <= before && before < until,
      );
      const end = partly?.from ?? before;
      const find = () => findStoresWithOldEvents(database, end);
      const prune = (storeId: Id<'STO'>, most: number) =>
        deleteOldEvents(database, storeId, end, now(), most);
      return countInTurns({ signal }, find, prune, BATCH);
    },
  };
}
