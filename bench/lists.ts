import { createRollUpDays } from '../src/graphql/analytics/roll-up-days.job.ts';
import { decodeId } from '../src/kit/id.ts';
import { answerOnce } from './support/answer-once.ts';
import { fillLogs } from './support/fill-logs.ts';
import { fillStore } from './support/fill-store.ts';
import { startGraphqlService } from './support/graphql-service.ts';
import { listQueries } from './support/list-queries.ts';
import { backendCpu, cpuSince } from './support/postgres-cpu.ts';
import { median, report } from './support/report.ts';
import { scaled } from './support/scale.ts';

const ORDERS = Number(process.env.BENCH_ORDERS ?? scaled(100_000, 5_000));
const CUSTOMERS = ORDERS / 5;
const SUBSCRIPTIONS = ORDERS / 20;
/** Target, in milliseconds. */
const MAX_MS = 150;
const ROUNDS = scaled(3, 1);
/** Answers per query and round. */
const TIMES = scaled(10, 3);

type Query = Parameters<typeof service.ask>;

const service = await startGraphqlService(4);
const queries = listQueries(await fill());
const measured = new Map<string, Measured[]>([...queries.keys()].map((name) => [name, []]));
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, { text, variables }] of queries) {
    measured.get(name)?.push(await measure(text, variables));
  }
}
await service.stop();
tell();

interface Measured {
  /** Milliseconds of each answer. */
  readonly times: readonly number[];
  /** Milliseconds per answer, of service, client and PostgreSQL together. */
  readonly processor: number;
}

/** Fills a store; objects that the queries name. */
async function fill() {
  const store = await service.makeStore('Lists');
  const storeId = decodeId('STO', store) as string;
  const filling = { orders: ORDERS, customers: CUSTOMERS, subscriptions: SUBSCRIPTIONS };
  await service.database.session(async (connection) => {
    await fillStore(connection, { storeId, isFast: true, ...filling });
    await fillLogs(connection, storeId);
  });
  const context = { database: service.database, signal: new AbortController().signal };
  while ((await createRollUpDays().run(context as never)) > 0);
  // As autovacuum would: the sums are read from their index alone, and planned by their numbers.
  await service.database.session((connection) => connection.query('vacuum analyze'));
  const { orders, plans, payments } = await read(`{
    orders: onetimeOrders(storeId: "${store}", offset: ${ORDERS / 2}, limit: 1) {
      id productId buyerEmail
    }
    plans: subscriptionProducts(storeId: "${store}", limit: 1) { id }
    payments(storeId: "${store}", offset: ${ORDERS / 2}, limit: 1) { id }
  }`);
  return {
    ...{ store, product: orders[0].productId, plan: plans[0].id, deepOrder: orders[0].id },
    ...{ deepPayment: payments[0].id, commonPart: 'smith', externalId: `INV-${ORDERS / 2}` },
    rarePart: orders[0].buyerEmail.split('@')[0].slice(2),
  };
}

async function read(...query: Query) {
  const answer = await answerOnce(service.port, service.ask(...query));
  const { data, errors } = JSON.parse(answer.slice(answer.indexOf('{"data"')));
  if (errors) throw new Error(`${query[0]}: ${JSON.stringify(errors)}`);
  return data;
}

async function measure(...query: Query): Promise<Measured> {
  const times: number[] = [];
  await read(...query);
  const used = process.cpuUsage();
  const before = await backendCpu(service.database);
  for (let time = 0; time < TIMES; time += 1) {
    const started = performance.now();
    await read(...query);
    times.push(performance.now() - started);
  }
  const { user, system } = process.cpuUsage(used);
  const micros = user + system + cpuSince(before, await backendCpu(service.database));
  return { times, processor: micros / 1_000 / TIMES };
}

function p95Of(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.ceil(times.length * 0.95) - 1] as number;
}

function tell(): void {
  const rows = [...measured].map(([name, rounds]) => ({
    ...{ name, unit: 'ms' },
    cells: {
      p95: p95Of(rounds.flatMap(({ times }) => times)),
      'processor time': median(rounds.map(({ processor }) => processor)),
    },
  }));
  const slowest = rows.reduce((most, row) => (row.cells.p95 > most.cells.p95 ? row : most));
  const count = (number: number) => number.toLocaleString('en-US');
  const within = rows.filter(({ cells }) => cells.p95 <= MAX_MS).length;
  report({
    title: `Lists of a store of ${count(ORDERS)} orders`,
    conditions:
      `PostgreSQL, ${count(CUSTOMERS)} customers, ${count(SUBSCRIPTIONS)} subscriptions; whole ` +
      `answers over HTTP, one at a time; 95th percentile of ${ROUNDS * TIMES} answers, processor time`,
    rounds: ROUNDS,
    figures: [
      {
        name: `slowest: ${slowest.name}`,
        value: slowest.cells.p95,
        unit: 'ms',
        target: { must: 'be at most', value: MAX_MS },
      },
      { name: `of ${rows.length} within the target`, value: within, unit: '' },
    ],
    rows,
  });
}
