import { describe, expect, it } from 'vitest';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import type { Environment } from '../../../test/support/merchant.ts';
import { payingCases } from '../../../test/support/paying-cases.ts';
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
import { makeClub, stateOf, subscribe, trySubscribing } from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { createSubscriptionOrder } from './create-order.ts';

const test = useTestApp();
const PATH = 'subscription-order/create-order';

describe(PATH, () => {
  it('charges the first period and records subscription.activated with every field group', async () => {
    const club = await makeClub(test, { metadata: { seats: 3 }, description: 'For teams' });
    const reply = await trySubscribing(club, { session: { metadata: { campaign: 'spring' } } });
    const { orderId, status } = dataOf(reply);
    expect(status).toBe('active');
    const state = await stateOf(club, orderId);
    expect(state).toMatchObject({ status: 'active', periodNumber: 1, charged: [1] });
    expect(state.dueAt).toEqual(state.periodEnd);
    const [event, ...others] = await eventsOf(club);
    expect(others).toEqual([]);
    const amounts = { subtotal: '9.90', taxAmount: '0.00', taxRate: 0, total: '9.90' };
    expect(event).toMatchObject({ eventType: 'subscription.activated', eventId: orderId });
    expect(event.data).toEqual({
      orderId,
      orderStatus: 'active',
      buyerEmail: 'buyer@example.com',
      merchantProvidedBuyerIdentity: 'buyer-1',
      billingDetail: { country: 'DE', isBusiness: false },
      currency: 'USD',
      amount: '9.90',
      ...amounts,
      planPrice: amounts,
      productName: 'A plan',
      productDescription: 'For teams',
      productMetadata: { seats: '3' },
      orderMetadata: { campaign: 'spring' },
      billingPeriod: 'monthly',
      currentPeriodStart: state.periodStart?.toISOString().slice(0, 10),
      currentPeriodEnd: state.periodEnd?.toISOString().slice(0, 10),
      periodNumber: 1,
    });
  });

  it('keeps the order pending after a decline, emits no event, accepts another card', async () => {
    const club = await makeClub(test);
    const sessionId = await makeSession(club);
    const declined = await send(club, await payingBody(test, sessionId, DECLINED_CARD));
    expect(declined.status).toBe(400);
    expect(await eventsOf(club)).toEqual([]);
    const { orderId } = dataOf(await send(club, await payingBody(test, sessionId)));
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'active', charged: [1] });
  });

  it('answers another click with the same order, and replays by key', async () => {
    const club = await makeClub(test);
    const body = await payingBody(test, await makeSession(club));
    const key = { 'x-idempotency-key': 'subscribe' };
    const first = await send(club, body, 'test', key);
    expect((await send(club, body)).text).toBe(first.text);
    expect((await send(club, body, 'test', key)).headers.get('idempotent-replayed')).toBe('true');
    expect(await eventsOf(club)).toHaveLength(1);
  });

  it('charges the price snapshot, in every period', async () => {
    const club = await makeClub(test);
    const session = { priceSnapshot: { amount: '1.25', taxCategory: 'saas' } };
    await subscribe(club, { session });
    expect((await eventsOf(club))[0].data.planPrice.total).toBe('1.25');
  });

  it("does not find another store's session", async () => {
    const body = await payingBody(test, await makeSession(await makeClub(test)));
    expect((await send(await makeClub(test), body)).status).toBe(404);
  });

  it('closes the order when its session expires unpaid', async () => {
    const club = await makeClub(test);
    const sessionId = await makeSession(club, { expiresInSeconds: 60 });
    await send(club, await payingBody(test, sessionId, DECLINED_CARD));
    test.clock.advance(61_000);
    await test.app.worker.runOnce();
    const again = await send(club, await payingBody(test, sessionId));
    expect(again.body.errors[0].message).toBe('Checkout session has expired');
  });
});

const inClub = payingCases(
  test,
  (shop, body, environment) => send(shop, body, environment),
  (environment) => makeClubIn(environment),
);

describeErrorRows(createSubscriptionOrder, {
  ...inClub,
  otherKind: {
    got: 'onetime',
    send: async () => {
      const shop = await makeShop(test);
      return send(shop, await payingBody(test, await makeSession(shop)));
    },
  },
});

function makeClubIn(environment: Environment = 'test'): Promise<Shop> {
  return makeClub(test, {}, environment);
}

async function send(shop: Shop, body: unknown, environment: Environment = 'test', headers = {}) {
  const token = await makeBuyerToken(shop, 'buyer-1', environment);
  return callAsBuyer(test, token, PATH, body, { headers, environment });
}
