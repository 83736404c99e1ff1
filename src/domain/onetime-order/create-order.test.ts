import { describe, expect, it } from 'vitest';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import type { Environment } from '../../../test/support/merchant.ts';
import { payingCases, uuidOf } from '../../../test/support/paying-cases.ts';
import {
  BILLING,
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
import { makeClub } from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { createOrder } from './create-order.ts';

const test = useTestApp();

describe('onetime-order/create-order', () => {
  it('completes the order, the payment and the session and records order.completed', async () => {
    const shop = await makeShop(test, { description: 'Reads well', metadata: { pages: 12 } });
    const sessionId = await makeSession(shop, {
      metadata: { campaign: 'spring' },
      orderMerchantExternalId: 'A-1',
    });
    const body = await payingBody(test, sessionId);
    const token = await makeBuyerToken(shop, 'user-7');
    const data = dataOf(await callAsBuyer(test, token, 'onetime-order/create-order', body));
    expect(data).toEqual({
      orderId: expect.stringMatching(/^ORD_[0-9A-Za-z]{22}$/),
      status: 'completed',
    });
    expect(await statusesOf(sessionId)).toEqual([
      { session: 'completed', order: 'completed', payment: 'succeeded' },
    ]);
    const [event, ...others] = await eventsOf(shop);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ eventType: 'order.completed', mode: 'test' });
    expect(event.eventId).toBe(event.data.paymentId);
    expect(event.data).toEqual({
      orderId: data.orderId,
      orderStatus: 'completed',
      buyerEmail: 'buyer@example.com',
      merchantProvidedBuyerIdentity: 'user-7',
      orderMerchantExternalId: 'A-1',
      currency: 'USD',
      amount: '9.90',
      subtotal: '9.90',
      taxAmount: '0.00',
      taxRate: 0,
      total: '9.90',
      chargedAmount: '9.90',
      listPrice: { subtotal: '9.90', taxAmount: '0.00', taxRate: 0, total: '9.90' },
      billingDetail: BILLING,
      productName: 'An e-book',
      productDescription: 'Reads well',
      orderMetadata: { campaign: 'spring' },
      productMetadata: { pages: '12' },
      paymentId: expect.stringMatching(/^PAY_[0-9A-Za-z]{22}$/),
      paymentStatus: 'succeeded',
      paymentMethod: 'card',
      paymentLast4: '4242',
      paymentDate: event.timestamp.slice(0, 10),
    });
  });

  it('keeps the session and its one order open after a decline, and emits no event', async () => {
    const shop = await makeShop(test);
    const sessionId = await makeSession(shop);
    const declined = await pay(shop, await payingBody(test, sessionId, DECLINED_CARD));
    expect(declined.status).toBe(400);
    expect(await statusesOf(sessionId)).toEqual([
      { session: 'open', order: 'pending', payment: 'failed' },
    ]);
    expect(await eventsOf(shop)).toEqual([]);
    dataOf(await pay(shop, await payingBody(test, sessionId)));
    expect(await statusesOf(sessionId)).toEqual([
      { session: 'completed', order: 'completed', payment: 'failed' },
      { session: 'completed', order: 'completed', payment: 'succeeded' },
    ]);
  });

  it('answers another click on a paid session with the same order', async () => {
    const shop = await makeShop(test);
    const body = await payingBody(test, await makeSession(shop));
    const first = await pay(shop, body);
    const second = await pay(shop, { ...body, paymentToken: 'another' });
    expect(second.text).toBe(first.text);
    expect(await eventsOf(shop)).toHaveLength(1);
  });

  it('charges the price at which the session was created', async () => {
    const shop = await makeShop(test);
    const sessionId = await makeSession(shop, {
      priceSnapshot: { amount: '1.25', taxCategory: 'saas' },
    });
    dataOf(await pay(shop, { ...(await payingBody(test, sessionId)), amount: '0.01' }));
    const [event] = await eventsOf(shop);
    expect(event.data.total).toBe('1.25');
    const charged = await test.database.query(sql`
      select payment.amount_minor as paid, charge.amount_minor as "atProvider"
      from payment join orders
        on orders.store_id = payment.store_id and orders.id = payment.order_id
      join sandbox_charge charge on charge.idempotency_key = payment.id::text
      where orders.checkout_session_id = ${uuidOf(sessionId)}`);
    expect(charged).toEqual([{ paid: 125n, atProvider: 125n }]);
  });

  it('replays the answer for the same idempotency key', async () => {
    const shop = await makeShop(test);
    const body = await payingBody(test, await makeSession(shop));
    const first = await pay(shop, body, { 'x-idempotency-key': 'pay-once' });
    const second = await pay(shop, body, { 'x-idempotency-key': 'pay-once' });
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });

  it("does not find another store's session", async () => {
    const sessionId = await makeSession(await makeShop(test));
    const reply = await pay(await makeShop(test), await payingBody(test, sessionId));
    expect(reply.status).toBe(404);
  });
});

describeErrorRows(createOrder, {
  ...payingCases(test, (shop, body, environment) => pay(shop, body, {}, environment)),
  otherKind: {
    got: 'subscription',
    send: async () => {
      const club = await makeClub(test);
      return pay(club, await payingBody(test, await makeSession(club)));
    },
  },
});

async function pay(shop: Shop, body: unknown, headers = {}, environment: Environment = 'test') {
  const token = await makeBuyerToken(shop, 'buyer-1', environment);
  const options = { headers, environment };
  return callAsBuyer(test, token, 'onetime-order/create-order', body, options);
}

function statusesOf(sessionId: string) {
  return test.database.query(sql`
    select session.status as session, orders.status as "order", payment.status as payment
    from checkout_session session join orders
      on orders.store_id = session.store_id and orders.checkout_session_id = session.id
    join payment on payment.store_id = orders.store_id and payment.order_id = orders.id
    where session.id = ${uuidOf(sessionId)} order by payment.id`);
}
