import { describe, expect, it } from 'vitest';
import { makeGroup } from '../../../test/support/catalogue.ts';
import { makeMember, tryChange } from '../../../test/support/changing.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import type { Environment } from '../../../test/support/merchant.ts';
import {
  BILLING,
  callAsBuyer,
  makeBuyerToken,
  makeShop,
  type Shop,
} from '../../../test/support/selling.ts';
import { addPlan, callOnOrder } from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';
import { createSession } from './create-session.ts';

const test = useTestApp();

const broken = (change: Readonly<Record<string, unknown>>) => async () =>
  create(await makeShop(test), change);
const billing = (change: object) => broken({ billingDetail: { ...BILLING, ...change } });

describeErrorRows(createSession, {
  missingProductId: broken({ productId: undefined }),
  missingCurrency: broken({ currency: null }),
  malformedProductId: { got: 'PROD_1', send: broken({ productId: 'PROD_1' }) },
  invalidCurrency: broken({ currency: 'usd' }),
  invalidProductType: broken({ productType: 'rental' }),
  invalidAmount: broken({ priceSnapshot: { amount: '0', taxCategory: 'saas' } }),
  invalidTaxCategory: broken({ priceSnapshot: { amount: '1', taxCategory: 'toys' } }),
  invalidEmail: broken({ buyerEmail: 'nobody' }),
  invalidBillingDetail: broken({ billingDetail: 'Berlin' }),
  missingCountry: billing({ country: undefined }),
  invalidCountry: billing({ country: 'de' }),
  missingIsBusiness: billing({ isBusiness: null }),
  missingStateOrPostcode: billing({ country: 'US' }),
  invalidSuccessUrl: broken({ successUrl: 'javascript:alert(1)' }),
  invalidLife: broken({ expiresInSeconds: 0 }),
  invalidMetadata: broken({ metadata: { a: 1 } }),
  largeMetadata: broken({ metadata: { ['k'.repeat(65)]: '1' } }),
  longExternalId: broken({ orderMerchantExternalId: 'x'.repeat(129) }),
  invalidLanguage: broken({ language: 'de' }),
  invalidMethod: broken({ includePaymentMethods: ['cash'] }),
  bothMethodLists: broken({ includePaymentMethods: ['card'], excludePaymentMethods: ['wechat'] }),
  missingOriginId: broken({ changeTiming: 'immediate' }),
  malformedOriginId: { got: 'ORD_1', send: broken({ originOrderId: 'ORD_1' }) },
  invalidTiming: changing({ changeTiming: 'later' }),
  bothChangeAmounts: changing({ changeAmount: '1', changeCreditAmount: '1' }),
  changeWithTrial: changing({ withTrial: true }),
  productNotFound: broken({ productId: 'PROD_0000000000000000000001' }),
  forbidden: async () => {
    const shop = await makeShop(test);
    await test.database.query(sql`
      update store_merchant set role = 'member' where merchant_id = ${shop.merchant.id}`);
    return create(shop);
  },
  prodDisabled: async () => create(await makeShop(test, {}, 'prod'), {}, 'prod'),
  otherProductType: { got: 'onetime', send: broken({ productType: 'subscription' }) },
  productInactive: async () => {
    const shop = await makeShop(test);
    await test.database.query(sql`
      update product set test_status = 'inactive' where id = ${decodeId('PROD', shop.productId)}`);
    return create(shop);
  },
  storeInactive: async () => {
    const shop = await makeShop(test);
    await shop.merchant.call('store/update-store', { id: shop.store.id, status: 'inactive' });
    return create(shop);
  },
  missingPrice: { got: 'EUR', send: broken({ currency: 'EUR' }) },
  unpayableCurrency: { got: 'KWD', send: broken({ currency: 'KWD' }) },
  unavailableMethod: {
    got: 'wechat',
    send: broken({ currency: 'JPY', includePaymentMethods: ['wechat'] }),
  },
  noMethod: broken({ currency: 'JPY', excludePaymentMethods: ['card', 'applepay', 'googlepay'] }),
  originNotFound: changing({ originOrderId: 'ORD_0000000000000000000001' }),
  otherBuyer: selfService('somebody else', { selfServicePlanChange: true }),
  otherGroup: selfService('buyer-1'),
  noSelfService: selfService('buyer-1', { sharedTrial: true }),
  noPlan: async () => {
    const member = await makeMember(test);
    const prices = { USD: { amount: '5.00', taxCategory: 'ebook' } };
    const body = { storeId: member.club.store.id, name: 'A book', prices };
    const made = await member.club.merchant.call('onetime-product/create-product', body);
    return tryChange({ ...member, pro: made.body.data.product.id });
  },
  samePlan: async () => {
    const member = await makeMember(test);
    return tryChange({ ...member, pro: member.club.productId });
  },
  notChangeable: {
    got: 'canceling',
    send: async () => {
      const member = await makeMember(test);
      await callOnOrder(member.club, 'cancel-order', member.orderId);
      return tryChange(member);
    },
  },
  otherCurrency: {
    got: 'USD',
    send: async () => {
      const member = await makeMember(test);
      const prices = { EUR: { amount: '9.00', taxCategory: 'saas' } };
      const pro = await addPlan(member.club, { prices });
      return tryChange({ ...member, pro }, { currency: 'EUR' });
    },
  },
});

/** Creates a plan-change session with the merchant's key. */
function changing(change: Readonly<Record<string, unknown>>) {
  return async () => tryChange(await makeMember(test), change);
}

/** Requests a plan change as a buyer; without rules, the plans share no group. */
function selfService(buyer: string, rules?: Readonly<Record<string, boolean>>) {
  return async () => {
    const { club, pro, orderId } = await makeMember(test);
    if (rules) {
      const owner = { merchant: club.merchant, storeId: club.store.id };
      await makeGroup(owner, { productIds: [club.productId, pro], rules });
    }
    const token = await makeBuyerToken(club, buyer);
    const body = { productId: pro, originOrderId: orderId, currency: 'USD' };
    return callAsBuyer(test, token, 'checkout/create-session', body);
  };
}

function create(
  { merchant, productId }: Shop,
  change: Readonly<Record<string, unknown>> = {},
  environment: Environment = 'test',
) {
  return merchant.call(
    'checkout/create-session',
    { productId, currency: 'USD', ...change },
    { environment },
  );
}

describe('checkout/create-session', () => {
  it('accepts incomplete billing details, and a lifetime of one second', async () => {
    const shop = await makeShop(test);
    const places = [
      { country: 'US', isBusiness: false, postcode: '10001' },
      { country: 'US', isBusiness: true, state: 'NY' },
      { country: 'CA', isBusiness: false, postcode: 'K1A 0B1' },
    ];
    for (const billingDetail of places) {
      const reply = await create(shop, { billingDetail, expiresInSeconds: 1 });
      expect(reply.status, JSON.stringify(billingDetail)).toBe(200);
    }
    const placeless = await create(shop, { billingDetail: { country: 'CA', isBusiness: false } });
    expect(placeless.status).toBe(400);
  });
});
