import { chmod, copyFile, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parse, stringify } from 'yaml';
import { programs } from './needs.ts';
import { openNode, type PatroniNode } from './patroni-node.ts';
import { makeServerFolder, removeFolder } from './server-programs.ts';
import { root } from './service-process.ts';
import { runToEnd, startUnprivileged, type Unprivileged } from './unprivileged.ts';

const RECIPE = join(root, 'deploy', 'patroni');
const { patroni, patronictl, etcd, haproxy, postgres } = programs;
const BIN_DIR = dirname(postgres ?? '');

const PASSWORD = 'only-for-tests';
/** Milliseconds for a cluster to be made, and for a server to take over or to come back. */
const MAX_WAIT_MS = 180_000;
const LOOK_MS = 100;
const ANSWER_MS = 2_000;

/** What Patroni says of one of its servers. */
export interface Member {
  readonly name: string;
  readonly role: 'leader' | 'replica' | 'sync_standby';
  readonly state: string;
  readonly timeline?: number;
}

export interface PatroniCluster {
  readonly nodes: readonly PatroniNode[];
  /** The service's database by the addresses of both servers, and by that of HAProxy. */
  readonly url: string;
  readonly haproxyUrl: string;
  members(): Promise<readonly Member[]>;
  /** Gives the node that leads, once another may take over from it. */
  untilSafe(): Promise<PatroniNode>;
  /** The node that leads, or null. */
  leader(): Promise<PatroniNode | null>;
  /** Gives the node that leads, once one does that the test accepts. */
  untilLed(accepts: (leader: PatroniNode) => boolean): Promise<PatroniNode>;
  /** Runs `patronictl`; gives what it printed. */
  control(...args: string[]): Promise<string>;
  close(): Promise<void>;
}

/** Where the parts of a cluster are. */
export interface PatroniPlaces {
  readonly etcd: string;
  readonly haproxy: string;
  /** Of each server its address, and what is put before its command. */
  readonly servers: readonly { readonly address: string; readonly prefix: readonly string[] }[];
}

/** Addresses of this machine that nobody else uses: the recipe's ports stay what they are. */
function loopbackPlaces(): PatroniPlaces {
  const network = `127.${64 + (process.pid % 128)}.${1 + Math.floor(Math.random() * 250)}`;
  const servers = [3, 4].map((last) => ({ address: `${network}.${last}`, prefix: [] }));
  return { etcd: `${network}.1`, haproxy: `${network}.2`, servers };
}

export interface PatroniOptions {
  readonly places?: PatroniPlaces;
  /** What differs from the recipe's cluster settings. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** Starts etcd, two servers and HAProxy from the files of `deploy/patroni`. */
export async function startPatroni(options: PatroniOptions = {}): Promise<PatroniCluster> {
  const { places = loopbackPlaces(), settings = {} } = options;
  const folder = await makeServerFolder();
  await writeRecipe(folder, settings);
  const others = [startEtcd(folder, places.etcd), startHaproxy(folder, places)];
  const nodes = places.servers.map(({ address, prefix }, index) => {
    const name = `pg${index + 1}`;
    const env = nodeEnvironment(folder, name, address, places.etcd);
    const command = [...prefix, patroni as string, join(folder, 'config.yml')];
    return openNode({ name, address, folder, env, command });
  });
  const control = (...args: string[]) =>
    runToEnd([patronictl as string, '-c', join(folder, 'config.yml'), ...args], {
      ...nodeEnvironment(folder, 'control', places.etcd, places.etcd),
    });
  const cluster: PatroniCluster = {
    nodes,
    url: `postgres://tillgate:${PASSWORD}@${nodes.map(({ address }) => `${address}:5432`)}/tillgate`,
    haproxyUrl: `postgres://tillgate:${PASSWORD}@${places.haproxy}:5000/tillgate`,
    members: () => askMembers(nodes),
    leader: async () => {
      const leader = (await askMembers(nodes)).find(({ role }) => role === 'leader');
      return nodes.find(({ name }) => name === leader?.name) ?? null;
    },
    untilSafe: () =>
      until(cluster, folder, async () => {
        const members = await cluster.members();
        return members.some(isReadyToTakeOver) ? cluster.leader() : null;
      }),
    untilLed: (accepts) =>
      until(cluster, folder, async () => {
        const leader = await cluster.leader();
        return leader && accepts(leader) ? leader : null;
      }),
    control,
    close: async () => {
      await Promise.all(nodes.map((node) => node.destroy()));
      for (const other of others) await other.end('SIGKILL');
      await removeFolder(folder);
    },
  };
  for (const node of nodes) node.start();
  return cluster;
}

/** The recipe's own file; a server of tests leaves the machine's sockets alone and saves memory. */
async function writeRecipe(folder: string, settings: object): Promise<void> {
  const recipe = parse(await readFile(join(RECIPE, 'patroni.yml'), 'utf8'));
  Object.assign(recipe.bootstrap.dcs, settings);
  recipe.bootstrap.post_bootstrap = join(folder, 'make-database.sh');
  recipe.postgresql.parameters = {
    unix_socket_directories: '',
    shared_buffers: '32MB',
    fsync: 'off',
  };
  await writeFile(join(folder, 'config.yml'), stringify(recipe), { mode: 0o644 });
  await copyFile(join(RECIPE, 'make-database.sh'), join(folder, 'make-database.sh'));
  await chmod(join(folder, 'make-database.sh'), 0o755);
}

function nodeEnvironment(folder: string, name: string, address: string, etcdAddress: string) {
  return {
    PATRONI_NAME: name,
    PATRONI_RESTAPI_LISTEN: `${address}:8008`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:8008`,
    PATRONI_POSTGRESQL_LISTEN: `${address}:5432`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:5432`,
    PATRONI_POSTGRESQL_DATA_DIR: join(folder, name),
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

function startEtcd(folder: string, address: string): Unprivileged {
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

function startHaproxy(folder: string, { haproxy: address, servers }: PatroniPlaces): Unprivileged {
  const command = [haproxy as string, '-f', join(RECIPE, 'haproxy.cfg')];
  return startUnprivileged(command, join(folder, 'haproxy.log'), {
    HAPROXY_ADDRESS: address,
    ...Object.fromEntries(servers.map((server, index) => [`PG${index + 1}`, server.address])),
  });
}

/** What the first server that answers says. */
async function askMembers(nodes: readonly PatroniNode[]): Promise<readonly Member[]> {
  const asking = nodes.map(async ({ address }) => {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const response = await fetch(`http://${address}:8008/cluster`, { signal });
    return ((await response.json()) as { members: Member[] }).members;
  });
  return Promise.any(asking).catch(() => []);
}

function isReadyToTakeOver({ role, state }: Member): boolean {
  return role === 'sync_standby' && ['running', 'streaming'].includes(state);
}

/** The first answer that is not null; fails with what the servers logged. */
async function until<T>(
  { nodes, members }: PatroniCluster,
  folder: string,
  look: () => Promise<T | null>,
): Promise<T> {
  const deadline = Date.now() + MAX_WAIT_MS;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (Date.now() > deadline) break;
    await pause(LOOK_MS);
  }
  const logs = nodes.map(({ name }) => readFile(join(folder, `${name}.log`), 'utf8'));
  const ends = (await Promise.all(logs)).map((text) => text.slice(-3_000));
  throw new Error(`Waited in vain: ${JSON.stringify(await members())}\n${ends.join('\n\n')}`);
}
