import { describe, expect, it } from 'vitest';
import { askAsMerchant, dataFrom } from '../../../test/graphql/asking.ts';
import { changePlan, makeMember } from '../../../test/support/changing.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import {
  BILLING,
  callAsBuyer,
  DECLINED_CARD,
  dataOf,
  eventsOf,
  makeBuyerToken,
  makeOrder,
  makeSession,
  makeShop,
  payingBody,
  type Shop,
} from '../../../test/support/selling.ts';
import { advanceDays, makeClub, subscribe } from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { decodeId, encodeId, type Id } from '../../kit/id.ts';
import { updateBillingDetail } from './update-detail.ts';

const test = useTestApp();
const PATH = 'billing-detail/update-detail';
const UNUSED = 'ORD_0000000000000000000001';
const BUSINESS = {
  country: 'FR',
  isBusiness: true,
  businessName: 'Ada SARL',
  taxId: 'FR12345678901',
};

describe(PATH, () => {
  it('corrects a one-time order and ignores unknown fields', async () => {
    const shop = await makeShop(test);
    const orderId = await makeOrder(shop);
    const billingDetail = { ...BUSINESS, status: 'refunded', postcode: ' ' };
    expect(dataOf(await update(shop, orderId, { billingDetail }))).toEqual({
      orderId,
      billingDetail: BUSINESS,
    });
    expect(await storedOf(orderId)).toEqual(BUSINESS);
  });

  it('applies to later renewals', async () => {
    const club = await makeClub(test);
    const orderId = await subscribe(club);
    await update(club, orderId, { billingDetail: BUSINESS });
    await advanceDays(club, 32);
    expect(await storedOf(orderId)).toEqual(BUSINESS);
    const renewal = (await eventsOf(club)).at(-1);
    expect(renewal).toMatchObject({ data: { billingDetail: BUSINESS } });
  });

  it('applies to a plan that was chosen before and begins later', async () => {
    const member = await makeMember(test);
    const { club, orderId } = member;
    const changed = await changePlan(member, { changeTiming: 'next_period' });
    dataOf(await update(club, orderId, { billingDetail: BUSINESS }));
    await advanceDays(club, 32);
    expect(await storedOf(changed)).toEqual(BUSINESS);
    const begun = (await eventsOf(club)).filter(({ data }) => data.orderId === changed);
    expect(begun.map(({ data }) => data.billingDetail)).toEqual([BUSINESS, BUSINESS, BUSINESS]);
  });

  it('leaves the end of a subscription where it was', async () => {
    const club = await makeClub(test);
    const orderId = await subscribe(club);
    dataOf(await club.merchant.call('subscription-order/end-order', { orderId }));
    const ends = async () => {
      const query = `{ subscriptionAnalysis(storeId: "${club.store.id}") {
        cancellationTrend(granularity: DAY) { period }
        recurringRevenueMovement(granularity: DAY, currency: "USD") { period churnedAmount } } }`;
      return (await dataFrom(askAsMerchant(test, club.merchant)(query))).subscriptionAnalysis;
    };
    const before = await ends();
    expect(before.cancellationTrend).toHaveLength(1);
    await advanceDays(club, 40);
    expect((await update(club, orderId, { billingDetail: BUSINESS })).status).toBe(200);
    expect(await ends()).toEqual(before);
  });

  it('refuses an order that was canceled unpaid', async () => {
    const shop = await makeShop(test);
    const token = await makeBuyerToken(shop);
    const body = await payingBody(test, await makeSession(shop), DECLINED_CARD);
    await callAsBuyer(test, token, 'onetime-order/create-order', body);
    const orderId = await latestOrder(shop);
    dataOf(await callAsBuyer(test, token, 'onetime-order/cancel-order', { orderId }));
    const message = 'Billing details cannot be changed, current status: canceled';
    expect((await update(shop, orderId)).body.errors).toEqual([{ message, layer: 'order' }]);
  });

  it('runs once per idempotency key', async () => {
    const shop = await makeShop(test);
    const orderId = await makeOrder(shop);
    const headers = { 'x-idempotency-key': 'billing' };
    const first = await update(shop, orderId, { billingDetail: BUSINESS, headers });
    const second = await update(shop, orderId, { billingDetail: BILLING, headers });
    expect(second.text).toBe(first.text);
    expect(await storedOf(orderId)).toEqual(BUSINESS);
  });
});

describeErrorRows(updateBillingDetail, {
  missingId: async () => update(await makeShop(test), undefined),
  malformedId: { got: 'ORD_1', send: async () => update(await makeShop(test), 'ORD_1') },
  missingBillingDetail: () => refused(null),
  invalidBillingDetail: () => refused('DE'),
  missingCountry: () => refused({ isBusiness: false }),
  invalidCountry: () => refused({ country: 'XX', isBusiness: false }),
  missingIsBusiness: () => refused({ country: 'DE' }),
  missingStateOrPostcode: () => refused({ country: 'CA', isBusiness: false }),
  missingState: () => refused({ country: 'US', isBusiness: false }),
  missingBusinessName: () => refused({ country: 'DE', isBusiness: true }),
  notPaid: {
    got: 'pending',
    send: async () => {
      const shop = await makeShop(test);
      const sessionId = await makeSession(shop);
      const token = await makeBuyerToken(shop);
      const body = await payingBody(test, sessionId, DECLINED_CARD);
      await callAsBuyer(test, token, 'onetime-order/create-order', body);
      return update(shop, await latestOrder(shop));
    },
  },
  otherBuyer: async () => {
    const shop = await makeShop(test);
    return update(shop, await makeOrder(shop), { buyer: 'somebody else' });
  },
  notFound: async () => update(await makeShop(test), UNUSED),
});

interface Update {
  readonly billingDetail?: unknown;
  readonly buyer?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function refused(billingDetail: unknown) {
  return update(await makeShop(test), UNUSED, { billingDetail });
}

async function update(shop: Shop, orderId: string | undefined, given: Update = {}) {
  const { billingDetail = BILLING, buyer = 'buyer-1', headers = {} } = given;
  const token = await makeBuyerToken(shop, buyer);
  return callAsBuyer(test, token, PATH, { orderId, billingDetail }, { headers });
}

async function storedOf(orderId: string): Promise<unknown> {
  const [row] = await test.database.query<{ detail: unknown }>(sql`
    select billing_detail as detail from orders where id = ${decodeId('ORD', orderId)}`);
  return row?.detail;
}

async function latestOrder({ store }: Shop): Promise<string> {
  const [row] = await test.database.query<{ id: Id<'ORD'> }>(sql`
    select id from orders where store_id = ${decodeId('STO', store.id)} order by id desc limit 1`);
  return encodeId('ORD', row?.id as Id<'ORD'>);
}
