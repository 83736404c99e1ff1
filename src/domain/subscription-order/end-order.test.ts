import { describe, expect, it } from 'vitest';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { callAsBuyer, dataOf, makeBuyerToken } from '../../../test/support/selling.ts';
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
import { endSubscriptionOrder } from './end-order.ts';

const test = useTestApp();
const PATH = 'subscription-order/end-order';
const UNUSED = 'ORD_0000000000000000000001';

describe(PATH, () => {
  it('ends an active subscription with its event, and charges nothing more', async () => {
    const { club, orderId } = await makeSubscribed();
    expect(dataOf(await end(club, orderId))).toEqual({ orderId, status: 'canceled' });
    await advanceDays(club, 70);
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'canceled', charged: [1] });
    expect(await eventTypesOf(club)).toEqual(['activated', 'canceled']);
  });

  it('ends one that would have ended with its period', async () => {
    const { club, orderId } = await makeSubscribed();
    await callOnOrder(club, 'cancel-order', orderId);
    expect(dataOf(await end(club, orderId))).toEqual({ orderId, status: 'canceled' });
    expect(await eventTypesOf(club)).toEqual(['activated', 'canceling', 'canceled']);
  });

  it('ends one that is past due, whose charge isn’t retried', async () => {
    const { club, orderId } = await makePastDue();
    expect(dataOf(await end(club, orderId))).toEqual({ orderId, status: 'canceled' });
    await advanceDays(club, 10);
    expect(await eventTypesOf(club)).toEqual(['activated', 'past_due', 'canceled']);
  });

  it('ends once for two concurrent calls', async () => {
    const { club, orderId } = await makeSubscribed();
    const replies = await Promise.all([end(club, orderId), end(club, orderId)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await eventTypesOf(club)).toEqual(['activated', 'canceled']);
  });

  it('refuses buyers', async () => {
    const { club, orderId } = await makeSubscribed();
    const token = await makeBuyerToken(club, 'buyer-1');
    expect((await callAsBuyer(test, token, PATH, { orderId })).status).toBe(403);
  });
});

describeErrorRows(endSubscriptionOrder, {
  missingId: async () => end(await makeClub(test)),
  malformedId: { got: 'ORD_1', send: async () => end(await makeClub(test), 'ORD_1') },
  notRunning: {
    got: 'canceled',
    send: async () => {
      const { club, orderId } = await makeSubscribed();
      await end(club, orderId);
      return end(club, orderId);
    },
  },
  forbidden: async () => {
    const { club, orderId } = await makeSubscribed();
    const member = await makeMember(test, club.merchant, club.store.id, 'member');
    return member.call(PATH, { orderId });
  },
  notFound: async () => end(await makeClub(test), UNUSED),
  charging: async () => {
    const { club, orderId } = await makePastDue();
    await startCharge(test, orderId);
    return end(club, orderId);
  },
});

function end(club: Awaited<ReturnType<typeof makeClub>>, orderId?: string) {
  return club.merchant.call(PATH, { orderId });
}

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
