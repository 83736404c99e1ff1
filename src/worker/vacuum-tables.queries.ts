import { type Queryable, raw, sql } from '../database/database.ts';

/** Changed rows from which a table is vacuumed, counted like PostgreSQL's autovacuum. */
const MIN_ROWS = 500;
const MIN_SHARE = 0.1;

/** Tables with enough changes for outdated planner statistics or reusable space. */
export async function findChangedTables(db: Queryable): Promise<string[]> {
  // Otherwise, this session's statistics would be written only at its next pause.
  await db.query(sql`select pg_stat_force_next_flush()`);
  const tables = await db.query<{ name: string }>(sql`
    select quote_ident(relname) as name from pg_stat_user_tables
    where schemaname = 'public'
      and greatest(n_mod_since_analyze, n_dead_tup) > ${MIN_ROWS}::int + ${MIN_SHARE}::float8 * n_live_tup
    order by relname`);
  return tables.map(({ name }) => name);
}

/** Vacuums and analyzes a table. */
export async function vacuumTable(db: Queryable, quotedName: string): Promise<void> {
  await db.query(sql`vacuum (analyze) ${raw(quotedName)}`);
}
