// List pages and analyses over a small and a large number of orders. Analyses are measured once
// before and again after their days are rolled up. BENCH_ORDERS sets the large number.

import { createRollUpDays } from '../src/graphql/analytics/roll-up-days.job.ts';
import { decodeId } from '../src/kit/id.ts';
import { ANALYSES } from './support/analyses.ts';
import { answerOnce } from './support/answer-once.ts';
import { startGraphqlService } from './support/graphql-service.ts';
import { runLoad } from './support/load.ts';
import { median, report } from './support/report.ts';
import { bar } from './support/result.ts';
import { scaled } from './support/scale.ts';
import { runWithoutTriggers } from './support/without-triggers.ts';

/** Target. */
const MAX_PAGE_RATIO = 1.3;
const SLOWEST_ANALYSIS_MS = 200;
const MANY_ORDERS = Number(process.env.BENCH_ORDERS ?? scaled(1_000_000, 20_000));
const FEW_ORDERS = scaled(10_000, 1_000);
const PRODUCTS = 20;
/** Number of times each page and each analysis is requested. */
const PAGES = 15;
const TIMES = 5;
/** Orders inserted per statement. */
const BATCH = 100_000;
const MONTH =
  'filter: { timeRange: { startDate: "2026-03-20T10:00:00Z", endDate: "2026-04-19T10:00:00Z" } }';

const service = await startGraphqlService(4);
const few = await service.makeStore('Few');
await fillOrders(few, FEW_ORDERS);
const many = await service.makeStore('Many');
await fillOrders(many, MANY_ORDERS);
await comparePages();
await compareAnalyses();
await service.stop();

/** Orders with one payment each, inserted without business rules: only their number matters. */
async function fillOrders(store: string, number: number): Promise<void> {
  const prices = { USD: { amount: '9.00', taxCategory: 'saas' } };
  for (let count = 0; count < PRODUCTS; count += 1) {
    const body = { storeId: store, name: `Product ${count}`, prices };
    await service.call('onetime-product/create-product', body);
  }
  const id = decodeId('STO', store);
  await service.database.session(async (connection) => {
    for (let from = 1; from <= number; from += BATCH) {
      await runWithoutTriggers(
        connection,
        `with made as (insert into orders (id, store_id, environment, kind, status, checkout_session_id, product_id,
        product_version_id, buyer_email, billing_detail, currency, subtotal_minor, tax_minor,
        total_minor, tax_category, created_at, updated_at)
      select gen_random_uuid(), $1, 'test', 'onetime', 'completed', gen_random_uuid(),
        item.ids[n % $3::int + 1], item.versions[n % $3::int + 1], 'Buyer' || n % ($2::int / 10) || '@e.co',
        jsonb_build_object('isBusiness', n % 5 = 0,
          'country', (array['DE', 'US', 'FR', 'GB', 'JP', 'CA', 'BR'])[n % 7 + 1]),
        'USD', 900 + 100 * (n % $3::int), 90, 990 + 100 * (n % $3::int), 'saas', at, at
      from generate_series($4::int, $5::int) n,
        lateral (select timestamptz '2026-01-01' + n * interval '10 s' as at) t,
        (select array_agg(id) as ids, array_agg(test_version_id) as versions from product
          where store_id = $1) item returning *)
      insert into payment (id, store_id, environment, order_id, status, currency, amount_minor,
        method, provider, card_brand, card_last4, leased_until, created_at, updated_at, paid_at)
      select gen_random_uuid(), store_id, environment, id, 'succeeded', currency, total_minor, 'card',
        'sandbox', 'visa', '4242', created_at, created_at, created_at, created_at
      from made`,
        [id, number, PRODUCTS, from, Math.min(from + BATCH - 1, number)],
      );
    }
    // Written by triggers in production, which are disabled here.
    await runWithoutTriggers(
      connection,
      `insert into rollup_mark select distinct store_id, environment,
        (created_at at time zone 'UTC')::date from orders where store_id = $1`,
      [id],
    );
    for (const table of ['orders', 'payment']) await connection.query(`vacuum analyze ${table}`);
  });
}

async function timeOf(query: string, times: number): Promise<number> {
  const found: number[] = [];
  const requests = [service.ask(query)];
  // GraphQL answers errors with status 200 too, and quickly: they must not count as results.
  const answer = await answerOnce(service.port, requests[0] as Buffer);
  if (answer.includes('"errors":')) throw new Error(`${query}: ${answer}`);
  for (let time = 0; time < times; time += 1) {
    const load = { port: service.port, connections: 1, seconds: 0, requests };
    const { p50, statuses } = await runLoad(load);
    if (!statuses['200']) throw new Error(`${query}: ${JSON.stringify(statuses)}`);
    found.push(p50);
  }
  return median(found);
}

async function comparePages(): Promise<void> {
  const fields =
    '{ id status createdAt priceSnapshot { total } onetimeProduct { name } payments { status } }';
  const page = (store: string) => timeOf(`{ onetimeOrders(storeId: "${store}") ${fields} }`, PAGES);
  const [small, large] = [await page(few), await page(many)];
  const all = await timeOf(`{ onetimeOrders ${fields} }`, PAGES);
  report({
    title: 'Pages of orders',
    conditions: 'PostgreSQL, newest 20 with price, product and payments, one connection',
    rounds: PAGES,
    figures: [
      { name: `page of ${count(FEW_ORDERS)} orders`, value: small, unit: 'ms' },
      { name: `page of ${count(MANY_ORDERS)} orders`, value: large, unit: 'ms' },
      {
        name: 'the many beside the few',
        value: large / small,
        unit: '',
        target: { must: 'be at most', value: MAX_PAGE_RATIO },
      },
      { name: 'page over all stores, beside the few', value: all / small, unit: '' },
    ],
  });
}

async function compareAnalyses(): Promise<void> {
  const ask = (name: string, fields: string, filter: string) =>
    `{ ${name}(storeId: "${many}"${filter && `, ${filter}`}) { ${fields} } }`;
  const before: number[] = [];
  for (const [name, fields] of ANALYSES) before.push(await timeOf(ask(name, fields, ''), 1));
  const started = performance.now();
  while (
    (await createRollUpDays().run({
      database: service.database,
      signal: new AbortController().signal,
    } as never)) > 0
  );
  const foldMs = performance.now() - started;
  await service.database.session((connection) => connection.query('vacuum analyze'));
  const rows: { label: string; all: number; month: number; unfolded: number }[] = [];
  for (const [place, [name, fields]] of ANALYSES.entries()) {
    rows.push({
      label: `${name}.${fields.split(/[ ({]/)[0]}`,
      all: await timeOf(ask(name, fields, ''), TIMES),
      month: await timeOf(ask(name, fields, MONTH), TIMES),
      unfolded: before[place] ?? Number.NaN,
    });
  }
  const target = { must: 'be at most', value: SLOWEST_ANALYSIS_MS } as const;
  const slowest = rows.reduce((most, row) => (row.all > most.all ? row : most));
  const within = rows.filter(({ all }) => all <= SLOWEST_ANALYSIS_MS).length;
  report({
    title: `Analyses of ${count(MANY_ORDERS)} orders`,
    conditions: 'PostgreSQL, whole answers over HTTP, one connection; unfolded asked once',
    rounds: TIMES,
    figures: [
      { name: 'folding all days into sums', value: foldMs / 1000, unit: 's' },
      { name: `slowest over all time: ${slowest.label}`, value: slowest.all, unit: 'ms', target },
      { name: `of ${rows.length} within the target`, value: within, unit: '' },
    ],
    rows: rows.map(({ label, all, month, unfolded }) => ({
      name: label,
      unit: 'ms',
      cells: { 'all time': all, '30 days': month, 'all time, before folding': unfolded },
    })),
    plots: [
      {
        file: 'analyses',
        title: `Analyses of all of ${count(MANY_ORDERS)} orders`,
        unit: 'ms',
        bars: rows.map(({ label, all }) => bar(label, all)),
        limits: [{ name: 'target', value: SLOWEST_ANALYSIS_MS }],
      },
    ],
  });
}

function count(orders: number): string {
  return orders.toLocaleString('en-US');
}
