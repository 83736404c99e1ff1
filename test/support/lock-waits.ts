import { type Queryable, sql } from '../../src/database/database.ts';

/** Counts statements in this database that wait for a lock. Needs a server. */
export async function countWaiting(db: Queryable): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return row?.count ?? 0;
}
