import { type Database, join, raw, sql } from '../../src/database/database.ts';

/** Every table of the service, by name; a partition's rows count as its parent's. */
export async function listTables(database: Database): Promise<string[]> {
  const tables = await database.query<{ name: string }>(sql`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    order by relname::text`);
  return tables.map(({ name }) => name);
}

/**
 * A hash of each table's rows; equal hashes mean that nothing was written. One column is excluded:
 * when an API key was last used, which any request signed by its owner updates.
 */
export async function hashTables(database: Database): Promise<Record<string, string>> {
  const tables = await listTables(database);
  const rows = await database.query<{ name: string; hash: string }>(
    join(
      tables.map(
        (name) => sql`
          select ${raw(`'${name}'`)} as name,
            md5(coalesce(string_agg(${rowText}, chr(10) order by ${rowText}), '')) as hash
          from ${raw(name)} t`,
      ),
      ' union all ',
    ),
  );
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}

/** Every row of every table as text, prefixed with its table's name. */
export async function dumpTables(database: Database): Promise<string[]> {
  const tables = await listTables(database);
  const rows = await database.query<{ text: string }>(
    join(
      tables.map(
        (name) => sql`select ${raw(`'${name} '`)} || ${rowText} as text from ${raw(name)} t`,
      ),
      ' union all ',
    ),
  );
  return rows.map(({ text }) => text);
}

/** A row aliased `t` as text. */
export const rowText = sql`(to_jsonb(t) - 'recently_used_at')::text`;
