import type pg from 'pg';
import { latestMigration } from './applied-migrations.ts';
import { listTables, quoted, type Table } from './catalog.ts';
import type { Database } from './database.ts';
import { DUMP_FORMAT, DUMP_VERSION, type DumpEnd, type DumpHead } from './dump.ts';
import { migrate } from './migrate.ts';

/** Rows written in one statement. */
const BATCH = 500;
/**
 * Recorded as the place of a restored database, so that the operator is asked to confirm it
 * (docs/contract/invariants.md#35).
 */
const RESTORED = 'restored from a backup';
/** The tables of the first migration. */
const FIRST_TABLES = ['installation', 'state_move'];

/** A problem with a dump or its target, as a sentence for the operator. */
export class DumpError extends Error {
  override readonly name = 'DumpError';
}

/** Reads the first line of a dump. Throws if it is not a dump or comes from a later version. */
export function readHead(line: string | undefined): DumpHead {
  const head = parseLine(line) as Partial<DumpHead> | null;
  if (head?.format !== DUMP_FORMAT) throw new DumpError('This is not a Tillgate backup');
  const { version, migration = 0 } = head;
  if (typeof version === 'number' && version < DUMP_VERSION) {
    throw new DumpError('This backup is from before the first release; no release restores it');
  }
  if (version === DUMP_VERSION && migration <= latestMigration()) return head as DumpHead;
  throw new DumpError('This backup was made by a later version of Tillgate; restore it with that');
}

/**
 * Restores a dump into an empty database: the schema as of the dump, then all rows in one
 * transaction that checks every foreign key again, then later migrations. The database counts as
 * moved.
 */
export async function loadDump(
  database: Database,
  head: DumpHead,
  lines: AsyncIterator<string>,
): Promise<DumpEnd> {
  await database.session((connection) => refuseUsed(connection, head));
  await migrate(database, head.migration);
  const end = await database.session(async (connection) => {
    await connection.query('begin');
    await connection.query('set local statement_timeout = 0');
    const tables = await listTables(connection);
    const restoreKeys = await dropForeignKeys(connection);
    for (const { table } of tables) {
      await connection.query(`alter table ${quoted(table)} disable trigger user`);
      await connection.query(`delete from ${quoted(table)}`);
    }
    const loaded = await loadRows(connection, tables, lines);
    for (const { table } of tables) {
      await connection.query(`alter table ${quoted(table)} enable trigger user`);
    }
    await restoreKeys();
    await connection.query('delete from installation');
    await connection.query('insert into installation (fingerprint, recorded_at) values ($1, $2)', [
      RESTORED,
      head.createdAt,
    ]);
    await connection.query('commit');
    return loaded;
  });
  await migrate(database);
  return end;
}

/**
 * A schema without data counts as empty: one created by a first start, or by an earlier attempt of
 * this restore, which may have ended between two migrations.
 */
async function refuseUsed(connection: pg.PoolClient, head: DumpHead): Promise<void> {
  const tables = await listTables(connection);
  if (tables.every(({ table }) => FIRST_TABLES.includes(table))) return;
  if (tables.some(({ table }) => table === 'merchant')) {
    const { rows } = await connection.query(
      `select (select max(version) from schema_version) <= $1 and not exists (select from merchant)
        as unused`,
      [head.migration],
    );
    if (rows[0]?.unused === true) return;
  }
  throw new DumpError('The database is not empty; a backup can only be restored into an empty one');
}

/**
 * Drops the foreign keys, because tables refer to each other in cycles. Returns a function that
 * adds them again.
 */
async function dropForeignKeys(connection: pg.PoolClient): Promise<() => Promise<void>> {
  const { rows } = await connection.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name,
        pg_get_constraintdef(oid) as definition
      from pg_constraint
      where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace
      order by 1, 2`,
  );
  for (const { table, name } of rows) {
    await connection.query(`alter table ${table} drop constraint ${quoted(name)}`);
  }
  return async () => {
    for (const { table, name, definition } of rows) {
      await connection.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
    }
  };
}

async function loadRows(
  connection: pg.PoolClient,
  known: readonly Table[],
  lines: AsyncIterator<string>,
): Promise<DumpEnd> {
  let insert = '';
  let waiting: string[] = [];
  let tables = 0;
  let rows = 0;
  const flush = async () => {
    if (waiting.length > 0) await connection.query(insert, [`[${waiting.join(',')}]`]);
    waiting = [];
  };
  for (;;) {
    const { done, value: line } = await lines.next();
    if (done) throw new DumpError('The backup was cut off: its last line is missing');
    if (line.startsWith('[')) {
      waiting.push(line);
      rows += 1;
      if (waiting.length === BATCH) await flush();
      continue;
    }
    await flush();
    const parsed = parseLine(line) as Table | DumpEnd | null;
    if (parsed === null) throw new DumpError('The backup is damaged');
    if ('end' in parsed) {
      if (parsed.rows === rows && parsed.tables === tables) return parsed;
      throw new DumpError(`The backup is damaged: ${rows} of ${parsed.rows} rows found`);
    }
    tables += 1;
    insert = insertOf(parsed, known);
  }
}

/** Names and types come from the database's own catalog, never from the file. */
function insertOf({ table, columns }: Table, known: readonly Table[]): string {
  const own = known.find((candidate) => candidate.table === table);
  const cast = columns.map(({ name }, place) => {
    const column = own?.columns.find((candidate) => candidate.name === name);
    if (!column) throw new DumpError(`The backup is damaged: unknown column ${table}.${name}`);
    return { name: quoted(column.name), value: `(row ->> ${place})::${column.type}` };
  });
  const names = cast.map(({ name }) => name).join(', ');
  const values = cast.map(({ value }) => value).join(', ');
  return `insert into ${quoted(table)} (${names})
    select ${values} from json_array_elements($1::json) as row`;
}

function parseLine(line: string | undefined): unknown {
  try {
    return JSON.parse(line ?? '');
  } catch {
    return null;
  }
}
