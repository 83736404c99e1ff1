import { createHash } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import { type Database, sql } from './database.ts';

/** Characters of the code that names a place. */
const CODE_LENGTH = 12;
const LOCAL_HOST = /^(localhost|127\..*|\[::1\]|0\.0\.0\.0)$/;
const MACHINE_ID_FILE = '/etc/machine-id';

/** Where the service is told to be. */
export interface Place {
  readonly dataDir: string;
  readonly publicUrl: string;
  /** The code of a move that the operator has confirmed. */
  readonly confirmed?: string | undefined;
}

export interface Installation {
  /** Names this place; the operator confirms a move with it. */
  readonly code: string;
  /**
   * The database last worked at another place, so this may be a copy
   * (docs/contract/invariants.md#35).
   */
  readonly isMoved: boolean;
}

/**
 * Compares where the database is with where it last worked, which it remembers itself. A new one
 * belongs here, and so does one whose move the operator has confirmed.
 */
export async function checkInstallation(
  database: Database,
  place: Place,
  now: Date,
): Promise<Installation> {
  const code = await codeOf(database, place);
  if (place.confirmed === code) await remember(database, code, now);
  const [row] = await database.query<{ fingerprint: string }>(sql`
    with added as (
      insert into installation (fingerprint, recorded_at) values (${code}, ${now})
      on conflict do nothing returning fingerprint)
    select fingerprint from added union all select fingerprint from installation limit 1`);
  return { code, isMoved: row !== undefined && row.fingerprint !== code };
}

async function remember(database: Database, code: string, now: Date): Promise<void> {
  await database.query(sql`
    insert into installation (fingerprint, recorded_at) values (${code}, ${now})
    on conflict (only_one) do update set fingerprint = excluded.fingerprint,
      recorded_at = excluded.recorded_at where installation.fingerprint <> excluded.fingerprint`);
}

async function codeOf(database: Database, { dataDir, publicUrl }: Place): Promise<string> {
  const { hostname } = new URL(publicUrl);
  const parts = [
    LOCAL_HOST.test(hostname) ? '' : hostname,
    ...(database.engine === 'embedded' ? await folderOf(dataDir) : await databaseOf(database)),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, CODE_LENGTH);
}

/** A copied folder has another path, or is on another machine. */
async function folderOf(dataDir: string): Promise<string[]> {
  const machineId = await readFile(MACHINE_ID_FILE, 'utf8').catch(() => '');
  return [await realpath(dataDir), machineId.trim()];
}

/** A restored dump has another object id, a new cluster another identifier. */
async function databaseOf(database: Database): Promise<string[]> {
  const [row] = await database.query<{ name: string; oid: string }>(sql`
    select datname as name, oid::text as oid from pg_database where datname = current_database()`);
  // Not every managed service lets its users read it.
  const [system] = await database
    .query<{ id: string }>(sql`select system_identifier::text as id from pg_control_system()`)
    .catch(() => []);
  return [row?.name ?? '', row?.oid ?? '', system?.id ?? ''];
}
