// Signed GraphQL over HTTP beside one hand-written json_agg statement on the same HTTP server; then
// list pages and analyses over few and over many orders. Server, load and peer share one process.

import { createApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import type { Ports } from '../src/contract/ports.ts';
import { type Database, sql } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';
import { openServer } from '../src/database/open.ts';
import { createAuthenticator } from '../src/gateway/authenticate.ts';
import { createKeyLookup } from '../src/gateway/credentials/key-lookup.ts';
import { readIncoming } from '../src/gateway/incoming.ts';
import { decodeId } from '../src/kit/id.ts';
import { systemClock } from '../src/kit/time.ts';
import { runLoad } from './support/load.ts';
import { type BenchMerchant, callOnce, signedRequest, signUpMerchant } from './support/merchant.ts';
import { judged, median, printTable } from './support/report.ts';
import { createDatabase, type Service } from './support/service.ts';

const CONNECTIONS = 16;
const SECONDS = 4;
const ROUNDS = 3;
/** Issue 6. */
const LEAST_RATIO = 0.7;
const MOST_PAGE_RATIO = 1.3;
const SLOWEST_ANALYSIS_MS = 200;
const MANY_ORDERS = Number(process.env.BENCH_ORDERS ?? 1_000_000);
const FEW_ORDERS = 10_000;

const fresh = await createDatabase();
const database = await openServer(fresh.url, CONNECTIONS, 120_000);
await migrate(database);
const config = readConfig({
  PORT: '0',
  LOG_LEVEL: 'fatal',
  RATE_LIMITS: 'off',
  DATABASE_URL: fresh.url,
  SECRET_KEY: 'x'.repeat(40),
});
const app = createApp({ config, secretKey: 'x'.repeat(40), database, clock: systemClock });
// The peer's way in is the same: raw body, signature, key look-up.
const authenticator = createAuthenticator(database, createKeyLookup(database), {} as Ports);
app.http.post('/bench/peer', async (request, reply) => {
  await authenticator.authenticate(readIncoming(request), new Date());
  return reply.type('application/json').send(await handWritten(database));
});
const baseUrl = await app.http.listen({ host: '127.0.0.1', port: 0 });
const port = Number(new URL(baseUrl).port);
const service = {
  baseUrl,
  port,
  pid: process.pid,
  startMs: 0,
  databaseUrl: fresh.url,
  stop: async () => {},
} as Service;
const merchant = await signUpMerchant(service);
const storeId = await makeStore('Bench');
await fillProducts();
await compareProducts();
const few = await makeStore('Few');
await fillOrders(few, FEW_ORDERS);
const many = await makeStore('Many');
await fillOrders(many, MANY_ORDERS);
await compareOrders();
await app.http.close();
await database.close();
await fresh.drop();

async function makeStore(name: string): Promise<string> {
  const made = await callOnce<{ store: { id: string } }>(service, merchant, 'store/create-store', {
    name,
  });
  return made.store.id;
}

async function fillProducts(): Promise<void> {
  for (let number = 0; number < 50; number += 1) {
    const prices = {
      USD: { amount: '29.00', taxCategory: 'software' },
      EUR: { amount: '27.00', taxCategory: 'software' },
    };
    const body = { storeId, name: `Product ${number}`, description: 'Two lines.', prices };
    await callOnce(service, merchant, 'onetime-product/create-product', body);
  }
}

/** What somebody would write by hand for this one query, without access rules or Short IDs. */
async function handWritten(db: Database): Promise<string> {
  const [row] = await db.query<{ text: string }>(sql`
    select json_build_object('data', json_build_object('onetimeProducts', (
      select coalesce(json_agg(json_build_object('id', id, 'name', name, 'status', status,
        'prices', prices, 'store', store)), '[]') from (
        select product.id, version.name, product.test_status as status,
          (select json_agg(json_build_object('currency', key, 'priceInfo', json_build_object(
            'amount', ((value->>'amountMinor')::bigint * 0.01)::text, 'taxCategory', value->>'taxCategory')))
            from jsonb_each(version.prices)) as prices,
          (select json_build_object('id', store.id, 'name', store.name) from store
            where store.id = product.store_id) as store
        from product join product_version version on version.id = product.test_version_id
        where product.store_id = ${decodeId('STO', storeId)} and product.kind = 'onetime'
        order by product.created_at desc, product.id desc limit 50) page)))::text as text`);
  return row?.text ?? '';
}

function asked(by: BenchMerchant, query: string): Buffer {
  return signedRequest(by, 'graphql', { query }, '/v1/');
}

async function compareProducts(): Promise<void> {
  const query = `{ onetimeProducts(storeId: "${storeId}", limit: 50) { id name status prices { currency priceInfo { amount taxCategory } } store { id name } } }`;
  const ours = [asked(merchant, query)];
  const peer = [signedRequest(merchant, 'peer', { query }, '/bench/')];
  const load = { port, connections: CONNECTIONS };
  await runLoad({ ...load, requests: ours, seconds: 2 });
  await runLoad({ ...load, requests: peer, seconds: 2 });
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const mine = await runLoad({ ...load, requests: ours, seconds: SECONDS });
    const theirs = await runLoad({ ...load, requests: peer, seconds: SECONDS });
    if (mine.statuses['200'] !== mine.requests) throw new Error(JSON.stringify(mine.statuses));
    rounds.push({ mine: mine.perSecond, theirs: theirs.perSecond });
  }
  const ratio = median(rounds.map(({ mine, theirs }) => mine / theirs));
  printTable(`50 products with prices and store (${CONNECTIONS} connections)`, [
    ['GraphQL, requests a second', median(rounds.map(({ mine }) => mine)).toFixed(0)],
    [
      'hand-written json_agg, same credential',
      median(rounds.map(({ theirs }) => theirs)).toFixed(0),
    ],
    ['of the hand-written', judged(ratio, `>= ${LEAST_RATIO}`, ratio >= LEAST_RATIO)],
  ]);
}

/** Orders with a payment each, written past the rules: what matters is how many there are. */
async function fillOrders(store: string, number: number): Promise<void> {
  const id = decodeId('STO', store);
  await database.session(async (connection) => {
    await connection.query(`set session_replication_role = replica`);
    const [product] = (await connection.query(`select id, test_version_id from product limit 1`))
      .rows;
    await connection.query(
      `insert into orders (id, store_id, environment, kind, status, checkout_session_id, product_id,
        product_version_id, buyer_email, billing_detail, currency, subtotal_minor, tax_minor,
        total_minor, tax_category, created_at, updated_at)
      select gen_random_uuid(), $1, 'test', 'onetime', 'completed', gen_random_uuid(), $2, $3,
        'buyer' || n % ($4 / 10) || '@e.co', '{"country": "DE", "isBusiness": false}', 'USD', 900, 90, 990,
        'saas', at, at
      from generate_series(1, $4::int) n, lateral (select timestamptz '2026-01-01' + n * interval '10 s' as at) t`,
      [id, product.id, product.test_version_id, number],
    );
    await connection.query(
      `insert into payment (id, store_id, environment, order_id, status, currency, amount_minor,
        method, provider, card_brand, card_last4, leased_until, created_at, updated_at, paid_at)
      select gen_random_uuid(), store_id, environment, id, 'succeeded', currency, total_minor, 'card',
        'sandbox', 'visa', '4242', created_at, created_at, created_at, created_at
      from orders where store_id = $1`,
      [id],
    );
    await connection.query(`set session_replication_role = origin`);
    await connection.query('vacuum analyze orders');
    await connection.query('vacuum analyze payment');
  });
}

async function timeOf(query: string, times = 15): Promise<number> {
  const found: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const { p50, statuses } = await runLoad({
      port,
      connections: 1,
      seconds: 0,
      requests: [asked(merchant, query)],
    });
    if (!statuses['200']) throw new Error(`${query}: ${JSON.stringify(statuses)}`);
    found.push(p50);
  }
  return median(found);
}

async function compareOrders(): Promise<void> {
  const fields =
    '{ id status createdAt priceSnapshot { total } onetimeProduct { name } payments { status } }';
  const page = (store: string) => `{ onetimeOrders(storeId: "${store}") ${fields} }`;
  const [small, large, all] = [
    await timeOf(page(few)),
    await timeOf(page(many)),
    await timeOf(`{ onetimeOrders ${fields} }`),
  ];
  const analysis = (name: string, rest: string) => `{ ${name}(storeId: "${many}") ${rest} }`;
  const analyses: Record<string, string> = {
    orderStatistics: analysis(
      'orderStatistics',
      '{ totalCount revenueByCurrency { totalAmount } countsByPeriod(granularity: MONTH) { count } }',
    ),
    paymentStatistics: analysis(
      'paymentStatistics',
      '{ successRate { successRate } taxSummary { totalTax } }',
    ),
    productStatistics: analysis(
      'productStatistics',
      '{ topByRevenue(currency: "usd") { productName } }',
    ),
    trendAnalysis: analysis(
      'trendAnalysis',
      '{ revenueGrowth(granularity: MONTH, currency: "usd") { period } }',
    ),
    distributionAnalysis: analysis(
      'distributionAnalysis',
      '{ orderAmountPercentiles(currency: "usd") { p50 } }',
    ),
    customerAnalysis: analysis(
      'customerAnalysis',
      '{ topCustomers(currency: "usd") { totalSpent } }',
    ),
    taxAnalysis: analysis('taxAnalysis', '{ byCategory(currency: "usd") { totalTax } }'),
  };
  const rows: [string, string][] = [
    [`page of ${FEW_ORDERS} orders`, `${small.toFixed(1)} ms`],
    [`page of ${MANY_ORDERS} orders`, `${large.toFixed(1)} ms`],
    [
      'the many beside the few',
      judged(large / small, `<= ${MOST_PAGE_RATIO}`, large / small <= MOST_PAGE_RATIO),
    ],
    [
      'page over all stores',
      judged(all / small, `<= ${MOST_PAGE_RATIO}`, all / small <= MOST_PAGE_RATIO),
    ],
  ];
  for (const [name, query] of Object.entries(analyses)) {
    const ms = await timeOf(query, 3);
    rows.push([
      `${name}, ${MANY_ORDERS} orders`,
      `${ms.toFixed(0)} ms (target ${SLOWEST_ANALYSIS_MS}: ${ms <= SLOWEST_ANALYSIS_MS ? 'reached' : 'NOT reached'})`,
    ]);
  }
  printTable('Orders', rows);
}
