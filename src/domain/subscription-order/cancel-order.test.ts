import { describe, expect, it } from 'vitest';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { makeMerchant } from '../../../test/support/merchant.ts';
import {
  DECLINED_CARD,
  dataOf,
  eventsOf,
  makeOrder,
  makeShop,
  type Shop,
} from '../../../test/support/selling.ts';
import {
  advanceDays,
  callOnOrder,
  eventTypesOf,
  FADING_CARD,
  makeClub,
  onlyOrder,
  startCharge,
  stateOf,
  subscribe,
  trySubscribing,
} from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';
import { cancelSubscriptionOrder } from './cancel-order.ts';

const test = useTestApp();
const PATH = 'subscription-order/cancel-order';
const UNUSED = 'ORD_0000000000000000000001';

describe(PATH, () => {
  it('leaves an active subscription usable until its period ends', async () => {
    const { club, orderId } = await makeSubscribed();
    const reply = await callOnOrder(club, 'cancel-order', orderId);
    expect(dataOf(reply)).toEqual({ orderId, status: 'canceling' });
    const state = await stateOf(club, orderId);
    expect(state).toMatchObject({ status: 'canceling', dueAt: state.periodEnd });
    const [, canceling] = await eventsOf(club);
    expect(canceling).toMatchObject({ eventType: 'subscription.canceling', eventId: orderId });
    expect(canceling.data).toMatchObject({
      orderStatus: 'canceling',
      canceledAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
  });

  it('cancels a pending one immediately, without an event', async () => {
    const club = await makeClub(test);
    await trySubscribing(club, { card: DECLINED_CARD });
    const orderId = await onlyOrder(club);
    const reply = await callOnOrder(club, 'cancel-order', orderId);
    expect(dataOf(reply)).toEqual({ orderId, status: 'canceled' });
    expect(await eventsOf(club)).toEqual([]);
  });

  it('ends one that is past due on the worker’s next run', async () => {
    const { club, orderId } = await makePastDue();
    expect(dataOf(await callOnOrder(club, 'cancel-order', orderId)).status).toBe('canceling');
    await test.app.worker.runOnce();
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'canceled', dueAt: null });
    expect((await eventTypesOf(club)).slice(-2)).toEqual(['canceling', 'canceled']);
  });

  it("cancels with the merchant's API key and replays the answer", async () => {
    const { club, orderId } = await makeSubscribed();
    const headers = { 'x-idempotency-key': 'cancel' };
    const first = await club.merchant.call(PATH, { orderId }, { headers });
    expect(dataOf(first).status).toBe('canceling');
    expect((await club.merchant.call(PATH, { orderId }, { headers })).text).toBe(first.text);
  });

  it('mails only the end of one that is past due, because no access is left to keep', async () => {
    const club = await makeClub(test, { billingPeriod: 'weekly' });
    const orderId = await subscribe(club, { card: FADING_CARD });
    await advanceDays(club, 7);
    await callOnOrder(club, 'cancel-order', orderId);
    await test.app.worker.runOnce();
    const rows = await test.database.query<{ type: string }>(sql`
      select distinct event_type as type from email_delivery
      where store_id = ${decodeId('STO', club.store.id)} and event_type like '%cancel%'`);
    expect(rows).toEqual([{ type: 'subscription.canceled' }]);
    expect(await eventTypesOf(club)).toContain('canceling');
  });

  it('does not find an order that is not the caller’s subscription', async () => {
    const { club, orderId } = await makeSubscribed();
    const inProd = await club.merchant.call(PATH, { orderId }, { environment: 'prod' });
    const stranger = await (await makeMerchant(test)).call(PATH, { orderId });
    const elsewhere = await callOnOrder(await makeClub(test), 'cancel-order', orderId);
    const shop = await makeShop(test);
    const onetime = await callOnOrder(shop, 'cancel-order', await makeOrder(shop));
    for (const reply of [inProd, stranger, elsewhere, onetime]) {
      expectError(reply, 404, 'Order not found', 'order');
    }
  });

  it('emits no event when it is refused', async () => {
    const { club, orderId } = await makeSubscribed();
    await callOnOrder(club, 'cancel-order', orderId, 'somebody else');
    expect(await eventTypesOf(club)).toEqual(['activated']);
  });
});

const cancel = (shop: Shop, orderId?: string) => callOnOrder(shop, 'cancel-order', orderId);

describeErrorRows(cancelSubscriptionOrder, {
  missingId: async () => cancel(await makeClub(test)),
  malformedId: { got: 'ORD_1', send: async () => cancel(await makeClub(test), 'ORD_1') },
  notCancelable: {
    got: 'canceling',
    send: async () => {
      const { club, orderId } = await makeSubscribed();
      await cancel(club, orderId);
      return cancel(club, orderId);
    },
  },
  otherBuyer: async () => {
    const { club, orderId } = await makeSubscribed();
    return callOnOrder(club, 'cancel-order', orderId, 'somebody else');
  },
  forbidden: async () => {
    const { club, orderId } = await makeSubscribed();
    await test.database.query(sql`
      update store_merchant set role = 'member' where merchant_id = ${club.merchant.id}`);
    return club.merchant.call(PATH, { orderId });
  },
  notFound: async () => cancel(await makeClub(test), UNUSED),
  charging: async () => {
    const { club, orderId } = await makeSubscribed();
    await startCharge(test, orderId);
    return cancel(club, orderId);
  },
});

async function makeSubscribed() {
  const club = await makeClub(test);
  return { club, orderId: await subscribe(club) };
}

async function makePastDue() {
  const club = await makeClub(test, { billingPeriod: 'weekly' });
  const orderId = await subscribe(club, { card: FADING_CARD });
  await advanceDays(club, 7);
  return { club, orderId };
}
