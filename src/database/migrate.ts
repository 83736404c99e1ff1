import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import Postgrator from 'postgrator';
import {
  acceptRewritten,
  findNext,
  latestMigration,
  MIGRATIONS,
  migrationFiles,
  numberOf,
  readApplied,
} from './applied-migrations.ts';
import type { Database } from './database.ts';
import { gaveUp, isLockTimeout, ofMigration } from './failed-migration.ts';
import { lockFirst } from './lock-first.ts';
import { refuseUnfitDatabase } from './refuse-unfit-database.ts';

/** Arbitrary: the key of the advisory lock under which migrations run. */
export const MIGRATION_LOCK = 7_420_118;
/**
 * Maximum wait for a table lock in a migration, and for all that are locked first. Half of
 * PostgreSQL's default `deadlock_timeout`: a sale that waits for a migration in a deadlock is canceled
 * after that time, and by then the migration has given up.
 */
const LOCK_TIMEOUT_MS = 500;
/**
 * Timeout of one migration, and of waiting for another process to finish migrating, in
 * milliseconds.
 */
const MAX_MS = 6 * 60 * 60 * 1_000;
/** Attempts while tables are locked by others, and milliseconds between two. */
const MAX_ATTEMPTS = 35;
const PAUSE_MS = 1_000;
/** The last attempts wait longer: then deadlocks are better than failing. */
const MAX_SHORT_ATTEMPTS = 30;
const LONGER = 10;
/** For waiting for other processes. */
const WITHOUT_TIMEOUTS = 'set local statement_timeout = 0; set local lock_timeout = 0';

interface MigrateOptions {
  readonly lockTimeoutMs?: number;
  readonly maxAttempts?: number;
  /** Called with the name of each migration once it is committed. */
  readonly onApplied?: (name: string) => void;
}

/**
 * Migrates the schema to the latest or a given migration. Each migration commits in its own
 * transaction, except for the pairs in `applied-migrations.ts`, so the next one doesn't run under
 * its locks, and an interrupted run can be resumed. If two processes start together, one migrates
 * and the other waits. If a table stays locked by others, the migration backs off and retries.
 * Returns the names of the migrations that ran. Throws if an empty database isn't fit for them.
 */
export function migrate(
  database: Database,
  to = latestMigration(),
  {
    lockTimeoutMs = LOCK_TIMEOUT_MS,
    maxAttempts = MAX_ATTEMPTS,
    onApplied = () => {},
  }: MigrateOptions = {},
): Promise<string[]> {
  return database.session(async (connection) => {
    if ((await readApplied(connection)).length === 0) await refuseUnfitDatabase(connection);
    // Behind a pooler, the next transaction may run in another session.
    const isLocked = !database.isPooled && (await findNext(connection, to)) !== null;
    if (isLocked) await lockSession(connection);
    await acceptRewritten(connection);
    const applied: string[] = [];
    for (;;) {
      const names = await migratePatiently(connection, to, { lockTimeoutMs, maxAttempts });
      if (names.length === 0) break;
      applied.push(...names);
      for (const name of names) onApplied(name);
    }
    if (isLocked) await connection.query(`select pg_advisory_unlock(${MIGRATION_LOCK})`);
    return applied;
  });
}

/** Keeps other processes out between migrations too, so that none retries while this one pauses. */
async function lockSession(connection: pg.PoolClient): Promise<void> {
  await connection.query('begin');
  await connection.query(WITHOUT_TIMEOUTS);
  await run(connection, `select pg_advisory_lock(${MIGRATION_LOCK})`);
  await connection.query('commit');
}

async function migratePatiently(
  connection: pg.PoolClient,
  to: number,
  { lockTimeoutMs, maxAttempts }: Required<Omit<MigrateOptions, 'onApplied'>>,
): Promise<string[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const isShort = attempt <= MAX_SHORT_ATTEMPTS;
      return await migrateNext(connection, to, isShort ? lockTimeoutMs : LONGER * lockTimeoutMs);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      await connection.query('rollback');
      if (attempt === maxAttempts) throw gaveUp(await findNext(connection, to), error);
      await pause(PAUSE_MS);
    }
  }
}

/** Runs the next transaction. Returns the names of its migrations: none if none is left. */
async function migrateNext(
  connection: pg.PoolClient,
  to: number,
  lockTimeoutMs: number,
): Promise<string[]> {
  await connection.query('begin');
  await connection.query(WITHOUT_TIMEOUTS);
  // A process with nothing to do doesn't wait for another one that migrates.
  if ((await findNext(connection, to)) !== null) {
    await run(connection, `select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
  }
  await connection.query(`set local lock_timeout = ${lockTimeoutMs}`);
  const isCluster = await prepareCluster(connection);
  const next = await findNext(connection, to);
  if (next !== null) await connection.query(MAKE_SCHEMA_TABLE);
  // A cluster's nodes lock their own parts of tables.
  if (next !== null && !isCluster) await lockFirst(connection, next, lockTimeoutMs);
  const applied = await createRunner(connection)
    .migrate(String(next ?? to))
    .catch((error: unknown) => {
      throw ofMigration(next, error);
    });
  await connection.query('commit');
  return applied.map(({ version, name }) => `${version}.${name}`);
}

/** The runner would make it unless any schema has a table of this name, such as another service's. */
const MAKE_SCHEMA_TABLE = `create table if not exists schema_version
  (version bigint primary key, name text, md5 text, run_at timestamptz)`;

/** Checks what ran before, and runs migrations in the connection's transaction. */
function createRunner(connection: pg.PoolClient): Postgrator {
  return new Postgrator({
    driver: 'pg',
    migrationPattern: `${MIGRATIONS}*.sql`,
    schemaTable: 'schema_version',
    // The runner reads the last statement's result.
    execQuery: async (text) => {
      let rows: object[] = [];
      for (const statement of statementsOf(text)) ({ rows } = await run(connection, statement));
      return { rows };
    },
  });
}

/**
 * With these settings, a cluster changes triggers of its distributed tables, and functions and keys
 * after tables in one transaction.
 */
export const ON_CLUSTER =
  "set local citus.enable_unsafe_triggers = on; set local citus.multi_shard_modify_mode = 'sequential'";

/** Returns whether the database is a cluster. */
async function prepareCluster(connection: pg.PoolClient): Promise<boolean> {
  const { rows } = await connection.query(`select from pg_extension where extname = 'citus'`);
  if (rows.length > 0) await connection.query(ON_CLUSTER);
  return rows.length > 0;
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

/** The names of pending migrations. Only reads. */
export function listPendingMigrations(database: Database): Promise<string[]> {
  return database.session(async (connection) => {
    const applied = new Set((await readApplied(connection)).map(({ version }) => Number(version)));
    return migrationFiles()
      .filter((name) => !applied.has(numberOf(name)))
      .sort();
  });
}
