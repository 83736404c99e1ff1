import type { Job } from '../contract/job.ts';
import { listLogPartitions, makeLogPartition } from '../events/log-partitions.queries.ts';
import { DAY_MS, HOUR_MS } from '../kit/period.ts';
import { addMs } from '../kit/time.ts';

/**
 * Partitions per retention period. More of them would let old rows be dropped sooner, but every
 * claim of deliveries has to check each one.
 */
const PARTITIONS = 6;

/**
 * Creates the log's partitions in advance: the next one always exists. One that a wrong clock once
 * created in the future leaves no gap before it.
 */
export function createPartitionLogs(retentionDays: number): Job {
  const spanMs = Math.ceil(retentionDays / PARTITIONS) * DAY_MS;
  return {
    name: 'partition-logs',
    everyMs: HOUR_MS,
    run: async ({ database, now }) => {
      const time = now();
      const end = addMs(time, spanMs);
      let from = new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS);
      const fillUntil = async (next: Date | null) => {
        while (from < end && (next === null || from < next)) {
          const until = addMs(from, spanMs);
          const own = next !== null && next < until ? next : until;
          await makeLogPartition(database, from, own);
          from = own;
        }
      };
      for (const partition of await listLogPartitions(database)) {
        if (partition.from !== null) await fillUntil(partition.from);
        if (partition.until > from) from = partition.until;
      }
      await fillUntil(null);
      return 0;
    },
  };
}
