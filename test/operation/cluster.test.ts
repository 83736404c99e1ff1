import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { sql } from '../../src/database/database.ts';
import { examine } from '../../src/doctor/examine.ts';
import { openService } from '../../src/service.ts';
import { askAsMerchant } from '../graphql/asking.ts';
import { makeStore } from '../support/merchant.ts';
import { needs } from '../support/needs.ts';
import { startReceiver } from '../support/receiver.ts';
import { makeSale, makeTicket, review, type Sale } from '../support/refunding.ts';
import {
  callAsBuyer,
  dataOf,
  makeBuyerToken,
  makeSession,
  makeShop,
  payingBody,
  type Shop,
} from '../support/selling.ts';
import { callOnOrder, makeClub, subscribe } from '../support/subscribing.ts';
import { TEST_SECRET_KEY, useTestApp } from '../support/test-app.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { emit, makeWebhook } from '../support/webhook.ts';

/** Enough stores of one merchant that they are on more than one shard. */
const STORES = 4;
/** Additional deliveries, whose cost in searches is compared. */
const MORE = 20;
const ORDERS = '{ orders(limit: 20) { id currency payments { id amount } } }';
const PRICES = { USD: { amount: '9.90', taxIncluded: true, taxCategory: 'ebook' } };

describe('a cluster', needs('cluster'), () => {
  beforeAll(countStatements);
  const test = useTestApp();

  /** Number of statements sent to several shards during the work. */
  async function fannedOut(work: () => Promise<unknown>): Promise<number> {
    const before = await readCount();
    await work();
    return (await readCount()) - before;
  }

  async function readCount(): Promise<number> {
    const [row] = await test.database.query<{ count: number }>(sql`
      select query_execution_multi_shard::int as count from citus_stat_counters
      where name = current_database()`);
    return row?.count ?? Number.NaN;
  }

  it('counts statements that go to several shards', async () => {
    const all = () => test.database.query(sql`select count(*) from orders`);
    expect(await fannedOut(all)).toBe(1);
  });

  it('uses one shard to create a product, open a session, pay, cancel and list orders', async () => {
    const [shop, club] = [await makeShop(test), await makeClub(test)];
    const { merchant, store } = shop;
    const product = { storeId: store.id, name: 'A book', prices: PRICES };
    const wanted = { productId: shop.productId, currency: 'USD' };
    const session = await makeSession(shop);
    const [token, body] = [await makeBuyerToken(shop), await payingBody(test, session)];
    const orderId = await subscribe(club);
    const actions = {
      'create-product': () => merchant.call('onetime-product/create-product', product),
      'create-session': () => merchant.call('checkout/create-session', wanted),
      pay: () => callAsBuyer(test, token, 'onetime-order/create-order', body),
      cancel: () => callOnOrder(club, 'cancel-order', orderId),
      orders: () => askAsMerchant(test, merchant)(ORDERS),
    };
    const counts: Record<string, number> = {};
    for (const [name, call] of Object.entries(actions)) {
      counts[name] = await fannedOut(async () => dataOf(await call()));
    }
    const none = Object.keys(actions).map((name) => [name, 0]);
    expect(counts).toEqual(Object.fromEntries(none));
  });

  it('uses one shard per delivery: only the search for stores with due work uses all', async () => {
    const shop = await makeShop(test);
    const receiver = await startReceiver((response) => response.end());
    await makeWebhook(shop.merchant, shop.store.id, receiver.url);
    const deliver = async (count: number) => {
      for (let nth = 0; nth < count; nth += 1) await emit(test, shop.store.id);
      return fannedOut(() => test.app.worker.runOnce());
    };
    await test.app.worker.runOnce();
    const [one, many] = [await deliver(1), await deliver(1 + MORE)];
    expect(receiver.received).toHaveLength(2 + MORE);
    // On a busy machine the search is repeated while attempts are running, but not for each of them.
    expect(many - one).toBeLessThan(MORE);
  });

  it('serves a merchant with several stores using one key', async () => {
    const first = await makeShop(test);
    const shops = [first];
    while (shops.length < STORES) shops.push(await addShop(first));
    const sales = [];
    for (const shop of shops) sales.push(await makeSale(test, {}, shop));
    for (const sale of sales) {
      const ticket = await makeTicket(sale);
      expect((await review(sale, ticket.id, 'reject')).status).toBe('rejected');
    }
    const ask = askAsMerchant(test, first.merchant);
    const paged = await ask('{ a: orders(limit: 3) { id } b: orders(limit: 3, offset: 3) { id } }');
    const { a, b } = dataOf(paged);
    const newest = sales.map(({ orderId }) => orderId).reverse();
    expect([...a, ...b].map(({ id }: { id: string }) => id)).toEqual(newest);
    const [sale] = sales as [Sale, ...Sale[]];
    const { store } = sale.shop;
    const narrowed = await ask(`{
      payment(id: "${sale.paymentId}") { id orderId } other: orders(storeId: "${store.id}") { id }
      ordersCount(storeId: "${store.id}") store(id: "${store.id}") { slug storeMerchants { role } }
      none: payment(id: "${sale.orderId.replace('ORD', 'PAY')}") { id } }`);
    expect(dataOf(narrowed)).toEqual({
      payment: { id: sale.paymentId, orderId: sale.orderId },
      ...{ other: [{ id: sale.orderId }], ordersCount: 1, none: null },
      store: { slug: store.slug, storeMerchants: [{ role: 'owner' }] },
    });
    const figures = await ask('{ ordersCount orderStatistics { buyerMetrics { totalBuyers } } }');
    expect(dataOf(figures)).toMatchObject({
      ordersCount: STORES,
      orderStatistics: { buyerMetrics: { totalBuyers: 1 } },
    });
  });

  it('lets the doctor examine all stores', async () => {
    await expect(examine(test.database, test.clock.now())).resolves.toBeDefined();
  });

  it('refuses a replica, whose position can’t be compared across nodes', async () => {
    const url = test.databaseUrl as string;
    const given = { DATABASE_URL: url, DATABASE_REPLICA_URL: url, SECRET_KEY: TEST_SECRET_KEY };
    const config = readConfig(given);
    await expect(openService(config)).rejects.toThrow('DATABASE_REPLICA_URL must not be set');
  });

  async function addShop({ merchant }: Shop): Promise<Shop> {
    const store = await makeStore(merchant);
    const body = { storeId: store.id, name: 'An e-book', prices: PRICES };
    const reply = await merchant.call('onetime-product/create-product', body);
    return { test, merchant, store, productId: dataOf(reply).product.id };
  }
});

/** Makes new connections count which shards their statements go to. */
/** For the whole server: connections read it when they open. */
async function countStatements(): Promise<void> {
  const { database, close } = await openTestDatabase();
  await database.session(async (connection) => {
    await connection.query('alter system set citus.enable_stat_counters = on');
    await connection.query('select pg_reload_conf()');
  });
  await close();
}
