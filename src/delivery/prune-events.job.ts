import type { Job } from '../contract/job.ts';
import { countInTurns } from '../contract/store-turns.ts';
import { dropLogPartition, listLogPartitions } from '../events/log-partitions.queries.ts';
import { deleteOldEvents, findStoresWithOldEvents } from '../events/prune.queries.ts';
import type { Id } from '../kit/id.ts';
import { DAY_MS, HOUR_MS } from '../kit/period.ts';
import { addMs } from '../kit/time.ts';

/** Events deleted in one statement, for short locks even with a large backlog. */
const BATCH = 500;

/**
 * Keeps the log of events and deliveries for the given number of days: drops expired partitions and
 * deletes expired rows elsewhere in small batches. Deletes nothing from a partly expired partition,
 * except from the first one, which may contain years of log.
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
