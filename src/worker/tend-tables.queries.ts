import { type Queryable, raw, sql } from '../database/database.ts';

/** Changed rows of a table that are worth a look, as PostgreSQL's autovacuum counts them. */
const MIN_ROWS = 500;
const MIN_SHARE = 0.1;

/** Tables that changed so much that the planner's figures are old or space can be used again. */
export async function findChangedTables(db: Queryable): Promise<string[]> {
  // What this session has counted is written down at its next pause otherwise.
  await db.query(sql`select pg_stat_force_next_flush()`);
  const tables = await db.query<{ name: string }>(sql`
    select quote_ident(relname) as name from pg_stat_user_tables
    where schemaname = 'public'
      and greatest(n_mod_since_analyze, n_dead_tup) > ${MIN_ROWS}::int + ${MIN_SHARE}::float8 * n_live_tup
    order by relname`);
  return tables.map(({ name }) => name);
}

/** Counts a table again for the planner, and makes the space of dead rows free for new ones. */
export async function tendTable(db: Queryable, quotedName: string): Promise<void> {
  await db.query(sql`vacuum (analyze) ${raw(quotedName)}`);
}
