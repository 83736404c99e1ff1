import { chmod, copyFile, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse, stringify } from 'yaml';
import { programs } from './needs.ts';
import { root } from './service-process.ts';
import { startUnprivileged, type Unprivileged } from './unprivileged.ts';

const RECIPE = join(root, 'deploy', 'patroni');
const { etcd, haproxy, postgres } = programs;
const BIN_DIR = dirname(postgres ?? '');
export const PASSWORD = 'only-for-tests';

/** Addresses and folders of a cluster's parts. */
export interface PatroniPlaces {
  readonly etcd: string;
  readonly haproxy: string;
  /** The address of each server, and the prefix of its command. */
  readonly servers: readonly { readonly address: string; readonly prefix: readonly string[] }[];
}

/** Differences from the recipe's files. */
export interface RecipeChanges {
  /** In the cluster's settings. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** In the servers' parameters. */
  readonly parameters?: Readonly<Record<string, string>>;
}

/** The recipe's own file; test servers don't use the machine's sockets, and save memory. */
export async function writeRecipe(
  folder: string,
  { settings = {}, parameters = {} }: RecipeChanges,
): Promise<void> {
  const recipe = parse(await readFile(join(RECIPE, 'patroni.yml'), 'utf8'));
  Object.assign(recipe.bootstrap.dcs, settings);
  recipe.bootstrap.post_bootstrap = join(folder, 'make-database.sh');
  recipe.postgresql.parameters = {
    unix_socket_directories: '',
    shared_buffers: '32MB',
    fsync: 'off',
    ...parameters,
  };
  await writeFile(join(folder, 'config.yml'), stringify(recipe), { mode: 0o644 });
  await copyFile(join(RECIPE, 'make-database.sh'), join(folder, 'make-database.sh'));
  await chmod(join(folder, 'make-database.sh'), 0o755);
}

/** In a separate folder, which may be a separate disk. */
export function dataDirOf(folder: string, name: string): string {
  return join(folder, name, 'data');
}

export function nodeEnvironment(
  folder: string,
  name: string,
  address: string,
  etcdAddress: string,
) {
  return {
    PATRONI_NAME: name,
    PATRONI_RESTAPI_LISTEN: `${address}:8008`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:8008`,
    PATRONI_POSTGRESQL_LISTEN: `${address}:5432`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:5432`,
    PATRONI_POSTGRESQL_DATA_DIR: dataDirOf(folder, name),
    PATRONI_POSTGRESQL_BIN_DIR: BIN_DIR,
    PATRONI_POSTGRESQL_PGPASS: join(folder, `${name}.pgpass`),
    PATRONI_ETCD_HOSTS: `${etcdAddress}:2379`,
    PATRONI_RESTAPI_USERNAME: 'patroni',
    PATRONI_RESTAPI_PASSWORD: PASSWORD,
    PATRONI_SUPERUSER_PASSWORD: PASSWORD,
    PATRONI_REPLICATION_PASSWORD: PASSWORD,
    PATRONI_REWIND_PASSWORD: PASSWORD,
    TILLGATE_PASSWORD: PASSWORD,
  };
}

export function startEtcd(folder: string, address: string): Unprivileged {
  return startUnprivileged([etcd as string], join(folder, 'etcd.log'), {
    ETCD_NAME: 'etcd',
    ETCD_DATA_DIR: join(folder, 'etcd'),
    ETCD_LISTEN_CLIENT_URLS: `http://${address}:2379`,
    ETCD_ADVERTISE_CLIENT_URLS: `http://${address}:2379`,
    ETCD_LISTEN_PEER_URLS: `http://${address}:2380`,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${address}:2380`,
    ETCD_INITIAL_CLUSTER: `etcd=http://${address}:2380`,
    ETCD_ENABLE_V2: 'true',
    ETCD_UNSAFE_NO_FSYNC: 'true',
  });
}

export function startHaproxy(
  folder: string,
  { haproxy: address, servers }: PatroniPlaces,
): Unprivileged {
  const command = [haproxy as string, '-f', join(RECIPE, 'haproxy.cfg')];
  return startUnprivileged(command, join(folder, 'haproxy.log'), {
    HAPROXY_ADDRESS: address,
    ...Object.fromEntries(servers.map((server, index) => [`PG${index + 1}`, server.address])),
  });
}
