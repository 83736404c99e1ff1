import { rm } from 'node:fs/promises';
import { afterAll, beforeAll } from 'vitest';
import { type Database, sql } from '../../src/database/database.ts';
import { openServer } from '../../src/database/open.ts';
import { decodeId } from '../../src/kit/id.ts';
import { createDistributed } from './cluster-databases.ts';
import { hasCitus } from './needs.ts';
import { type OwnCluster, startCluster, stopCluster } from './own-cluster.ts';
import { withDatabase } from './server-database.ts';
import { makeServerFolder } from './server-programs.ts';
import { startTestApp, type TestApp } from './test-app.ts';

/** The distributed database's name on every server. */
export const DATABASE = 'shops';
/** Enough for every node to have some. */
const SHARDS = 4;
const POOL_SIZE = 10;
const TIMEOUT_MS = 10_000;
const START_MS = 240_000;

export interface ClusterApp {
  readonly cluster: OwnCluster;
  readonly test: TestApp;
}

/**
 * The service on a cluster of its own for the tests of a file, distributed over the first of its
 * nodes. Needs `citus`.
 */
export function useClusterApp(nodes: number, spread = nodes): ClusterApp {
  const parts: { folder?: string; cluster?: OwnCluster; test?: TestApp; database?: Database } = {};
  beforeAll(async () => {
    if (!hasCitus()) return;
    parts.folder = await makeServerFolder();
    parts.cluster = await startCluster(parts.folder, nodes);
    const servers = [parts.cluster.coordinator, ...parts.cluster.nodes.slice(0, spread)];
    await createDistributed(
      servers.map(({ url }) => url),
      DATABASE,
      SHARDS,
    );
    const url = withDatabase(parts.cluster.coordinator.url, DATABASE);
    const database = await openServer(url, POOL_SIZE, TIMEOUT_MS);
    parts.database = database;
    parts.test = await startTestApp({ database, url, close: () => database.close() });
  }, START_MS);
  afterAll(async () => {
    await parts.test?.app.http.close();
    await parts.test?.app.worker.stop();
    await parts.database?.close();
    if (parts.cluster) await stopCluster(parts.cluster);
    if (parts.folder) await rm(parts.folder, { recursive: true, force: true });
  });
  return {
    get cluster() {
      return parts.cluster as OwnCluster;
    },
    get test() {
      return parts.test as TestApp;
    },
  };
}

/** Where a store's rows are. */
export interface Place {
  readonly shard: string;
  readonly host: string;
  readonly port: number;
}

export async function placeOf({ database }: TestApp, storeId: string): Promise<Place> {
  const [place] = await database.query<Place>(sql`
    select shardid::text as shard, nodename as host, nodeport as port
    from pg_dist_shard_placement
    where shardid = get_shard_id_for_distribution_column('orders',
      ${decodeId('STO', storeId)}::text)`);
  if (!place) throw new Error(`Store ${storeId} is on no node`);
  return place;
}
