import { describe, expect, it } from 'vitest';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { makeMerchant } from '../../../test/support/merchant.ts';
import { dataOf, type Shop } from '../../../test/support/selling.ts';
import {
  advanceDays,
  callOnOrder,
  eventTypesOf,
  FADING_CARD,
  makeClub,
  startCharge,
  stateOf,
  subscribe,
} from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { reactivateSubscriptionOrder } from './reactivate-order.ts';

const test = useTestApp();
const PATH = 'subscription-order/reactivate-order';
const UNUSED = 'ORD_0000000000000000000001';

describe(PATH, () => {
  it('makes a canceling subscription renew again', async () => {
    const { club, orderId } = await makeCanceling();
    expect(dataOf(await reactivate(club, orderId))).toEqual({ orderId, status: 'active' });
    await advanceDays(club, 32);
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'active', charged: [1, 2] });
  });

  it('gives three events for cancel, uncancel and cancel again', async () => {
    const { club, orderId } = await makeCanceling();
    await reactivate(club, orderId);
    await callOnOrder(club, 'cancel-order', orderId);
    expect(await eventTypesOf(club)).toEqual(['activated', 'canceling', 'uncanceled', 'canceling']);
  });

  it('refuses one that was past due when it was canceled', async () => {
    const { club, orderId } = await makePastDue();
    await callOnOrder(club, 'cancel-order', orderId);
    const message = 'Subscription with an unpaid balance cannot be reactivated';
    expectError(await reactivate(club, orderId), 400, message, 'order');
  });

  it('refuses one whose period has ended, even before the worker runs', async () => {
    const { club, orderId } = await makeCanceling();
    test.clock.advance(32 * 24 * 60 * 60 * 1000);
    const message = 'Subscription cannot be reactivated, current status: canceled';
    expectError(await reactivate(club, orderId), 400, message, 'order');
  });

  it('accepts merchants too', async () => {
    const { club, orderId } = await makeCanceling();
    const reply = await club.merchant.call(PATH, { orderId });
    expect(dataOf(reply)).toEqual({ orderId, status: 'active' });
    expect(await eventTypesOf(club)).toEqual(['activated', 'canceling', 'uncanceled']);
    const stranger = await makeMerchant(test);
    expectError(await stranger.call(PATH, { orderId }), 404, 'Order not found', 'order');
  });
});

const reactivate = (shop: Shop, orderId?: string) => callOnOrder(shop, 'reactivate-order', orderId);

describeErrorRows(reactivateSubscriptionOrder, {
  missingId: async () => reactivate(await makeClub(test)),
  malformedId: { got: 'ORD_1', send: async () => reactivate(await makeClub(test), 'ORD_1') },
  unpaid: async () => {
    const { club, orderId } = await makePastDue();
    return reactivate(club, orderId);
  },
  notCanceling: {
    got: 'active',
    send: async () => {
      const club = await makeClub(test);
      return reactivate(club, await subscribe(club));
    },
  },
  otherBuyer: async () => {
    const { club, orderId } = await makeCanceling();
    return callOnOrder(club, 'reactivate-order', orderId, 'somebody else');
  },
  forbidden: async () => {
    const { club, orderId } = await makeCanceling();
    const member = await makeMember(test, club.merchant, club.store.id, 'member');
    return member.call(PATH, { orderId });
  },
  notFound: async () => reactivate(await makeClub(test), UNUSED),
  charging: async () => {
    const { club, orderId } = await makePastDue();
    await startCharge(test, orderId);
    return reactivate(club, orderId);
  },
});

async function makeCanceling() {
  const club = await makeClub(test);
  const orderId = await subscribe(club);
  await callOnOrder(club, 'cancel-order', orderId);
  return { club, orderId };
}

async function makePastDue() {
  const club = await makeClub(test, { billingPeriod: 'weekly' });
  const orderId = await subscribe(club, { card: FADING_CARD });
  await advanceDays(club, 7);
  return { club, orderId };
}
