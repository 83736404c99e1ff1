import type pg from 'pg';

/** A table with its writable columns. */
export interface Table {
  readonly table: string;
  readonly columns: readonly Column[];
}

export interface Column {
  readonly name: string;
  /** As PostgreSQL spells it in a cast, such as `timestamp with time zone`. */
  readonly type: string;
}

/** The migration runner's table; it holds no store data. */
const SCHEMA_TABLE = 'schema_version';

/** All tables of the schema by name, with their columns in order. */
export async function listTables(connection: pg.PoolClient): Promise<Table[]> {
  const { rows } = await connection.query<{ table: string; columns: Column[] }>(
    `select class.relname as table, json_agg(json_build_object('name', attname,
        'type', format_type(atttypid, atttypmod)) order by attnum) as columns
      from pg_class class join pg_attribute on attrelid = class.oid
      where class.relnamespace = current_schema()::regnamespace and class.relkind in ('r', 'p')
        and not class.relispartition and attnum > 0 and not attisdropped and attgenerated = ''
        and class.relname <> $1
      group by class.relname order by class.relname`,
    [SCHEMA_TABLE],
  );
  return rows;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
