// Signed create-product on a cluster of one, two and four nodes. Each node is limited to a small
// part of a core, so that the nodes are what limits the rate although all servers share a machine.
// Needs Citus among the extensions of the local PostgreSQL (docs/guides/scaling.md).
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openServer } from '../src/database/open.ts';
import { createDistributed } from '../test/support/cluster-databases.ts';
import { hasCitus } from '../test/support/needs.ts';
import { type OwnCluster, startCluster, stopCluster } from '../test/support/own-cluster.ts';
import { withDatabase } from '../test/support/server-database.ts';
import { makeServerFolder } from '../test/support/server-programs.ts';
import { type CpuQuota, limitCores } from './support/cpu-quota.ts';
import { runLoadApart } from './support/load-apart.ts';
import { signUpMerchant } from './support/merchant.ts';
import { median, report } from './support/report.ts';
import { bar } from './support/result.ts';
import { scaled } from './support/scale.ts';
import { type Service, startOn } from './support/service.ts';
import { balancedStores } from './support/shards.ts';
import { productRequests } from './support/shop.ts';

const SECONDS = scaled(8, 2);
const WARM_SECONDS = scaled(3, 1);
const ROUNDS = scaled(5, 1);
const CONNECTIONS = 32;
/** Numbers of nodes, and the targets for how much more they carry than one node. */
const SIZES = [
  { nodes: 1, target: 1 },
  { nodes: 2, target: 1.7 },
  { nodes: 4, target: 3 },
] as const;
const SHARDS = 4;
/** Cores per node: with four, service, coordinator and load still have most of two cores. */
const HELD_CORES = 0.08;
const QUOTA_PERIOD_US = 20_000;
const STATEMENT_MS = 60_000;

/** A cluster of some nodes with the service on it, and requests that use all nodes equally. */
interface Sized {
  readonly nodes: number;
  readonly service: Service;
  readonly requests: readonly Buffer[];
}

if (hasCitus()) await measure();
else process.stdout.write('PostgreSQL lacks the Citus extension: nothing was measured.\n');

async function measure(): Promise<void> {
  const folder = await makeServerFolder();
  const cluster = await startCluster(folder, 4);
  const quotas = [1, 2, 3, 4].map((place) =>
    limitCores(processesOf(join(folder, `node-${place}`)), null, QUOTA_PERIOD_US),
  );
  const sized: Sized[] = [];
  try {
    for (const { nodes } of SIZES) sized.push(await startSized(cluster, nodes));
    if (quotas.every((quota) => quota !== null)) await compare(sized, quotas);
    else process.stdout.write("Control groups can't be created here: nothing was measured.\n");
  } finally {
    for (const { service } of sized) await service.stop();
    await stopCluster(cluster);
    for (const quota of quotas) quota?.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

async function startSized(cluster: OwnCluster, nodes: number): Promise<Sized> {
  const servers = [cluster.coordinator, ...cluster.nodes.slice(0, nodes)];
  const urls = servers.map(({ url }) => url);
  const name = `nodes_${nodes}`;
  await createDistributed(urls, name, SHARDS);
  const url = withDatabase(urls[0] as string, name);
  const service = await startOn(url, { ROLE: 'api', DATABASE_POOL_SIZE: String(CONNECTIONS) });
  const merchant = await signUpMerchant(service);
  const database = await openServer(url, 1, STATEMENT_MS);
  const stores = await balancedStores(service, merchant, database);
  await database.close();
  const ofStores = stores.map((store) => productRequests(merchant, store));
  const requests = ofStores[0]?.flatMap((_, place) => ofStores.map((of) => of[place] as Buffer));
  return { nodes, service, requests: requests ?? [] };
}

/** The server's process and those it has started (Linux). */
function processesOf(data: string): readonly number[] {
  const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return [Number(pid), ...children.map(Number)];
}

/** The sizes alternate, so that other load on the machine affects them equally. */
async function compare(sized: readonly Sized[], quotas: readonly CpuQuota[]): Promise<void> {
  const hold = (cores: number | null) => {
    for (const quota of quotas) quota.set(cores);
  };
  const rounds: number[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const rates: number[] = [];
    for (const one of sized) {
      // A new session's first statements cost a node many times what later ones do.
      await rateOf(one, WARM_SECONDS);
      hold(HELD_CORES);
      await rateOf(one, WARM_SECONDS);
      rates.push(await rateOf(one, SECONDS));
      hold(null);
    }
    rounds.push(rates);
    process.stdout.write(`${rates.map((rate) => rate.toFixed(0)).join(' ')}\n`);
  }
  const rates = SIZES.map((_, place) => median(rounds.map((of) => of[place] as number)));
  const named = (nodes: number) => (nodes === 1 ? 'one node' : `${nodes} nodes`);
  const beside = (place: number) =>
    median(rounds.map((of) => (of[place] as number) / (of[0] as number)));
  report({
    title: 'A cluster of one, two and four nodes',
    conditions: `Citus, signed create-product in stores spread evenly over ${SHARDS} shards, ${CONNECTIONS} connections, ${SECONDS} s a round; each node held to ${HELD_CORES} of a core; coordinator, service and load on the same two cores`,
    rounds: ROUNDS,
    figures: [
      ...SIZES.map(({ nodes }, place) => ({
        ...{ name: named(nodes), value: rates[place] as number, unit: '/s' },
      })),
      ...SIZES.slice(1).map(({ nodes, target }, place) => ({
        ...{ name: `${nodes} nodes beside one`, value: beside(place + 1), unit: '' },
        target: { must: 'be at least' as const, value: target },
      })),
    ],
    plots: [
      {
        file: 'cluster',
        title: `Signed create-product, each node held to ${HELD_CORES} of a core`,
        unit: '/s',
        bars: SIZES.map(({ nodes }, place) => bar(named(nodes), rates[place] as number)),
      },
    ],
  });
}

async function rateOf({ service, requests }: Sized, seconds: number): Promise<number> {
  const load = { port: service.port, connections: CONNECTIONS, seconds, requests };
  const result = await runLoadApart(load);
  if (result.statuses['200'] !== result.requests) {
    throw new Error(`Unexpected answers: ${JSON.stringify(result.statuses)}`);
  }
  return result.perSecond;
}
