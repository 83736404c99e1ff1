import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { UNMANAGED } from '../../src/database/commit-together.ts';
import { sql } from '../../src/database/database.ts';
import { onCluster } from '../../src/database/guard-stores.ts';
import { insertAnswer } from '../../src/gateway/idempotency.queries.ts';
import { createRollUpDays } from '../../src/graphql/analytics/roll-up-days.job.ts';
import { decodeId, type Id } from '../../src/kit/id.ts';
import { askAsMerchant } from '../graphql/asking.ts';
import { expectSoundBooks } from '../support/books.ts';
import { placeOf, useClusterApp } from '../support/cluster-app.ts';
import { deliverOnce } from '../support/delivering.ts';
import { needs } from '../support/needs.ts';
import type { OwnServer } from '../support/postgres-servers.ts';
import { closeReceivers, type Receiver, startReceiver } from '../support/receiver.ts';
import { asBuyer, makeSale, type Sale, ticketBody } from '../support/refunding.ts';
import { makeShop, type Shop } from '../support/selling.ts';
import { addPlan, callOnOrder, subscribe } from '../support/subscribing.ts';
import { makeWebhook } from '../support/webhook.ts';

const TEST_MS = 120_000;
/** Milliseconds within which a call fails. */
const MAX_MS = 10_000;
const PRICES = { USD: { amount: '9.90', taxCategory: 'ebook' } };

closeReceivers();

describe('a dead node of a cluster', { ...needs('citus'), timeout: TEST_MS }, () => {
  const parts = useClusterApp(2);

  /** One shop on the given node and one on the other. */
  async function shopsAround(port: number): Promise<{ on: Shop; off: Shop }> {
    const found: { on?: Shop; off?: Shop } = {};
    while (!found.on || !found.off) {
      const shop = await makeShop(parts.test);
      found[(await placeOf(parts.test, shop.store.id)).port === port ? 'on' : 'off'] ??= shop;
    }
    return found as { on: Shop; off: Shop };
  }

  it('makes calls of its own stores 503, and no others', async () => {
    const { test, cluster } = parts;
    const [dead] = cluster.nodes as [OwnServer];
    const { on, off } = await shopsAround(Number(new URL(dead.url).port));
    const [dying, living] = [await prepare(on), await prepare(off)];
    // The key that signs deliveries is created with the first, on all nodes.
    await deliverOnce(test);
    await dead.stop('SIGQUIT');
    // Sessions that were open to the node fail in another way than new ones.
    for (let round = 0; round < 2; round += 1) {
      for (const [name, call] of Object.entries(callsOf(dying))) {
        const startedAt = performance.now();
        expect((await call()).status, `${name} on the dead node`).toBe(503);
        expect(performance.now() - startedAt).toBeLessThan(MAX_MS);
      }
    }
    for (const [name, call] of Object.entries(callsOf(living))) {
      expect((await call()).status, `${name} on the other node`).toBe(200);
    }
    const { paymentId } = await makeSale(test, {}, off);
    await deliverOnce(test);
    const delivered = living.receiver.received.map(({ body }) => JSON.parse(body).eventId);
    expect(delivered).toContain(paymentId);
    expect(await daysNotRolledUp(off)).toBeGreaterThan(0);
    const database = onCluster(test.database);
    await createRollUpDays().run({ database, signal: new AbortController().signal } as never);
    expect(await daysNotRolledUp(off)).toBe(0);
    await dead.start();
    for (const [name, call] of Object.entries(callsOf(await prepare(on)))) {
      expect((await call()).status, `${name} afterwards`).toBe(200);
    }
    await expectSoundBooks(test);
  });

  it('commits the answer of a call and its effect in two phases', async () => {
    const { database } = parts.test;
    const shop = await makeShop(parts.test);
    const storeId = decodeId('STO', shop.store.id) as Id<'STO'>;
    const now = parts.test.clock.now();
    const claim = { scope: 'test', key: randomUUID(), id: randomUUID() };
    const before = await listTwoPhases();
    await database.transaction(async (tx) => {
      await tx.query(sql`
        insert into product_group (id, store_id, environment, name, created_at, updated_at)
        values (${claim.id}, ${storeId}, 'test', ${claim.key}, ${now}, ${now})`);
      await insertAnswer(tx, claim, { answer: '{}', storeId }, { now, expiresAt: now });
    });
    const after = await listTwoPhases();
    expect(after.filter((name) => !before.includes(name))).toHaveLength(1);
  });

  it('finds the tables that Citus doesn’t manage', async () => {
    const found = await parts.test.database.query<{ name: string }>(sql`
      select relname::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not relispartition and not exists (
          select from pg_dist_partition where logicalrelid = pg_class.oid)
        and relname !~ '_[0-9]+$' and relname <> 'schema_version' order by relname`);
    expect(found.map(({ name }) => name)).toEqual(UNMANAGED);
  });

  /** Of the latest transactions: Citus keeps their names for a minute. */
  async function listTwoPhases(): Promise<readonly string[]> {
    const found = await parts.test.database.query<{ gid: string }>(
      sql`select gid from pg_dist_transaction`,
    );
    return found.map(({ gid }) => gid);
  }

  async function daysNotRolledUp({ store }: Shop): Promise<number | undefined> {
    const [row] = await parts.test.database.query<{ days: number }>(sql`
      select count(*)::int as days from rollup_mark where store_id = ${decodeId('STO', store.id)}`);
    return row?.days;
  }

  interface Prepared {
    readonly shop: Shop;
    readonly receiver: Receiver;
    readonly sale: Sale;
    readonly club: Shop;
    readonly subscriptionId: string;
  }

  /** A shop with a sale, a subscription and a webhook. */
  async function prepare(shop: Shop): Promise<Prepared> {
    const receiver = await startReceiver();
    await makeWebhook(shop.merchant, shop.store.id, receiver.url);
    const sale = await makeSale(parts.test, {}, shop);
    const club = { ...shop, productId: await addPlan(shop) };
    return { shop, receiver, sale, club, subscriptionId: await subscribe(club) };
  }

  /** Everyday calls of one shop. */
  function callsOf({ shop, sale, club, subscriptionId }: Prepared) {
    const { merchant, store, productId } = shop;
    const storeId = store.id;
    const orders = `{ orders(storeId: "${storeId}", limit: 20) { id payments { id } } }`;
    return {
      'a list': async () => {
        const reply = await askAsMerchant(parts.test, merchant)(orders);
        return reply.body.errors ? { ...reply, status: 503 } : reply;
      },
      'a product': () =>
        merchant.call('onetime-product/create-product', {
          storeId,
          name: 'A book',
          prices: PRICES,
        }),
      'its change': () =>
        merchant.call('onetime-product/update-product', { id: productId, name: randomUUID() }),
      'its publication': () => merchant.call('onetime-product/publish-product', { id: productId }),
      'a group': () =>
        merchant.call('subscription-product-group/create-group', {
          ...{ storeId, name: randomUUID(), productIds: [club.productId] },
        }),
      'a session': () => merchant.call('checkout/create-session', { productId, currency: 'USD' }),
      'a webhook': () =>
        merchant.call('store/add-webhook', {
          ...{ storeId, channel: 'http', url: 'https://hooks.example.com/', testMode: true },
          events: ['order.completed'],
        }),
      'a refund': () => asBuyer(sale, 'refund-ticket/create-ticket', ticketBody(sale, '1.00')),
      'a cancellation': () => callOnOrder(club, 'cancel-order', subscriptionId),
      'a note': () => merchant.call('note/add-note', { orderId: sale.orderId, text: 'Called' }),
    };
  }
});
