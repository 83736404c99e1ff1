import type pg from 'pg';
import { readApplied } from './applied-migrations.ts';
import { listTables, quoted, type Table } from './catalog.ts';
import type { Database } from './database.ts';

export const DUMP_FORMAT = 'tillgate-backup';
export const DUMP_VERSION = 2;
/** Rows fetched at a time. */
const BATCH = 500;

/** The first line of a dump. */
export interface DumpHead {
  readonly format: typeof DUMP_FORMAT;
  readonly version: typeof DUMP_VERSION;
  readonly createdAt: string;
  /** Schema version of the rows. */
  readonly migration: number;
  /** Identifies the secret key that sealed the contents; null if unknown. */
  readonly keyCheck: string | null;
}

/** The last line. If it is missing, the dump is truncated. */
export interface DumpEnd {
  readonly end: true;
  readonly tables: number;
  readonly rows: number;
}

/**
 * Writes a consistent snapshot of the whole database as lines of JSON: the head, then each table's
 * name and columns followed by its rows with every value as text, then the end. Other connections
 * can keep working.
 */
export function writeDump(
  database: Database,
  head: Pick<DumpHead, 'createdAt' | 'keyCheck'>,
  write: (line: string) => Promise<void>,
): Promise<DumpEnd> {
  return database.session(async (connection) => {
    await connection.query('begin isolation level repeatable read, read only');
    await connection.query('set local statement_timeout = 0');
    const versions = (await readApplied(connection)).map(({ version }) => Number(version));
    const migration = Math.max(...versions);
    const first: DumpHead = { format: DUMP_FORMAT, version: DUMP_VERSION, ...head, migration };
    await write(JSON.stringify(first));
    const tables = await listTables(connection);
    let count = 0;
    for (const table of tables) count += await writeTable(connection, table, write);
    const end: DumpEnd = { end: true, tables: tables.length, rows: count };
    await write(JSON.stringify(end));
    await connection.query('commit');
    return end;
  });
}

async function writeTable(
  connection: pg.PoolClient,
  table: Table,
  write: (line: string) => Promise<void>,
): Promise<number> {
  await write(JSON.stringify(table));
  const values = table.columns.map(({ name }) => `${quoted(name)}::text`).join(', ');
  // An array constructor avoids the limit of 100 function arguments.
  await connection.query(
    `declare dump no scroll cursor for
      select to_json(array[${values}]::text[])::text as line from ${quoted(table.table)}`,
  );
  let count = 0;
  for (;;) {
    const { rows } = await connection.query<{ line: string }>(`fetch ${BATCH} from dump`);
    for (const { line } of rows) await write(line);
    count += rows.length;
    if (rows.length < BATCH) break;
  }
  await connection.query('close dump');
  return count;
}
