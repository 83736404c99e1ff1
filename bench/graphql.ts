// Signed GraphQL over HTTP compared with one hand-written json_agg statement on the same HTTP
// server, and with PostGraphile on the same tables, which doesn't authenticate. PostGraphile is
// installed from its own lock file for the duration of the run. BENCH_POSTGRAPHILE=0 skips it; a
// quick run skips it unless BENCH_POSTGRAPHILE=1. A cluster is measured without it, because it reads
// the tables of one server. Each server and the load run in their own processes.
import { readConfig } from '../src/config.ts';
import type { Ports } from '../src/contract/ports.ts';
import { type Database, sql } from '../src/database/database.ts';
import { createAuthenticator } from '../src/gateway/authenticate.ts';
import { createKeyLookup } from '../src/gateway/credentials/key-lookup.ts';
import { readIncoming } from '../src/gateway/incoming.ts';
import { createRateLimiter } from '../src/gateway/rate-limit.ts';
import { decodeId } from '../src/kit/id.ts';
import { answerOnce } from './support/answer-once.ts';
import { isOnCluster } from './support/bench-server.ts';
import { startGraphqlService } from './support/graphql-service.ts';
import { LIGHT_LOAD, runLightLoad } from './support/light-load.ts';
import { signedRequest } from './support/merchant.ts';
import { type Peer, startPeer } from './support/peer.ts';
import { median, report } from './support/report.ts';
import { bar, type Figure } from './support/result.ts';
import { isQuick, scaled } from './support/scale.ts';

const CONNECTIONS = 16;
const SECONDS = scaled(4, 1);
const ROUNDS = scaled(3, 1);
/** Target. */
const MIN_OF_HAND_WRITTEN = 0.7;
const MIN_OF_POSTGRAPHILE = 1.8;
/** Fifty products, two currencies. */
const PRICES = 100;
/** Prices as PostGraphile returns them once it is configured for the list type. */
const PRICE_LIST = 'priceList { nodes { currency amount taxCategory } }';

const service = await startGraphqlService(CONNECTIONS, (app, database) => {
  // The peer takes the same steps first: raw body, signature, key lookup.
  const authenticator = createAuthenticator({
    config: readConfig({ DEMO: 'false' }),
    database,
    keys: createKeyLookup(database),
    ports: {} as Ports,
    rateLimiter: createRateLimiter(false),
  });
  app.http.post('/bench/peer', async (request, reply) => {
    await authenticator.authenticate(readIncoming(request), new Date());
    return reply.type('application/json').send(await handWritten(database));
  });
});
const storeId = await service.makeStore('Bench');
await fillProducts();
const asked = !isOnCluster && (process.env.BENCH_POSTGRAPHILE ?? (isQuick ? '0' : '1')) === '1';
const settings = {
  DATABASE_URL: service.databaseUrl,
  POOL_SIZE: String(CONNECTIONS),
  GRAPHILE_ENV: 'production',
};
if (asked) await teachPrices(service.database);
const postgraphile = asked ? await startPeer('postgraphile', settings) : null;
await compare(postgraphile);
await postgraphile?.stop();
await service.stop();

interface Load {
  readonly port: number;
  readonly requests: readonly Buffer[];
}

async function fillProducts(): Promise<void> {
  for (let number = 0; number < 50; number += 1) {
    const prices = {
      USD: { amount: '29.00', taxCategory: 'software' },
      EUR: { amount: '27.00', taxCategory: 'software' },
    };
    const body = { storeId, name: `Product ${number}`, description: 'Two lines.', prices };
    await service.call('onetime-product/create-product', body);
  }
  // In production, autovacuum would keep the planner's statistics current.
  await service.database.query(sql`vacuum analyze`);
}

/** What a developer would write by hand for this one query, without access rules or Short IDs. */
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
        from product join product_version version on version.store_id = product.store_id
          and version.id = product.test_version_id
        where product.store_id = ${decodeId('STO', storeId)} and product.kind = 'onetime'
        order by product.created_at desc, product.id desc limit 50) page)))::text as text`);
  return row?.text ?? '';
}

/** What PostGraphile needs to give the same answer: prices as a list. */
async function teachPrices(db: Database): Promise<void> {
  await db.query(sql`create type price_item as (currency text, amount text, tax_category text)`);
  await db.query(sql`
    create function product_version_price_list(version product_version) returns setof price_item
    stable language sql as $$
      select key, ((value->>'amountMinor')::bigint * 0.01)::text, value->>'taxCategory'
      from jsonb_each(version.prices) $$`);
}

/** The same products and store, under PostGraphile's names. */
function postgraphileRequest(prices: string): Buffer {
  const id = decodeId('STO', storeId);
  const query = `{ allProducts(first: 50, condition: { storeId: "${id}", kind: "onetime" }) { nodes {
    rowId testStatus productVersionByStoreIdAndTestVersionId { name ${prices} }
    storeByStoreId { rowId name } } } }`;
  const body = JSON.stringify({ query });
  return Buffer.from(
    `POST /graphql HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** Errors are quick to answer, so each service must first be seen to return the right data. */
async function requireAnswer(name: string, load: Load): Promise<void> {
  const answer = await answerOnce(load.port, load.requests[0] as Buffer);
  const prices = answer.match(/"taxCategory"\s*:\s*"software"/g)?.length;
  if (prices !== PRICES) throw new Error(`${name} answers something else: ${answer}`);
}

async function compare(peer: Peer | null): Promise<void> {
  const query = `{ onetimeProducts(storeId: "${storeId}", limit: 50) { id name status prices { currency priceInfo { amount taxCategory } } store { id name } } }`;
  const loads: Record<string, Load> = {
    mine: { port: service.port, requests: [service.ask(query)] },
    hand: {
      port: service.port,
      requests: [signedRequest(service.merchant, 'peer', { query }, '/bench/')],
    },
    ...(peer
      ? { postgraphile: { port: peer.port, requests: [postgraphileRequest(PRICE_LIST)] } }
      : {}),
    ...(peer ? { json: { port: peer.port, requests: [postgraphileRequest('prices')] } } : {}),
  };
  for (const [name, load] of Object.entries(loads)) await requireAnswer(name, load);
  const rates: Record<string, number>[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const rate: Record<string, number> = {};
    for (const [name, load] of Object.entries(loads)) {
      const seconds = round === 0 ? 2 : SECONDS;
      const result = await runLightLoad({ ...load, connections: CONNECTIONS, seconds });
      rate[name] = result.perSecond;
    }
    // The first round is a warm-up.
    if (round > 0) rates.push(rate);
  }
  const middle = (name: string) => median(rates.map((rate) => rate[name] ?? 0));
  const ratioTo = (label: string, name: string, least: number): Figure => ({
    name: label,
    value: median(rates.map((rate) => (rate.mine ?? 0) / (rate[name] ?? 1))),
    unit: '',
    target: { must: 'be at least', value: least },
  });
  const bars: [label: string, name: string][] = [
    ['Tillgate, signed GraphQL', 'mine'],
    ['hand-written json_agg, same signature', 'hand'],
  ];
  if (peer) {
    bars.push(['PostGraphile 5.1.5, no credential', 'postgraphile']);
    bars.push(['the same, prices as raw JSON', 'json']);
  }
  report({
    title: 'GraphQL: 50 products with prices and store',
    conditions: `PostgreSQL, ${CONNECTIONS} connections, ${SECONDS} s a round, ${LIGHT_LOAD}`,
    rounds: ROUNDS,
    figures: [
      ...bars.map(([name, key]) => ({ name, value: middle(key), unit: '/s' })),
      ratioTo('of the hand-written', 'hand', MIN_OF_HAND_WRITTEN),
      ...(peer ? [ratioTo('times PostGraphile', 'postgraphile', MIN_OF_POSTGRAPHILE)] : []),
    ],
    plots: [
      {
        file: 'graphql',
        title: '50 products with prices and store, requests a second',
        unit: '/s',
        bars: bars.map(([name, key]) => bar(name, middle(key))),
        limits: [
          {
            name: `target: ${MIN_OF_HAND_WRITTEN} of the hand-written`,
            value: middle('hand') * MIN_OF_HAND_WRITTEN,
          },
          ...(peer
            ? [
                {
                  name: `target: ${MIN_OF_POSTGRAPHILE} times PostGraphile`,
                  value: middle('postgraphile') * MIN_OF_POSTGRAPHILE,
                },
              ]
            : []),
        ],
      },
    ],
  });
}
