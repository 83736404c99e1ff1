import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { programs } from './needs.ts';
import { openNode, type PatroniNode } from './patroni-node.ts';
import {
  dataDirOf,
  nodeEnvironment,
  PASSWORD,
  type PatroniPlaces,
  type RecipeChanges,
  startEtcd,
  startHaproxy,
  writeRecipe,
} from './patroni-recipe.ts';
import { makeOwnFolder, makeServerFolder, removeFolder } from './server-programs.ts';
import { runToEnd } from './unprivileged.ts';

const { patroni, patronictl } = programs;
/** Milliseconds for creating a cluster, and for a server to take over or to return. */
const MAX_WAIT_MS = 180_000;
const LOOK_MS = 100;
const ANSWER_MS = 2_000;

/** Patroni's report on one of its servers. */
export interface Member {
  readonly name: string;
  readonly role: 'leader' | 'replica' | 'sync_standby';
  readonly state: string;
  readonly timeline?: number;
}

export interface PatroniCluster {
  readonly nodes: readonly PatroniNode[];
  /** The folder with everything: configuration, disks and logs. */
  readonly folder: string;
  /** URLs of the service's database: with both servers' addresses, and with HAProxy's. */
  readonly url: string;
  readonly haproxyUrl: string;
  members(): Promise<readonly Member[]>;
  /** Returns the leader, once another node may take over from it. */
  untilSafe(): Promise<PatroniNode>;
  /** The leader, or null. */
  leader(): Promise<PatroniNode | null>;
  /** Returns the leader, once there is one that the predicate accepts. */
  untilLed(accepts: (leader: PatroniNode) => boolean): Promise<PatroniNode>;
  /** Runs `patronictl`; returns its output. */
  control(...args: string[]): Promise<string>;
  close(): Promise<void>;
}

/** Otherwise unused addresses of this machine, so that the recipe's ports can stay unchanged. */
function loopbackPlaces(): PatroniPlaces {
  const network = `127.${64 + (process.pid % 128)}.${1 + Math.floor(Math.random() * 250)}`;
  const servers = [3, 4].map((last) => ({ address: `${network}.${last}`, prefix: [] }));
  return { etcd: `${network}.1`, haproxy: `${network}.2`, servers };
}

export interface PatroniOptions extends RecipeChanges {
  readonly places?: PatroniPlaces;
  /** Creates a server's disk in the folder. Without it, a folder is used. */
  readonly makeDisk?: (folder: string) => Promise<void>;
}

/** Starts etcd, two servers and HAProxy from the files of `deploy/patroni`. */
export async function startPatroni(options: PatroniOptions = {}): Promise<PatroniCluster> {
  const { places = loopbackPlaces(), makeDisk = makeOwnFolder } = options;
  const folder = await makeServerFolder();
  await writeRecipe(folder, options);
  const others = [startEtcd(folder, places.etcd), startHaproxy(folder, places)];
  const nodes = places.servers.map(({ address, prefix }, index) => {
    const name = `pg${index + 1}`;
    const env = nodeEnvironment(folder, name, address, places.etcd);
    const command = [...prefix, patroni as string, join(folder, 'config.yml')];
    const dataDir = dataDirOf(folder, name);
    const logFile = join(folder, `${name}.log`);
    return openNode({ name, address, dataDir, logFile, env, command });
  });
  const control = (...args: string[]) =>
    runToEnd([patronictl as string, '-c', join(folder, 'config.yml'), ...args], {
      ...nodeEnvironment(folder, 'control', places.etcd, places.etcd),
    });
  const cluster: PatroniCluster = {
    ...{ nodes, folder },
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
  for (const node of nodes) {
    await makeDisk(join(folder, node.name));
    node.start();
  }
  return cluster;
}

/** The report of the first server that answers. */
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

/** The first answer that isn't null; fails with the servers' logs. */
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
