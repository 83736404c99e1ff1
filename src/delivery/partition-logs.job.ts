import type { Job } from '../contract/job.ts';
import { listLogPartitions, makeLogPartition } from '../events/log-partitions.queries.ts';
import { DAY_MS, HOUR_MS } from '../kit/period.ts';
import { addMs } from '../kit/time.ts';

/**
 * Partitions per retention period. More of them would let old rows be dropped sooner, but every
 * claim of deliveries has to check each one.
 */
const PARTITIONS = 6;

/** Creates the log's partitions in advance: the next one always exists. */
export function createPartitionLogs(retentionDays: number): Job {
  const spanMs = Math.ceil(retentionDays / PARTITIONS) * DAY_MS;
  return {
    name: 'partition-logs',
    everyMs: HOUR_MS,
    run: async ({ database, now }) => {
      const time = now();
      const latest = (await listLogPartitions(database)).at(-1);
      const today = new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS);
      let from = latest && latest.until > today ? latest.until : today;
      for (; from < addMs(time, spanMs); from = addMs(from, spanMs)) {
        await makeLogPartition(database, from, addMs(from, spanMs));
      }
      return 0;
    },
  };
}
