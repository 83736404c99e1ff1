import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import Postgrator from 'postgrator';
import { type Database, sql } from './database.ts';

/** Arbitrary: the key of the advisory lock under which migrations run. */
const MIGRATION_LOCK = 7_420_118;
/** Maximum wait for a table lock in a migration: failing is better than blocking traffic. */
const LOCK_TIMEOUT_MS = 5_000;
/**
 * Timeout of one migration, and of waiting for another process to finish migrating, in
 * milliseconds.
 */
const MAX_MS = 6 * 60 * 60 * 1_000;
/** Attempts while tables are locked by others, and milliseconds between the first two. */
const MAX_ATTEMPTS = 6;
const PAUSE_MS = 1_000;
/** PostgreSQL's codes for a lock timeout and a deadlock. */
const LOCK_CODES = ['55P03', '40P01'];
/** The last migration of the first release's schema. */
export const BASELINE = 14;
const OTHER_BASELINE =
  'This database was made by a development version from before the first release, whose schema cannot be upgraded. Give DATABASE_URL a new, empty database, or DATA_DIR a new folder; the old one is not changed';

interface Applied {
  readonly version: bigint | string;
  readonly md5: string | null;
}

const folder = fileURLToPath(new URL('./migrations/', import.meta.url));

/**
 * Migrates the schema to the latest or a given migration in one transaction: all pending migrations
 * or none. If two processes start together, one migrates and the other waits. If a table stays
 * locked by others, the migration backs off and retries. Returns the names of the migrations that
 * ran.
 */
export async function migrate(
  database: Database,
  to?: number,
  lockTimeoutMs = LOCK_TIMEOUT_MS,
): Promise<string[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrateOnce(database, to, lockTimeoutMs);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isLockTimeout(error)) throw error;
      await pause(PAUSE_MS * attempt);
    }
  }
}

function migrateOnce(
  database: Database,
  to: number | undefined,
  lockTimeoutMs: number,
): Promise<string[]> {
  return database.session(async (connection) => {
    await connection.query('begin');
    await connection.query(`set local statement_timeout = 0; set local lock_timeout = 0`);
    await run(connection, `select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    await connection.query(`set local lock_timeout = ${lockTimeoutMs}`);
    await allowTriggers(connection);
    const applied = await runMigrations(connection, to);
    await connection.query('commit');
    return applied;
  });
}

/** A cluster changes triggers of its distributed tables only with this setting. */
async function allowTriggers(connection: pg.PoolClient): Promise<void> {
  const { rows } = await connection.query(`select from pg_extension where extname = 'citus'`);
  if (rows.length > 0) await connection.query('set local citus.enable_unsafe_triggers = on');
}

/** Comments, strings and function bodies are parts of a statement, whatever they contain. */
const STATEMENT = /(?:--[^\n]*|'[^']*'|\$\$[\s\S]*?\$\$|[^;])+/g;

/**
 * Run one by one, because a cluster forwards the text of some statements to its nodes unchanged.
 */
function statementsOf(text: string): string[] {
  return (text.match(STATEMENT) ?? []).filter((statement) => statement.trim() !== '');
}

/** Runs SQL that may exceed the driver's usual timeout. */
function run(connection: pg.PoolClient, text: string): Promise<pg.QueryResult> {
  const query = { text, query_timeout: MAX_MS };
  return connection.query(query);
}

/** The number of this version's latest migration. */
export function latestMigration(): number {
  return Math.max(...migrationFiles().map((name) => Number.parseInt(name, 10)));
}

function migrationFiles(): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.sql'));
}

/**
 * Refuses a schema with a different baseline: before the first release, the baseline's files were
 * edited in place.
 */
function refuseOtherBaseline(applied: readonly Applied[]): void {
  const names = migrationFiles();
  for (const { version, md5 } of applied) {
    const number = Number(version);
    if (number < 1 || number > BASELINE) continue;
    const name = names.find((file) => Number.parseInt(file, 10) === number);
    if (name === undefined || md5 !== checksumOf(name)) throw new Error(OTHER_BASELINE);
  }
}

function checksumOf(name: string): string {
  return createHash('md5')
    .update(readFileSync(join(folder, name), 'utf8'))
    .digest('hex');
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && LOCK_CODES.includes(error.code ?? '');
}

/** The names of pending migrations. Only reads. */
export async function listPendingMigrations(database: Database): Promise<string[]> {
  const [table] = await database.query<{ exists: boolean }>(
    sql`select to_regclass('schema_version') is not null as exists`,
  );
  const applied = table?.exists
    ? await database.query<Applied>(sql`select version, md5 from schema_version`)
    : [];
  refuseOtherBaseline(applied);
  const versions = new Set(applied.map(({ version }) => Number(version)));
  return migrationFiles()
    .filter((name) => !versions.has(Number.parseInt(name, 10)))
    .sort();
}

async function runMigrations(connection: pg.PoolClient, to: number | undefined): Promise<string[]> {
  const { rows } = await connection.query(
    `select to_regclass('schema_version') is not null as known`,
  );
  if (rows[0].known) {
    refuseOtherBaseline(
      (await connection.query<Applied>('select version, md5 from schema_version')).rows,
    );
  }
  const postgrator = new Postgrator({
    driver: 'pg',
    migrationPattern: `${folder}*.sql`,
    schemaTable: 'schema_version',
    // The runner reads the last statement's result.
    execQuery: async (text) => {
      let rows: object[] = [];
      for (const statement of statementsOf(text)) ({ rows } = await run(connection, statement));
      return { rows };
    },
  });
  const applied = await postgrator.migrate(to === undefined ? 'max' : String(to));
  return applied.map((migration) => `${migration.version}.${migration.name}`);
}
