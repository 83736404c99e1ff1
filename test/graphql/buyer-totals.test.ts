import { describe, expect, it } from 'vitest';
import { raw, sql } from '../../src/database/database.ts';
import { createRollUpDays } from '../../src/graphql/analytics/roll-up-days.job.ts';
import { listMarkedDays, rollUpDay } from '../../src/graphql/analytics/rollup.queries.ts';
import { decodeId, encodeId, type Id, newUuid } from '../../src/kit/id.ts';
import { makeMerchant } from '../support/merchant.ts';
import { needs } from '../support/needs.ts';
import { dataOf, makeOrder, makeShop } from '../support/selling.ts';
import { callOnOrder, makeClub, subscribe } from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';
import { askAsMerchant, dataFrom } from './asking.ts';
import { createRandom } from './random.ts';
import { changeSomething, makeRandomShop, type RandomStore } from './random-shop.ts';

const ROUNDS = 25;
const WRITERS = 4;
/** Orders per writer. */
const SOLD = 40;
const test = useTestApp();

async function rollUpSome({ making }: RandomStore, share: number): Promise<void> {
  const days = await listMarkedDays(test.database, making.storeId as Id<'STO'>, 1_000);
  for (const day of days) if (making.random.chance(share)) await rollUpDay(test.database, day);
}

/** Repeats the order for another buyer, in one transaction. */
async function copyOrder(pattern: string, email: string): Promise<void> {
  const copied = (
    table: string,
    id: string,
    also = '{}',
  ) => sql`(jsonb_populate_record(${raw(table)},
    jsonb_build_object('id', ${id}::uuid) || ${also}::jsonb)).*`;
  const [session, order] = [newUuid(test.clock.now()), newUuid(test.clock.now())];
  const place = JSON.stringify({ checkout_session_id: session, buyer_email: email });
  const [{ storeId: own }] = (await test.database.query(sql`
    select store_id as "storeId" from orders where id = ${decodeId('ORD', pattern)}`)) as [
    { storeId: string },
  ];
  await test.database.transaction(async (tx) => {
    await tx.query(sql`insert into checkout_session select ${copied('checkout_session', session)}
      from checkout_session where store_id = ${own} and id = (select checkout_session_id from orders
        where store_id = ${own} and id = ${decodeId('ORD', pattern)})`);
    await tx.query(sql`insert into orders select ${copied('orders', order, place)}
      from orders where store_id = ${own} and id = ${decodeId('ORD', pattern)}`);
    await tx.query(sql`insert into payment
      select ${copied('payment', newUuid(test.clock.now()), JSON.stringify({ order_id: order }))}
      from payment where store_id = ${own} and order_id = ${decodeId('ORD', pattern)}`);
  });
}

/** Buyers whose total isn't the sum of their days, or whose months don't match their days. */
const findWrongTotals = (storeId: string) =>
  test.database.query(sql`
    with plain as (
      select environment, buyer, order_status, currency, order_id, sum(orders) as orders,
        sum(payments) as payments, sum(amount_minor) as minor, min(first_at) as first,
        max(last_at) as last
      from buyer_day where store_id = ${storeId} group by 1, 2, 3, 4, 5
    ), kept as (
      select environment, buyer, order_status, currency, order_id, orders::numeric,
        payments::numeric, amount_minor::numeric, first_at, last_at
      from buyer_total where store_id = ${storeId}
    ), month as (
      select environment, buyer, order_status, currency, order_id,
        date_trunc('month', day::timestamp)::date as month, least(sum(payments), 2) as times
      from buyer_day where store_id = ${storeId} and payments > 0 group by 1, 2, 3, 4, 5, 6
    ), kept_month as (
      select environment, buyer, order_status, currency, order_id, month, count(*)::numeric as times
      from buyer_total, unnest(months) month where store_id = ${storeId} group by 1, 2, 3, 4, 5, 6
    )
    select buyer from ((select * from plain except all select * from kept)
      union all (select * from kept except all select * from plain)) wrong
    union all
    select buyer from ((select * from month except all select * from kept_month)
      union all (select * from kept_month except all select * from month)) wrong`);

describe('the totals of buyers', () => {
  it(
    'are the sums of their days, whatever is rolled up or changed',
    { timeout: 120_000 },
    async () => {
      const [store] = (await makeRandomShop(test, await makeMerchant(test), 31, 60)) as [
        RandomStore,
      ];
      let kept = 0n;
      for (let round = 0; round < ROUNDS; round += 1) {
        await changeSomething(store);
        await rollUpSome(store, createRandom(round).chance(0.2) ? 1 : 0.4);
        expect(await findWrongTotals(store.making.storeId)).toEqual([]);
        const [row] = await test.database.query<{ kept: bigint }>(sql`
        select count(*) as kept from buyer_total where store_id = ${store.making.storeId}`);
        kept = row?.kept ?? 0n;
      }
      expect(kept).toBeGreaterThan(5n);
    },
  );

  it('forget an address once its orders belong to another', async () => {
    const [store] = (await makeRandomShop(test, await makeMerchant(test), 32, 20)) as [RandomStore];
    const { storeId } = store.making;
    await rollUpSome(store, 1);
    await test.database.query(sql`
      update orders set buyer_email = 'erased@e.co' where store_id = ${storeId}`);
    await rollUpSome(store, 1);
    const rows = await test.database.query(sql`
      select distinct buyer from buyer_total where store_id = ${storeId}`);
    expect(rows).toEqual([{ buyer: 'erased@e.co' }]);
  });

  it('are written again only where a changed day counts', async () => {
    const shop = await makeClub(test);
    const [canceled, kept] = [await subscribe(shop), await subscribe(shop)];
    const storeId = decodeId('STO', shop.store.id) as Id<'STO'>;
    const rollUp = async () => {
      const days = await listMarkedDays(test.database, storeId, 1_000);
      for (const day of days) await rollUpDay(test.database, day);
      const rows = await test.database.query<{ orderId: Id<'ORD'>; row: string }>(sql`
        select order_id as "orderId", xmin::text as row from buyer_total
        where store_id = ${storeId}`);
      return new Map(rows.map(({ orderId, row }) => [encodeId('ORD', orderId), row]));
    };
    const before = await rollUp();
    dataOf(await callOnOrder(shop, 'cancel-order', canceled));
    const after = await rollUp();
    expect(after.get(kept)).toBe(before.get(kept));
    expect(after.get(canceled)).not.toBe(before.get(canceled));
    expect(after.size).toBe(2);
  });

  it(
    'are never behind or ahead of committed data, while days are rolled up',
    { timeout: 120_000, ...needs('server') },
    async () => {
      const shop = await makeShop(test);
      const pattern = await makeOrder(shop);
      const ask = askAsMerchant(test, shop.merchant);
      let [begun, done, isSelling] = [1, 1, true];
      const sell = async () => {
        for (let count = 0; count < SOLD; count += 1) {
          begun += 1;
          await copyOrder(pattern, `buyer${count % 7}@e.co`);
          done += 1;
        }
      };
      const context = { database: test.database, signal: new AbortController().signal } as never;
      const rollUp = async () => {
        while (isSelling) await createRollUpDays().run(context);
      };
      const seen: number[] = [];
      const read = async () => {
        while (isSelling) {
          const least = done;
          const { customerAnalysis } = await dataFrom(
            ask(`{ customerAnalysis(storeId: "${shop.store.id}") {
              purchaseFrequency { purchaseCount customerCount }
              topCustomers(currency: "USD") { orderCount } } }`),
          );
          const { purchaseFrequency, topCustomers } = customerAnalysis;
          const orders = purchaseFrequency.reduce(
            (sum: number, row: { purchaseCount: number; customerCount: number }) =>
              sum + row.purchaseCount * row.customerCount,
            0,
          );
          expect(orders).toBeGreaterThanOrEqual(least);
          expect(orders).toBeLessThanOrEqual(begun);
          const top = topCustomers.reduce(
            (sum: number, { orderCount }: { orderCount: number }) => sum + orderCount,
            0,
          );
          expect(top).toBe(orders);
          seen.push(orders);
        }
      };
      const others = [rollUp(), rollUp(), read(), read()];
      await Promise.all(Array.from({ length: WRITERS }, sell)).finally(() => {
        isSelling = false;
      });
      await Promise.all(others);
      expect(new Set(seen).size).toBeGreaterThan(5);
      expect(done).toBe(WRITERS * SOLD + 1);
    },
  );
});
