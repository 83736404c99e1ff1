import { randomBytes } from 'node:crypto';
import type { Database } from '../../src/database/database.ts';
import { onCluster } from '../../src/database/guard-stores.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openServer } from '../../src/database/open.ts';
import { readSpread, type Spread } from '../../src/database/spread.ts';
import { createDistributed, listServers } from '../../test/support/cluster-databases.ts';
import { administer, withDatabase } from '../../test/support/server-database.ts';
import { benchServerUrl, isOnCluster } from './bench-server.ts';

export interface BenchDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A new database: empty, or on a cluster migrated and distributed. */
export async function createDatabase(): Promise<BenchDatabase> {
  if (!benchServerUrl) throw new Error('Set BENCH_DATABASE_URL to a PostgreSQL server');
  const name = `tillgate_bench_${randomBytes(5).toString('hex')}`;
  const servers = isOnCluster ? await listServers(benchServerUrl) : [benchServerUrl];
  // A table has one shard on each node.
  if (isOnCluster) await createDistributed(servers, name, servers.length - 1);
  else await administer(benchServerUrl, `create database ${name}`);
  const drop = async () => {
    for (const url of servers) await administer(url, `drop database ${name} with (force)`);
  };
  return { url: withDatabase(benchServerUrl, name), drop };
}

export interface OpenDatabase {
  readonly database: Database;
  readonly spread: Spread | null;
}

/** The migrated database, used as the service uses it: on a cluster, guards lock its stores. */
export async function openMigrated(
  url: string,
  poolSize: number,
  timeoutMs: number,
): Promise<OpenDatabase> {
  const opened = await openServer(url, poolSize, timeoutMs);
  await migrate(opened);
  const spread = await readSpread(opened);
  return { database: spread ? onCluster(opened) : opened, spread };
}
