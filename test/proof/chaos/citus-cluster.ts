import { setTimeout as pause } from 'node:timers/promises';
import { createDistributed } from '../../support/cluster-databases.ts';
import { hasCitus } from '../../support/needs.ts';
import { startCluster, stopCluster } from '../../support/own-cluster.ts';
import type { OwnServer } from '../../support/postgres-servers.ts';
import { askServer, withDatabase } from '../../support/server-database.ts';
import { makeServerFolder, removeFolder } from '../../support/server-programs.ts';
import { type Cluster, NAME, RECOMMENDED } from './cluster.ts';

const NODES = 2;
/** Enough for every node to have some. */
const SHARDS = 4;
/** As docs/guides/scaling.md#what-limits-a-cluster recommends. */
const RECOVERY = 'citus.recover_2pc_interval=1s';

/** A coordinator and data nodes, with a distributed database. Throws without Citus. */
export async function openCitusCluster(): Promise<Cluster> {
  if (!hasCitus()) {
    throw new Error(
      'The chaos run on a cluster needs Citus among the extensions of the local PostgreSQL',
    );
  }
  const folder = await makeServerFolder();
  const cluster = await startCluster(folder, NODES, [RECOMMENDED, RECOVERY]);
  const { coordinator, nodes } = cluster;
  const databaseUrl = withDatabase(coordinator.url, NAME);
  let underWay: Promise<unknown> = Promise.resolve();
  const remove = async () => {
    await underWay;
    await stopCluster(cluster);
    await removeFolder(folder);
  };
  const urls = [coordinator, ...nodes].map(({ url }) => url);
  await createDistributed(urls, NAME, SHARDS).catch(async (error: Error) => {
    await remove();
    throw error;
  });
  /** `remove` waits for servers that are starting. */
  const restart = (server: OwnServer, signal: NodeJS.Signals, downMs: number) => {
    const restarted = stopAndStart(server, signal, downMs);
    underWay = Promise.allSettled([underWay, restarted]);
    return restarted;
  };
  return {
    databaseUrl,
    description: await describe(databaseUrl),
    restart: (mode, downMs) => restart(coordinator, mode === 'fast' ? 'SIGINT' : 'SIGQUIT', downMs),
    dataNodes: nodes.map(({ url }) => withDatabase(url, NAME)),
    crashNode: async (number, downMs) => {
      const node = nodes[number];
      if (node) await restart(node, 'SIGQUIT', downMs);
    },
    ...{ hasProxies: true, folder, remove },
  };
}

async function stopAndStart(
  server: OwnServer,
  signal: NodeJS.Signals,
  downMs: number,
): Promise<void> {
  await server.stop(signal);
  await pause(downMs);
  await server.start();
}

async function describe(databaseUrl: string): Promise<string> {
  const { rows } = await askServer(
    databaseUrl,
    `select split_part(version(), ' on ', 1) as server, extversion as citus from pg_extension
      where extname = 'citus'`,
  );
  const [{ server, citus }] = rows as [{ server: string; citus: string }];
  return `a cluster of its own, a coordinator and ${NODES} nodes, ${server}, Citus ${citus}, ${RECOVERY}`;
}
