import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import Postgrator from 'postgrator';
import { type Database, sql } from './database.ts';

/** Any number: the key of the advisory lock under which migrations run. */
const MIGRATION_LOCK = 7_420_118;
/** Longest wait for a table lock inside a migration: fail rather than stop the shop. */
const LOCK_TIMEOUT = '5s';

const folder = fileURLToPath(new URL('./migrations/', import.meta.url));

/**
 * Brings the schema up to date in one transaction: all pending migrations or none. Of two processes
 * that start together one migrates and one waits. Gives the names of the migrations that ran.
 */
export function migrate(database: Database): Promise<string[]> {
  return database.session(async (connection) => {
    await connection.query('begin');
    await connection.query(`set local statement_timeout = 0; set local lock_timeout = 0`);
    await connection.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await connection.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
    const applied = await runMigrations(connection);
    await connection.query('commit');
    return applied;
  });
}

/** The names of the migrations that this version knows and the database has not seen; reads only. */
export async function listPendingMigrations(database: Database): Promise<string[]> {
  const [table] = await database.query<{ exists: boolean }>(
    sql`select to_regclass('schema_version') is not null as exists`,
  );
  const applied = table?.exists
    ? await database.query<{ version: bigint }>(sql`select version from schema_version`)
    : [];
  const versions = new Set(applied.map(({ version }) => Number(version)));
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return files.filter((name) => !versions.has(Number.parseInt(name, 10))).sort();
}

async function runMigrations(connection: pg.PoolClient): Promise<string[]> {
  const postgrator = new Postgrator({
    driver: 'pg',
    migrationPattern: `${folder}*.sql`,
    schemaTable: 'schema_version',
    execQuery: async (text) => {
      const result: pg.QueryResult | pg.QueryResult[] = await connection.query(text);
      // Several statements in one text give several results; the runner reads the last.
      return { rows: (Array.isArray(result) ? result.at(-1)?.rows : result.rows) ?? [] };
    },
  });
  const applied = await postgrator.migrate();
  return applied.map((migration) => `${migration.version}.${migration.name}`);
}
