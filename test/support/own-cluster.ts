import { makePrimary, type OwnServer } from './postgres-servers.ts';

/** A cluster's servers: the coordinator, and nodes that don't belong to a database yet. */
export interface OwnCluster {
  readonly coordinator: OwnServer;
  readonly nodes: readonly OwnServer[];
}

const SETTINGS = [
  ...['shared_preload_libraries=citus', 'max_connections=400', 'max_prepared_transactions=400'],
  // Shards move by logical replication.
  ...['wal_level=logical', 'max_replication_slots=40', 'max_wal_senders=40'],
  ...['max_logical_replication_workers=20', 'max_worker_processes=40'],
  ...['ssl=off', 'citus.node_conninfo=sslmode=disable', 'autovacuum=off', 'shared_buffers=64MB'],
];

/**
 * Starts a coordinator and nodes in the folder, with more settings as `name=value`. Needs `citus`.
 */
export async function startCluster(
  folder: string,
  nodes: number,
  more: readonly string[] = [],
): Promise<OwnCluster> {
  const settings = [...SETTINGS, ...more];
  const coordinator = await makePrimary(folder, 'coordinator', settings);
  const started: OwnServer[] = [];
  for (let node = 1; node <= nodes; node += 1) {
    started.push(await makePrimary(folder, `node-${node}`, settings));
  }
  return { coordinator, nodes: started };
}

export async function stopCluster({ coordinator, nodes }: OwnCluster): Promise<void> {
  for (const server of [coordinator, ...nodes]) await server.stop('SIGQUIT');
}
