import type pg from 'pg';
import { quoted } from './catalog.ts';
import type { Database } from './database.ts';
import type { Distribution } from './distribution.ts';
import { ON_CLUSTER } from './migrate.ts';

/** Milliseconds for one statement, each of which copies a table. */
const MAX_MS = 24 * 60 * 60_000;
const SETTINGS = [
  'set local statement_timeout = 0',
  'set local client_min_messages = warning',
  ON_CLUSTER,
];

/**
 * Of every session on the coordinator. Nodes receive a transaction's settings. Since all writes go
 * through the coordinator, tables that are copied to every node aren't locked on the first node. A
 * node that doesn't answer makes calls fail after seconds.
 */
export const SETTINGS_OF_SESSIONS = [
  "citus.propagate_set_commands = 'local'",
  'citus.allow_modifications_from_workers_to_replicated_tables = off',
  "citus.node_connection_timeout = '5s'",
];

/** The reason why the database can't be distributed. */
export class NotDistributableError extends Error {
  override readonly name = 'NotDistributableError';
}

/** The state of the cluster. */
export interface Cluster {
  readonly version: string;
  readonly nodes: number;
  /** Number of tables already distributed. */
  readonly known: number;
  /** Number of other sessions on the database. */
  readonly others: number;
}

/** Throws `NotDistributableError` for a database without the extension or without nodes. */
export function readCluster(database: Database): Promise<Cluster> {
  return database.session(async (connection) => {
    const extension = await connection.query(
      `select extversion from pg_extension where extname = 'citus'`,
    );
    const version: string | undefined = extension.rows[0]?.extversion;
    if (version === undefined) {
      throw new NotDistributableError(
        'The database lacks the citus extension: create it on every node',
      );
    }
    const { rows } = await connection.query(`
      select (select count(*)::int from citus_get_active_worker_nodes()) as nodes,
        (select count(*)::int from pg_dist_partition where partmethod in ('h', 'n')
          and (partmethod = 'h' or repmodel = 't')) as known,
        (select count(*)::int from pg_stat_activity where datname = current_database()
          and backend_type = 'client backend' and pid <> pg_backend_pid()
          and application_name not like 'citus%') as others`);
    if (rows[0].nodes === 0) {
      throw new NotDistributableError(
        'The cluster has no worker nodes: add them with citus_add_node',
      );
    }
    return { version, ...rows[0] };
  });
}

/**
 * Carries out the plan in one transaction: all tables are distributed, or none. Throws if a table's
 * row count changes.
 */
export function distribute(
  database: Database,
  plan: Distribution,
  tell: (statement: string) => void,
): Promise<void> {
  return database.session(async (connection) => {
    const run = (text: string) => runLong(connection, text);
    await run('begin');
    try {
      for (const setting of SETTINGS) await run(setting);
      const before = await countRows(connection, plan);
      for (const statement of plan.statements) {
        tell(statement);
        await run(statement);
      }
      const after = await countRows(connection, plan);
      for (const [table, count] of before) {
        if (after.get(table) !== count) {
          throw new Error(`${table} had ${count} rows and has ${after.get(table)}`);
        }
      }
      await run('commit');
    } catch (error) {
      await run('rollback');
      throw error;
    }
  });
}

/** Runs a statement for longer than the pool's timeout allows. */
function runLong(connection: pg.PoolClient, text: string, values: unknown[] = []) {
  return connection.query({ text, values, query_timeout: MAX_MS } as pg.QueryConfig);
}

async function countRows(
  connection: pg.PoolClient,
  { copied, ofStores }: Distribution,
): Promise<Map<string, bigint>> {
  const counts = new Map<string, bigint>();
  for (const table of [...copied, ...ofStores]) {
    const { rows } = await runLong(connection, `select count(*) as count from ${quoted(table)}`);
    counts.set(table, rows[0].count);
  }
  return counts;
}

/**
 * Finishes the distribution; safe to repeat. Truncates the rows left on the coordinator, with the
 * triggers that protect a ledger from truncation disabled. Also sets what every session needs.
 */
export function finishDistribution(database: Database, { copied, ofStores }: Distribution) {
  return database.session(async (connection) => {
    const { rows } = await connection.query('select quote_ident(current_database()) as name');
    const name: string = rows[0].name;
    for (const setting of SETTINGS_OF_SESSIONS) {
      await connection.query(`alter database ${name} set ${setting}`);
    }
    await connection.query('begin');
    await connection.query('set local statement_timeout = 0');
    await connection.query('set local session_replication_role = replica');
    await runLong(
      connection,
      `select truncate_local_data_after_distributing_table(name::regclass)
        from unnest($1::text[]) name`,
      [[...ofStores, ...copied]],
    );
    await connection.query('commit');
  });
}
