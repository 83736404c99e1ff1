import { ChangeTiming, WaffoPancake } from '@waffo/pancake-ts';
import { describe, expect, it } from 'vitest';
import { expectSoundBooks } from '../support/books.ts';
import { addPriced, confirm } from '../support/changing.ts';
import { callAsBuyer, dataOf, eventsOf, payingBody, type Shop } from '../support/selling.ts';
import { advanceDays, advanceTo, makeClub, stateOf } from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';

const test = useTestApp();
const BUYER = 'user-1';
const PLAN = { currency: 'USD', buyerIdentity: BUYER };

/** Uses only the published client, the buyer's pages and GraphQL. */
describe('a subscription that changes its plan', () => {
  it('goes from trial to paying, upgrades, is canceled, reactivated, and ended', async () => {
    const club = await makeClub(test, { metadata: { trialDays: 7 } });
    const pro = await addPriced(club, '19.80', { name: 'Pro' });
    const client = clientOf(club);
    const { checkout, subscriptionProductGroups: groups } = client;
    const bought = await checkout.authenticated.create({ ...PLAN, productId: club.productId });
    const body = await payingBody(test, bought.sessionId);
    const order = await callAsBuyer(test, bought.token, 'subscription-order/create-order', body);
    const { orderId } = dataOf(order);
    await advanceDays(club, 8);
    expect(await readOrder(club, orderId)).toMatchObject({ status: 'active', isInTrial: false });

    const productIds = [club.productId, pro];
    const { group } = await groups.create({ storeId: club.store.id, name: 'Plans', productIds });
    const wish = { originOrderId: orderId, productId: pro, currency: 'USD' };
    const customer = async () => {
      const asked = { storeId: club.store.id, buyerIdentity: BUYER };
      const { token } = await client.auth.issueSessionToken(asked);
      return client.customer(token, { environment: 'test' });
    };
    await expect((await customer()).createPlanChangeSession(wish)).rejects.toMatchObject({
      ...{ status: 403 },
      errors: [{ message: 'Self-service plan change is not enabled for this product group' }],
    });
    await groups.update({ id: group.id, rules: { selfServicePlanChange: true } });
    const session = await (await customer()).createPlanChangeSession(wish);
    expect(new URL(session.checkoutUrl).pathname).toBe(
      `/store/${club.store.slug}/change/${session.sessionId}`,
    );
    const changed = dataOf(await confirm(club, session.sessionId)).orderId;
    expect(await readOrder(club, changed)).toMatchObject({
      ...{ status: 'active', changeOriginOrderId: orderId, supersededByOrderId: null },
      ...{ currentPeriodNumber: 1, priceSnapshot: { regularPhase: { total: '19.80' } } },
    });
    expect(await readOrder(club, orderId)).toMatchObject({
      ...{ status: 'canceled', changeOriginOrderId: null, supersededByOrderId: changed },
    });

    const buyer = await customer();
    expect(await buyer.cancelSubscription({ orderId: changed })).toMatchObject({
      status: 'canceling',
    });
    expect(await buyer.reactivateSubscription({ orderId: changed })).toMatchObject({
      status: 'active',
    });
    await buyer.cancelSubscription({ orderId: changed });
    await advanceTo(club, (await stateOf(club, changed)).periodEnd as Date);
    expect(await readOrder(club, changed)).toMatchObject({ status: 'canceled' });
    const types = (await eventsOf(club)).map(({ eventType, data }) => [
      eventType.replace('subscription.', ''),
      data.orderId === orderId ? 'old' : 'new',
    ]);
    expect(types).toEqual([
      ...[
        ['activated', 'old'],
        ['payment_succeeded', 'old'],
        ['renewed', 'old'],
      ],
      ...[
        ['payment_succeeded', 'new'],
        ['plan_changed', 'new'],
        ['updated', 'new'],
      ],
      ...[
        ['canceling', 'new'],
        ['uncanceled', 'new'],
        ['canceling', 'new'],
        ['canceled', 'new'],
      ],
    ]);
    await expectSoundBooks(test);
  });

  it('is changed by the merchant for the next period, with a custom price', async () => {
    const club = await makeClub(test);
    const pro = await addPriced(club, '19.80', { name: 'Pro' });
    const { checkout } = clientOf(club);
    const bought = await checkout.authenticated.create({ ...PLAN, productId: club.productId });
    const body = await payingBody(test, bought.sessionId);
    const order = await callAsBuyer(test, bought.token, 'subscription-order/create-order', body);
    const { orderId } = dataOf(order);
    const link = await checkout.authenticated.createPlanChange({
      ...{ ...PLAN, originOrderId: orderId, productId: pro },
      ...{ changeTiming: ChangeTiming.NextPeriod, changeCreditAmount: '8.00' },
    });
    expect(link.checkoutUrl).toContain(`/change/${link.sessionId}#token=`);
    const headers = { authorization: `Bearer ${link.token}` };
    const changed = dataOf(await confirm(club, link.sessionId, {}, headers)).orderId;
    expect(await readOrder(club, orderId)).toMatchObject({
      ...{ status: 'active', scheduledChangeOrderId: changed, supersededByOrderId: null },
    });
    await advanceDays(club, 32);
    const { payments } = await readOrder(club, changed);
    expect(payments).toMatchObject([{ status: 'succeeded', amount: { display: '11.80' } }]);
    await expectSoundBooks(test);
  });
});

async function readOrder(club: Shop, id: string) {
  const query = `query ($id: ID!) { subscriptionOrder(id: $id) {
    status isInTrial changeOriginOrderId supersededByOrderId scheduledChangeOrderId
    currentPeriodNumber priceSnapshot { regularPhase { total } }
    payments { status amount { display } } } }`;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of any shape
  const answer = await clientOf(club).graphql.query<any>({ query, variables: { id } });
  return answer.data.subscriptionOrder;
}

function clientOf({ merchant }: Shop): WaffoPancake {
  return new WaffoPancake({
    merchantId: merchant.shortId,
    privateKey: merchant.keys.test.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    baseUrl: test.baseUrl,
  });
}
