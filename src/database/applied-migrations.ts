import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

/** The folder of the migrations. */
export const MIGRATIONS = fileURLToPath(new URL('./migrations/', import.meta.url));
/** The last migration of the first release's schema. */
export const BASELINE = 14;
const OTHER_MIGRATIONS =
  'This database was made by a development version, whose schema cannot be upgraded. Give DATABASE_URL a new, empty database, or DATA_DIR a new folder; the old one is not changed';

interface Applied {
  readonly version: bigint | string;
  readonly md5: string | null;
}

/** The number of this version's latest migration. */
export function latestMigration(): number {
  return Math.max(...migrationFiles().map(numberOf));
}

/** The number at the beginning of a file's name. */
export function numberOf(name: string): number {
  return Number.parseInt(name, 10);
}

/** The names of all files. */
export function migrationFiles(): string[] {
  return readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'));
}

/**
 * Migrations that are committed together with the next one. 080 drops references and 081 adds them
 * back: in between, the previous release could delete a row that others refer to.
 */
const WITH_NEXT = [80];

/**
 * The number of the last migration of the next transaction, usually of its only one; null if there
 * is none.
 */
export async function findNext(connection: pg.PoolClient, to: number): Promise<number | null> {
  const applied = await readApplied(connection);
  const last = Math.max(0, ...applied.map(({ version }) => Number(version)));
  const numbers = migrationFiles().map(numberOf);
  const left = numbers
    .filter((number) => number > last && number <= to)
    .sort((one, next) => one - next);
  return left.find((number) => !WITH_NEXT.includes(number)) ?? left.at(-1) ?? null;
}

/** Throws on a schema made by other migrations, or if the tables are in another than the first. */
export async function readApplied(connection: pg.PoolClient): Promise<Applied[]> {
  const { rows } = await connection.query<{ schema: string; first: string }>(
    `select relnamespace::regnamespace::text as schema, quote_ident(current_schema()) as first
      from pg_class where oid = to_regclass('schema_version')`,
  );
  const [place] = rows;
  if (place === undefined) return [];
  if (place.schema !== place.first) throw new Error(otherSchema(place.schema, place.first));
  const applied = await connection.query<Applied>('select version, md5 from schema_version');
  refuseOtherMigrations(applied.rows);
  return applied.rows;
}

/** New tables would be made in the first schema, and a backup would have that schema's tables only. */
function otherSchema(schema: string, first: string): string {
  return `The tables of a service are in the schema ${schema}, but the search_path begins with ${first}. Set the search_path of the role to ${schema} for that service, or to ${first} alone for another one`;
}

/**
 * Refuses a schema that a development version made, with files that were edited later, or without one
 * that was added between others: that one would never run. A later release's schema is refused only
 * for its baseline, because that release may have rewritten a migration.
 */
function refuseOtherMigrations(applied: readonly Applied[]): void {
  const checksums = new Map(applied.map(({ version, md5 }) => [Number(version), md5]));
  const last = Math.max(0, ...checksums.keys());
  const checked = last > latestMigration() ? BASELINE : last;
  for (const name of migrationFiles()) {
    const number = numberOf(name);
    const md5 = checksums.get(number) ?? 'not applied';
    if (number > checked || md5 === checksumOf(name) || md5 === REWRITTEN.get(number)) continue;
    throw new Error(OTHER_MIGRATIONS);
  }
}

/**
 * Migrations rewritten for clusters, with the checksum of the text before, which does the same on one
 * server.
 */
const REWRITTEN: ReadonlyMap<number, string> = new Map([[135, '6ab2a0c1eeed9dfcb73fe6006f94c637']]);

/** Records rewritten migrations that ran with the text before as if it had been the current one. */
export async function acceptRewritten(connection: pg.PoolClient): Promise<void> {
  for (const { version, md5 } of await readApplied(connection)) {
    if (md5 !== REWRITTEN.get(Number(version))) continue;
    const name = fileOf(Number(version), migrationFiles());
    if (name === undefined) continue;
    await connection.query('update schema_version set md5 = $1 where version = $2', [
      checksumOf(name),
      version,
    ]);
  }
}

/** The name of the migration with the number. */
function fileOf(number: number, names: readonly string[]): string | undefined {
  return names.find((name) => numberOf(name) === number);
}

function checksumOf(name: string): string {
  return createHash('md5')
    .update(readFileSync(join(MIGRATIONS, name), 'utf8'))
    .digest('hex');
}
