import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { canMount } from '../../support/needs.ts';
import { type PatroniCluster, startPatroni } from '../../support/patroni.ts';
import type { PatroniNode } from '../../support/patroni-node.ts';
import { PASSWORD } from '../../support/patroni-recipe.ts';
import { type Cluster, WITHOUT_NODES } from '../chaos/cluster.ts';
import { type Disks, openDisks } from './disks.ts';
import { openMachineRoom, type Wire } from './machine-room.ts';

const LOOK_MS = 50;
/** Milliseconds for one answer, since the run itself is slow on a busy machine. */
const ANSWER_MS = 10_000;
/** Milliseconds for a lost server to return, or for another to take over, before the run fails. */
const MAX_WAIT_MS = 600_000;

/** The cluster of `deploy/patroni`, and ways to disrupt its servers. */
export interface FailoverCluster extends Cluster {
  readonly nodes: readonly PatroniNode[];
  /** Each server's cable by name; empty if the machine allows no network namespaces. */
  readonly wires: ReadonlyMap<string, Wire>;
  /** Null if nothing can be mounted. */
  readonly disks: Disks | null;
  readonly isSynchronous: boolean;
  /** Returns the leader, once the other server follows it and may take over. */
  untilWhole(): Promise<PatroniNode>;
  /** Returns the time at which the server accepts writes, in Unix milliseconds. */
  untilPromoted(node: PatroniNode): Promise<number>;
  /** Runs `patronictl`, as an operator does. */
  control(...args: string[]): Promise<string>;
}

/** Starts it. Asynchronous is Patroni's default, but not the recipe's. */
export async function openFailoverCluster(isSynchronous: boolean): Promise<FailoverCluster> {
  const room = await openMachineRoom();
  const disks = canMount() ? openDisks() : null;
  const patroni = await startPatroni({
    ...(room ? { places: room.places } : {}),
    ...(disks ? { makeDisk: disks.make } : {}),
    ...(isSynchronous ? {} : { settings: { synchronous_mode: false } }),
    parameters: { shared_buffers: '256MB' },
  });
  const { nodes, folder } = patroni;
  const mode = isSynchronous ? 'synchronous' : 'asynchronous';
  const untilWhole = () => patience(() => findWhole(nodes, isSynchronous), 'a whole cluster');
  const leader = await untilWhole();
  // For the run itself: it inserts due rows bypassing all actions, and inspects the files.
  await select(leader, 'grant set on parameter session_replication_role to tillgate');
  await select(leader, 'grant pg_checkpoint to tillgate');
  const [row] = await select<{ version: string }>(leader, 'select version()');
  const version = row?.version.split(' on ')[0];
  return {
    ...{ nodes, folder, disks, isSynchronous, restart: null, hasProxies: false },
    ...WITHOUT_NODES,
    databaseUrl: patroni.url,
    description: `two servers and etcd as in deploy/patroni, ${mode}, ${version}`,
    wires: new Map(nodes.map(({ name }, at) => [name, room?.wires[at]] as const).filter(isLaid)),
    untilWhole,
    untilPromoted: (node) => patience(() => findPromotion(node), 'a promotion'),
    control: patroni.control,
    remove: () => removeAll(patroni, disks, room?.remove),
  };
}

function isLaid(entry: readonly [string, Wire | undefined]): entry is [string, Wire] {
  return entry[1] !== undefined;
}

async function removeAll(
  { nodes, close }: PatroniCluster,
  disks: Disks | null,
  removeRoom: (() => Promise<void>) | undefined,
): Promise<void> {
  await Promise.all(nodes.map((node) => node.destroy()));
  await disks?.remove();
  await close();
  await removeRoom?.();
}

/** The leader, once Patroni and PostgreSQL agree that the other server may take over. */
async function findWhole(nodes: readonly PatroniNode[], isSynchronous: boolean) {
  for (const node of nodes) {
    const members = await membersBy(node);
    const leader = members.find(({ role }) => role === 'leader');
    const standby = members.find(({ role }) => /standby|replica/.test(role));
    if (leader?.name !== node.name || !standby) continue;
    if (isSynchronous && standby.role !== 'sync_standby') continue;
    const [row] = await select<{ count: number }>(
      node,
      `select count(*)::int as count from pg_stat_replication where application_name = '${standby.name}'
        and state = 'streaming' and sync_state = '${isSynchronous ? 'sync' : 'async'}'
        and not pg_is_in_recovery() and pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) < 100000`,
    );
    if (row?.count === 1) return node;
  }
  return null;
}

interface Member {
  readonly name: string;
  readonly role: string;
}

/** The server's own answer, since another one may not know yet. */
async function membersBy({ address }: PatroniNode): Promise<readonly Member[]> {
  const { members = [] } = (await getJson(`http://${address}:8008/cluster`)) ?? {};
  return members;
}

/** On a separate connection: a pooled one may lead to a server that has been cut off. */
function getJson(url: string): Promise<{ readonly members?: Member[] } | null> {
  return new Promise((resolve) => {
    const asked = get(url, { agent: false, timeout: ANSWER_MS }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('close', () => resolve(response.complete ? JSON.parse(text) : null));
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(null));
  });
}

/** When the server, now the leader, started its timeline; null if it isn't the leader. */
async function findPromotion(node: PatroniNode): Promise<number | null> {
  const [row] = await select<{ at: Date }>(
    node,
    `select (pg_stat_file('pg_wal/' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)
      || '.history')).modification as at`,
  );
  return row?.at.getTime() ?? null;
}

/** The rows, or none if the server doesn't answer. */
async function select<T>({ address }: PatroniNode, statement: string): Promise<T[]> {
  const connectionString = `postgres://postgres:${PASSWORD}@${address}:5432/postgres`;
  const limits = { connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS };
  const client = new pg.Client({ connectionString, ...limits });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(statement)).rows as T[];
  } catch {
    return [];
  } finally {
    client.end().catch(() => {});
  }
}

/** The first answer that isn't null. */
async function patience<T>(look: () => Promise<T | null>, what: string): Promise<T> {
  const until = Date.now() + MAX_WAIT_MS;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (Date.now() > until) throw new Error(`Timed out waiting for ${what}`);
    await pause(LOOK_MS);
  }
}
