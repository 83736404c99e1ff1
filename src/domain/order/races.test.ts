import { describe, expect, it } from 'vitest';
import { expectError } from '../../../test/support/error-rows.ts';
import { countWaiting } from '../../../test/support/lock-waits.ts';
import { needs } from '../../../test/support/needs.ts';
import { beginCharge, uuidOf } from '../../../test/support/paying-cases.ts';
import {
  callAsBuyer,
  DECLINED_CARD,
  dataOf,
  eventsOf,
  makeBuyerToken,
  makeSession,
  makeShop,
  payingBody,
  type Shop,
} from '../../../test/support/selling.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import type { PaymentKey } from '../../contract/ports.ts';
import { sql } from '../../database/database.ts';
import { decodeId, encodeId, type Id } from '../../kit/id.ts';
import { payments } from '../../sales.ts';

const test = useTestApp();
const ROUNDS = 40;

describe('orders under races', needs('server'), () => {
  it('complete once when the process and workers record the same charge concurrently', async () => {
    const shop = await makeShop(test);
    const payment = await makeFailedThenPending(shop);
    const outcome = { status: 'succeeded', reference: 'ch_1', card: null } as const;
    const now = test.clock.now();
    const record = () =>
      test.database.transaction((tx) => payments.succeed(tx, payment, outcome, now));
    const orders = await Promise.all(Array.from({ length: 8 }, record));
    expect(new Set(orders).size).toBe(1);
    expect(await eventsOf(shop)).toHaveLength(1);
  });

  it('are either paid or canceled when both are requested concurrently, never both', async () => {
    const shop = await makeShop(test);
    const token = await makeBuyerToken(shop);
    const call = (path: string, body: unknown) =>
      callAsBuyer(test, token, `onetime-order/${path}`, body);
    let paidRounds = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const sessionId = await makeSession(shop);
      await call('create-order', await payingBody(test, sessionId, DECLINED_CARD));
      const body = await payingBody(test, sessionId);
      const orderId = await orderOf(sessionId);
      const [paid, canceled] = await Promise.all([
        call('create-order', body),
        call('cancel-order', { orderId }),
      ]);
      expect([paid.status, canceled.status].filter((status) => status === 200)).toHaveLength(1);
      expect(await stateOf(sessionId)).toEqual(
        paid.status === 200
          ? { order: 'completed', session: 'completed', succeeded: 1 }
          : { order: 'canceled', session: 'expired', succeeded: 0 },
      );
      if (paid.status === 200) paidRounds += 1;
    }
    expect(await eventsOf(shop)).toHaveLength(paidRounds);
  });

  const onOneServer = needs('plain-server');
  it('never belong to a deleted store while they are pending', onOneServer, async () => {
    const shop = await makeShop(test);
    const sessionId = await makeSession(shop);
    const token = await makeBuyerToken(shop);
    const body = await payingBody(test, sessionId, DECLINED_CARD);
    const tried = await test.database.transaction(async (tx) => {
      await tx.query(sql`
        select from checkout_session where id = ${uuidOf(sessionId)} for no key update`);
      // It has read that the product is for sale, and waits for the session.
      const trying = callAsBuyer(test, token, 'onetime-order/create-order', body);
      await expect.poll(() => countWaiting(test.database)).toBe(1);
      await test.database.query(sql`
        update product set test_status = 'inactive' where id = ${decodeId('PROD', shop.productId)}`);
      dataOf(await shop.merchant.call('store/delete-store', { id: shop.store.id }));
      return { trying };
    });
    expectError(await tried.trying, 404, 'Checkout session not found', 'order');
  });
});

async function makeFailedThenPending(shop: Shop): Promise<PaymentKey> {
  const sessionId = await makeSession(shop);
  const token = await makeBuyerToken(shop);
  const body = await payingBody(test, sessionId, DECLINED_CARD);
  await callAsBuyer(test, token, 'onetime-order/create-order', body);
  await beginCharge(test, sessionId);
  const [payment] = await test.database.query<PaymentKey>(sql`
    select payment.id, payment.store_id as "storeId" from payment join orders
      on orders.store_id = payment.store_id and orders.id = payment.order_id
    where checkout_session_id = ${uuidOf(sessionId)} and payment.status = 'pending'`);
  return payment as PaymentKey;
}

async function orderOf(sessionId: string): Promise<string> {
  const [order] = await test.database.query<{ id: Id<'ORD'> }>(sql`
    select id from orders where checkout_session_id = ${uuidOf(sessionId)}`);
  return encodeId('ORD', order?.id as Id<'ORD'>);
}

async function stateOf(sessionId: string) {
  const [row] = await test.database.query(sql`
    select orders.status as "order", session.status as session,
      (select count(*)::int from payment where payment.store_id = orders.store_id
        and order_id = orders.id and status = 'succeeded')
        as succeeded
    from checkout_session session join orders
      on orders.store_id = session.store_id and orders.checkout_session_id = session.id
    where session.id = ${uuidOf(sessionId)}`);
  return row;
}
