import { type Queryable, sql } from '../../src/database/database.ts';

/** Counts statements in this database that wait for a lock. Needs a server. */
export async function countWaiting(db: Queryable): Promise<number> {
  // On a cluster, statements wait on the nodes.
  const view = process.env.TEST_CITUS_URL ? sql`citus_stat_activity` : sql`pg_stat_activity`;
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from ${view}
    where datname = current_database() and wait_event_type = 'Lock'`);
  return row?.count ?? 0;
}
