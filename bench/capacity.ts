// What a request costs, step by step: CPU time of the API process per request, split by the main
// thread's profile under load, and CPU time of PostgreSQL. From these follows how many requests a
// core can serve.
import { sql } from '../src/database/database.ts';
import { openServer } from '../src/database/open.ts';
import { POSTGRES_CORE, SERVICE_CORE } from './support/capacity-rows.ts';
import { runLoadApart } from './support/load-apart.ts';
import { type BenchMerchant, signedRequest, signUpMerchant } from './support/merchant.ts';
import { backendCpu, cpuSince } from './support/postgres-cpu.ts';
import { profileDuring, sharesByStep } from './support/profile.ts';
import { median, report } from './support/report.ts';
import { scaled } from './support/scale.ts';
import {
  cpuMicroseconds,
  freePort,
  mainThreadMicroseconds,
  type Service,
  startService,
} from './support/service.ts';
import { makeProduct, makeStore, productRequests } from './support/shop.ts';
import { STEPS, type Step, stepOf } from './support/steps.ts';

const SECONDS = scaled(4, 2);
const ROUNDS = scaled(3, 1);
const CONNECTIONS = 16;
const STATEMENT_MS = 10_000;
const PRODUCTS = 20;
const LIST = `onetimeProducts(limit: ${PRODUCTS}) { id name status prices { currency } }`;

interface Cost {
  readonly name: string;
  /** Microseconds per request in the API process. */
  readonly steps: Readonly<Record<Step, number>>;
  readonly service: number;
  readonly postgres: number;
  readonly perSecond: number;
}

const inspectPort = await freePort();
const service = await startService('postgres', {
  ROLE: 'api',
  DATABASE_POOL_SIZE: String(CONNECTIONS),
  NODE_OPTIONS: `--inspect=127.0.0.1:${inspectPort}`,
});
const database = await openServer(service.databaseUrl as string, 1, STATEMENT_MS);
const merchant = await signUpMerchant(service);
const costs: Cost[] = [];
for (const [name, requests] of Object.entries(await makeLoads(service, merchant))) {
  // Thousands of rows are new: in production, autovacuum would keep the planner's statistics
  // current.
  await database.query(sql`analyze`);
  costs.push(await costOf(name, requests));
}
await database.close();
await service.stop();
const ofEach = (name: string, unit: string, pick: (cost: Cost) => number) => ({
  name,
  unit,
  cells: Object.fromEntries(costs.map((cost) => [cost.name, pick(cost)])),
});
report({
  title: 'Cost of a request by step',
  conditions: `PostgreSQL, signed, one API process, ${CONNECTIONS} connections, ${SECONDS} s a round`,
  rounds: ROUNDS,
  figures: [],
  rows: [
    ...STEPS.map((step) => ofEach(step, 'µs', ({ steps }) => steps[step])),
    ofEach('**API process, all steps**', 'µs', (cost) => cost.service),
    ofEach('**PostgreSQL**', 'µs', (cost) => cost.postgres),
    ofEach(SERVICE_CORE, '/s', (cost) => 1_000_000 / cost.service),
    ofEach(POSTGRES_CORE, '/s', (cost) => 1_000_000 / cost.postgres),
    ofEach('measured with one process', '/s', (cost) => cost.perSecond),
  ],
  plots: [
    {
      file: 'capacity',
      title: 'Processor time of a request',
      unit: 'µs',
      bars: costs.map(({ name, steps, postgres }) => ({
        name: `${name}, API process and PostgreSQL`,
        parts: [
          ...STEPS.map((step) => ({ name: step, value: steps[step] })),
          { name: 'PostgreSQL', value: postgres },
        ],
      })),
    },
  ],
});

/** A write, the call before every sale, a list, and a call refused after the gateway. */
async function makeLoads(to: Service, as: BenchMerchant) {
  const store = await makeStore(to, as);
  const ids: string[] = [];
  for (let count = 0; count < PRODUCTS; count += 1) ids.push(await makeProduct(to, as, store));
  const session = { productId: ids[0], currency: 'USD' };
  const many = (make: () => Buffer) => Array.from({ length: 64 }, make);
  return {
    'create-product': productRequests(as, store),
    'create-session': many(() => signedRequest(as, 'checkout/create-session', session)),
    [`GraphQL list of ${PRODUCTS} products`]: [
      signedRequest(as, 'graphql', { query: `{ ${LIST} }` }, '/v1/'),
    ],
    'refused after the gateway': many(() => signedRequest(as, 'store/create-store', {})),
  };
}

async function costOf(name: string, requests: readonly Buffer[]): Promise<Cost> {
  await load(requests, scaled(3, 1));
  const rounds: Awaited<ReturnType<typeof measure>>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measure(requests));
  const middle = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
  const main = middle((round) => round.main);
  const whole = middle((round) => round.service);
  // The profiler slows down what it measures, so it only splits the time measured without it.
  const profile = await profileDuring(inspectPort, () => load(requests, SECONDS));
  const shares = sharesByStep(profile, stepOf);
  const steps = STEPS.map((step) => {
    return [step, step === 'other threads' ? whole - main : (shares.get(step) ?? 0) * main];
  });
  return {
    name,
    steps: Object.fromEntries(steps) as Cost['steps'],
    service: whole,
    postgres: middle((round) => round.postgres),
    perSecond: middle((round) => round.perSecond),
  };
}

async function measure(requests: readonly Buffer[]) {
  const read = async () => ({
    service: await cpuMicroseconds(service.pid),
    main: await mainThreadMicroseconds(service.pid),
    postgres: await backendCpu(database),
  });
  const before = await read();
  const done = await load(requests, SECONDS);
  const after = await read();
  return {
    service: (after.service - before.service) / done.requests,
    main: (after.main - before.main) / done.requests,
    postgres: cpuSince(before.postgres, after.postgres) / done.requests,
    perSecond: done.perSecond,
  };
}

async function load(requests: readonly Buffer[], seconds: number) {
  const options = { port: service.port, connections: CONNECTIONS, seconds, requests };
  const done = await runLoadApart(options);
  if (Object.keys(done.statuses).length !== 1) throw new Error(JSON.stringify(done.statuses));
  return done;
}
