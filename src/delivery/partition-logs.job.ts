import type { Job } from '../contract/job.ts';
import { listLogPartitions, makeLogPartition } from '../events/log-partitions.queries.ts';
import { DAY_MS, HOUR_MS } from '../kit/period.ts';
import { addMs } from '../kit/time.ts';

/**
 * Partitions in the time that the log is kept for. More would let it go sooner after that time, and
 * each costs every claim of deliveries a look.
 */
const PARTITIONS = 6;

/** Makes the log's partitions ahead: there is always the next one, too. */
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
