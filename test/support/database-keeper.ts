import pg from 'pg';

/** The rows of these tables are part of the schema. */
const OF_SCHEMA = ['schema_version', 'state_move'];
/** Bytes; a database that has grown beyond them isn't worth keeping. */
const MAX_BYTES = 60_000_000;

/** What an emptied database must equal to be used again: schema, settings, statistics. */
const FINGERPRINT = `select md5(string_agg(fact, ',' order by fact)) as fingerprint from (
    select concat('relation', oid, relname, reloptions) from pg_class where oid >= 16384
  union all select concat('column', attrelid, attnum, attname, atttypid, attnotnull, attisdropped)
    from pg_attribute where attrelid >= 16384
  union all select concat('constraint', oid, convalidated) from pg_constraint where oid >= 16384
  union all select concat('trigger', oid, tgenabled) from pg_trigger
  union all select concat('function', oid, md5(prosrc)) from pg_proc where oid >= 16384
  union all select concat('schema', oid) from pg_namespace where nspname !~ '^pg_(toast_)?temp_'
  union all select concat('setting', setdatabase, setrole, setconfig) from pg_db_role_setting
    where setdatabase in (0, (select oid from pg_database where datname = current_database()))
  union all select concat('role', oid) from pg_authid
  union all select concat('statistics', starelid, staattnum) from pg_statistic
    where starelid >= 16384
) facts (fact)`;

const TABLES = `select quote_ident(relname) as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all($1)`;

/** A node's tables of Citus: those that have rows on it, under the names that it hides. */
const TABLES_OF_NODE = `select quote_ident(relname) as name from pg_class
  left join pg_dist_shard shard on relname = logicalrelid::regclass::text || '_' || shardid
  where relnamespace = 'public'::regnamespace and relkind = 'r'
    and coalesce(logicalrelid::regclass::text, relname::text) <> all($1)
    and not exists (select from pg_dist_partition whole where whole.logicalrelid = pg_class.oid)`;
const SHOW_SHARDS = 'set citus.override_table_visibility = off';
const IS_NODE = "select from pg_extension where extname = 'citus'";

/** Partitions created since the database was: deliveries of other days than the template's. */
const LATER_PARTITIONS = `select quote_ident(relname) as name from pg_class
  where relnamespace = 'public'::regnamespace and relispartition and relkind = 'r'
    and relname <> all($1)`;

/** Not those of Citus, which number its shards. */
const RESET_SEQUENCES = `select setval(seqrelid::regclass, seqstart, false) from pg_sequence
  join pg_class on pg_class.oid = seqrelid where relnamespace = 'public'::regnamespace`;

const END_OTHERS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

/** How a kind of database is made, reached and removed. */
interface KeeperParts<Kept, Source> {
  create(source: Source): Promise<Kept>;
  /** Of every server that has a part of it. */
  addressesOf(kept: Kept, source: Source): readonly pg.ClientConfig[];
  remove(kept: Kept, source: Source): Promise<void>;
}

/**
 * Hands a migrated database, emptied, from one test file of this process to the next, unless the
 * file changed more than rows. `isFresh` asks for one that no file has used.
 */
export function createKeeper<Kept, Source>(parts: KeeperParts<Kept, Source>) {
  let spare: { readonly kept: Kept; readonly states: readonly State[] } | undefined;
  const create = async (source: Source) => {
    const kept = await parts.create(source);
    const addresses = parts.addressesOf(kept, source);
    const states = addresses.map((address) => onConnection(address, readState));
    return { kept, states: await Promise.all(states) };
  };
  return async (source: Source, isFresh: boolean) => {
    const taken = (isFresh ? undefined : spare) ?? (await create(source));
    if (taken === spare) spare = undefined;
    const { kept, states } = taken;
    const release = async () => {
      const emptied = parts
        .addressesOf(kept, source)
        .map((address, place) => isEmptied(address, states[place] as State));
      if (!(await Promise.all(emptied)).includes(false) && !spare) spare = taken;
      else await parts.remove(kept, source);
    };
    return { kept, release };
  };
}

/** A migrated database before its first use. */
interface State {
  /** Of schema, settings and statistics. */
  readonly fingerprint: string;
  /** Names of the partitions. */
  readonly partitions: readonly string[];
}

async function readState(connection: pg.ClientBase): Promise<State> {
  const fingerprint = await readFingerprint(connection);
  return { fingerprint, partitions: await listLaterPartitions(connection, []) };
}

async function listLaterPartitions(
  connection: pg.ClientBase,
  known: readonly string[],
): Promise<string[]> {
  const { rows } = await connection.query(LATER_PARTITIONS, [known]);
  return rows.map(({ name }) => name);
}

async function readFingerprint(connection: pg.ClientBase): Promise<string> {
  if (await isNode(connection)) await connection.query(SHOW_SHARDS);
  const { rows } = await connection.query(FINGERPRINT);
  return rows[0].fingerprint;
}

/** Deletes all rows. Whether the database then is as it was before its first use. */
async function isEmptied(address: pg.ClientConfig, before: State): Promise<boolean> {
  try {
    return await onConnection(address, async (connection) => {
      await connection.query('rollback');
      await connection.query('discard all');
      await connection.query(END_OTHERS);
      const size = await connection.query('select pg_database_size(current_database()) as bytes');
      if (Number(size.rows[0].bytes) > MAX_BYTES) return false;
      await empty(connection, before.partitions);
      return (await readFingerprint(connection)) === before.fingerprint;
    });
  } catch {
    return false;
  }
}

async function empty(connection: pg.ClientBase, partitions: readonly string[]): Promise<void> {
  const onNode = await isNode(connection);
  if (onNode) await connection.query(SHOW_SHARDS);
  // A cluster's nodes know of each other's partitions: there, such a database isn't kept.
  else {
    const later = await listLaterPartitions(connection, partitions);
    if (later.length > 0) await connection.query(`drop table ${later.join(', ')}`);
  }
  const tables = await connection.query(onNode ? TABLES_OF_NODE : TABLES, [OF_SCHEMA]);
  const names = tables.rows.map(({ name }) => name as string);
  const hasRows = (name: string) => `select '${name}' as name where exists (select from ${name})`;
  const filled = await connection.query(names.map(hasRows).join(' union all '));
  // Neither triggers nor foreign keys.
  await connection.query('set session_replication_role = replica');
  for (const { name } of filled.rows) await connection.query(`delete from ${name}`);
  await connection.query('reset session_replication_role');
  if (filled.rows.length > 0) {
    await connection.query(`vacuum ${filled.rows.map(({ name }) => name).join(', ')}`);
  }
  await connection.query(RESET_SEQUENCES);
}

/** Whether the server belongs to a cluster. */
async function isNode(connection: pg.ClientBase): Promise<boolean> {
  return (await connection.query(IS_NODE)).rowCount !== 0;
}

async function onConnection<T>(
  address: pg.ClientConfig,
  work: (connection: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const connection = new pg.Client(address);
  await connection.connect();
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}
