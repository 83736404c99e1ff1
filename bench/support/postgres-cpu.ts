import { type Queryable, sql } from '../../src/database/database.ts';
import { cpuMicroseconds } from './service.ts';

/**
 * CPU microseconds used so far by each process of the connected database (server on this machine).
 */
export async function backendCpu(db: Queryable): Promise<ReadonlyMap<number, number>> {
  const backends = await db.query<{ pid: number }>(
    sql`select pid from pg_stat_activity where datname = current_database()`,
  );
  const used = backends.map(async ({ pid }) => [pid, await cpuMicroseconds(pid)] as const);
  return new Map(await Promise.all(used));
}

/** CPU microseconds between two readings; processes started in between count in full. */
export function cpuSince(
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
): number {
  let sum = 0;
  for (const [pid, micros] of after) sum += micros - (before.get(pid) ?? 0);
  return sum;
}
