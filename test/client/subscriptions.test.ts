import { TaxCategory, WaffoPancake } from '@waffo/pancake-ts';
import { describe, expect, it } from 'vitest';
import { callAsBuyer, dataOf, eventsOf, payingBody, type Shop } from '../support/selling.ts';
import { advanceDays, FADING_CARD, makeClub, stateOf } from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';

/** The published client, unmodified except for its base URL. */
const test = useTestApp();

describe('the published client sells subscriptions', () => {
  it('creates sessions with a trial and with a custom price', async () => {
    const club = await makeClub(test, { metadata: { trialDays: 14 } });
    const { checkout } = clientOf(club);
    const params = { productId: club.productId, currency: 'USD', buyerIdentity: 'user-1' };
    const trial = await checkout.authenticated.create({ ...params, withTrial: true });
    const begun = await pay(trial);
    expect(await stateOf(club, begun)).toMatchObject({ status: 'active', periodNumber: 0 });
    const priceSnapshot = { amount: '4.20', taxCategory: TaxCategory.SaaS };
    const own = await checkout.authenticated.create({ ...params, priceSnapshot });
    await pay(own);
    const events = await eventsOf(club);
    expect(events.at(-1).data.planPrice.total).toBe('4.20');
  });

  it('cancels and reactivates as the customer, cancels as the merchant', async () => {
    const club = await makeClub(test);
    const client = clientOf(club);
    const session = await newSession(club);
    const orderId = await pay(session);
    const customer = client.customer(session.token, { environment: 'test' });
    expect(await customer.cancelSubscription({ orderId })).toEqual({
      orderId,
      status: 'canceling',
    });
    const active = { orderId, status: 'active' };
    expect(await customer.reactivateSubscription({ orderId })).toEqual(active);
    expect(await client.orders.cancelSubscription({ orderId })).toEqual({
      ...{ orderId, status: 'canceling' },
    });
    await expect(client.orders.cancelSubscription({ orderId })).rejects.toMatchObject({
      status: 400,
      errors: [{ message: 'Subscription cannot be canceled, current status: canceling' }],
    });
  });

  it("can't reactivate an unpaid subscription", async () => {
    const club = await makeClub(test, { billingPeriod: 'weekly' });
    const orderId = await pay(await newSession(club), FADING_CARD);
    await advanceDays(club, 7);
    const { token } = await newSession(club);
    const customer = clientOf(club).customer(token, { environment: 'test' });
    expect((await customer.cancelSubscription({ orderId })).status).toBe('canceling');
    await expect(customer.reactivateSubscription({ orderId })).rejects.toMatchObject({
      errors: [{ message: 'Subscription with an unpaid balance cannot be reactivated' }],
    });
  });
});

function clientOf({ merchant }: Shop): WaffoPancake {
  return new WaffoPancake({
    merchantId: merchant.shortId,
    privateKey: merchant.keys.test.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    baseUrl: test.baseUrl,
  });
}

function newSession(club: Shop) {
  const params = { productId: club.productId, currency: 'USD', buyerIdentity: 'user-1' };
  return clientOf(club).checkout.authenticated.create(params);
}

async function pay(
  { sessionId, token }: { readonly sessionId: string; readonly token: string },
  card?: string,
): Promise<string> {
  const body = await payingBody(test, sessionId, card);
  const reply = await callAsBuyer(test, token, 'subscription-order/create-order', body);
  return dataOf(reply).orderId;
}
