// `npm run measure:lists`: every list, filter, order, search and count, and the home page's first
// figures, over a store with many orders: 95th percentile of complete answers over HTTP.
// BENCH_ORDERS sets their number.

import { answerOnce } from '../bench/support/answer-once.ts';
import { fillStore } from '../bench/support/fill-store.ts';
import { startGraphqlService } from '../bench/support/graphql-service.ts';
import { listQueries } from '../bench/support/list-queries.ts';
import { report } from '../bench/support/report.ts';
import { scaled } from '../bench/support/scale.ts';
import { rollUpDays } from '../src/graphql/analytics/roll-up-days.job.ts';
import { decodeId } from '../src/kit/id.ts';

const ORDERS = Number(process.env.BENCH_ORDERS ?? scaled(100_000, 5_000));
/** Target, in milliseconds. */
const MAX_MS = 150;
const TIMES = scaled(40, 5);

const service = await startGraphqlService(4);
const store = await service.makeStore('Lists');
const storeId = decodeId('STO', store) as string;
await service.database.session((connection) =>
  fillStore(connection, {
    ...{ storeId, orders: ORDERS, isFast: true },
    ...{ customers: ORDERS / 5, subscriptions: ORDERS / 20 },
  }),
);
const folding = { database: service.database, signal: new AbortController().signal };
while ((await rollUpDays.run(folding as never)) > 0);
const middle = await read(`{
  orders: onetimeOrders(storeId: "${store}", offset: ${ORDERS / 2}, limit: 1) {
    id productId buyerEmail
  }
  payments(storeId: "${store}", offset: ${ORDERS / 2}, limit: 1) { id }
}`);
const [order] = middle.orders;
const queries = listQueries({
  ...{ store, product: order.productId, deepOrder: order.id, deepPayment: middle.payments[0].id },
  ...{ rarePart: order.buyerEmail.split('@')[0].slice(2), commonPart: 'smith' },
  externalId: `inv-${ORDERS / 2}`,
});
const rows: { name: string; p95: number }[] = [];
for (const [name, query] of Object.entries(queries)) rows.push({ name, p95: await p95Of(query) });
await service.stop();
const slowest = rows.reduce((most, row) => (row.p95 > most.p95 ? row : most));
report({
  title: `Lists of a store of ${ORDERS.toLocaleString('en-US')} orders`,
  conditions: 'PostgreSQL, whole answers over HTTP, one at a time, 95th percentile',
  rounds: TIMES,
  figures: [
    {
      name: `slowest: ${slowest.name}`,
      value: slowest.p95,
      unit: 'ms',
      target: { must: 'be at most', value: MAX_MS },
    },
  ],
  rows: rows.map(({ name, p95 }) => ({ name, unit: 'ms', cells: { p95 } })),
});

async function read(query: string) {
  const answer = await answerOnce(service.port, service.ask(query));
  const { data, errors } = JSON.parse(answer.slice(answer.indexOf('{"data"')));
  if (errors) throw new Error(`${query}: ${JSON.stringify(errors)}`);
  return data;
}

async function p95Of(query: string): Promise<number> {
  const times: number[] = [];
  await read(query);
  for (let time = 0; time < TIMES; time += 1) {
    const started = performance.now();
    await read(query);
    times.push(performance.now() - started);
  }
  return times.sort((one, other) => one - other)[Math.ceil(TIMES * 0.95) - 1] as number;
}
