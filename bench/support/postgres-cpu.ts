import { type Queryable, sql } from '../../src/database/database.ts';
import { isOnCluster } from './bench-server.ts';
import { cpuMicroseconds } from './service.ts';

const BACKENDS = sql`select pid from pg_stat_activity where datname = current_database()`;
/** Also those on a cluster's nodes, where the database has the same name. */
const BACKENDS_OF_CLUSTER = sql`
  ${BACKENDS} union all
  select unnest(result::int[]) from run_command_on_workers(
    'select array_agg(pid) from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid()')`;

/**
 * CPU microseconds used so far by each running process of the connected database (servers on this
 * machine).
 */
export async function backendCpu(db: Queryable): Promise<ReadonlyMap<number, number>> {
  const backends = await db.query<{ pid: number }>(isOnCluster ? BACKENDS_OF_CLUSTER : BACKENDS);
  const used = backends.map(async ({ pid }) => {
    // A cluster's coordinator opens sessions on nodes for a moment, so one may have ended.
    const micros = await cpuMicroseconds(pid).catch(() => null);
    return micros === null ? [] : [[pid, micros] as const];
  });
  return new Map((await Promise.all(used)).flat());
}

/**
 * CPU microseconds between two readings; processes started in between count in full, and those ended
 * in between not at all.
 */
export function cpuSince(
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
): number {
  let sum = 0;
  for (const [pid, micros] of after) sum += micros - (before.get(pid) ?? 0);
  return sum;
}
