import { distribute, finishDistribution } from '../../src/database/distribute.ts';
import { planDistribution } from '../../src/database/distribution.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openServer } from '../../src/database/open.ts';
import { administer, askServer, withDatabase } from './server-database.ts';

const TIMEOUT_MS = 60_000;
/** Fewer than Citus' 32: a table has one on each of two nodes. */
const SHARDS = 2;

const NODES = `select nodename, nodeport from pg_dist_node
  where groupid <> 0 and noderole = 'primary' and isactive order by nodeid`;

/** URLs of the coordinator and of its nodes, as its own database knows them. */
export async function listServers(coordinatorUrl: string): Promise<readonly [string, ...string[]]> {
  const { rows } = await askServer(coordinatorUrl, NODES);
  const nodes = rows.map(({ nodename, nodeport }) => {
    const url = new URL(coordinatorUrl);
    url.hostname = nodename;
    url.port = String(nodeport);
    return url.toString();
  });
  return [coordinatorUrl, ...nodes];
}

/** Creates an empty distributed database on all servers, the coordinator first. */
export async function createDistributed(
  servers: readonly string[],
  name: string,
  shards = SHARDS,
): Promise<void> {
  for (const url of servers) {
    await administer(url, `create database ${name}`);
    await administer(withDatabase(url, name), 'create extension citus');
  }
  const [coordinator, ...nodes] = servers.map((url) => new URL(url)) as [URL, ...URL[]];
  const url = withDatabase(coordinator.toString(), name);
  const add = (node: URL, call: string) => askServer(url, call, [node.hostname, node.port]);
  await add(coordinator, 'select citus_set_coordinator_host($1, $2::int)');
  for (const node of nodes) await add(node, 'select citus_add_node($1, $2::int)');
  await administer(url, `alter database ${name} set citus.shard_count = ${shards}`);
  const database = await openServer(url, 1, TIMEOUT_MS);
  try {
    await migrate(database);
    const plan = await planDistribution(database);
    await distribute(database, plan, () => undefined);
    await finishDistribution(database, plan);
  } finally {
    await database.close();
  }
}

/**
 * Makes a database a template: Citus keeps a session on each of its databases, and one with
 * sessions can't be copied.
 */
export async function closeToSessions(serverUrl: string, name: string): Promise<void> {
  await administer(serverUrl, `alter database ${name} allow_connections false`);
  await askServer(
    serverUrl,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
    [name],
  );
}
