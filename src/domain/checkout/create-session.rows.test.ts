import { describeErrorRows } from '../../../test/support/error-rows.ts';
import type { Environment } from '../../../test/support/merchant.ts';
import { BILLING, makeShop, type Shop } from '../../../test/support/selling.ts';
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
  missingState: billing({ country: 'US' }),
  missingStateOrPostcode: billing({ country: 'CA' }),
  missingBusinessName: billing({ isBusiness: true }),
  invalidSuccessUrl: broken({ successUrl: 'javascript:alert(1)' }),
  invalidLife: broken({ expiresInSeconds: 604_801 }),
  invalidMetadata: broken({ metadata: { a: 1 } }),
  largeMetadata: broken({ metadata: { ['k'.repeat(65)]: '1' } }),
  longExternalId: broken({ orderMerchantExternalId: 'x'.repeat(129) }),
  invalidLanguage: broken({ language: 'de' }),
  invalidMethod: broken({ includePaymentMethods: ['cash'] }),
  bothMethodLists: broken({ includePaymentMethods: ['card'], excludePaymentMethods: ['wechat'] }),
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
});

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
