import { expect, it } from 'vitest';
import { dataOf, makeOrder, makeShop } from '../support/selling.ts';
import { addPlan, makeClub } from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';
import { askAsMerchant, dataFrom } from './asking.ts';

const test = useTestApp();
/** More than a list has by default. */
const PLANS = 21;

it('takes null for the default of a list: all products of a group, 20 of other lists', async () => {
  const club = await makeClub(test);
  const productIds = [club.productId];
  while (productIds.length < PLANS) {
    productIds.push(await addPlan(club, { name: `Plan ${productIds.length}` }));
  }
  const group = { storeId: club.store.id, name: 'Plans', productIds };
  dataOf(await club.merchant.call('subscription-product-group/create-group', group));
  const ask = askAsMerchant(test, club.merchant);
  const query = `query ($none: Int) {
    subscriptionProductGroups { literal: products(limit: null) { id } given: products(limit: $none) { id } }
    subscriptionProducts(limit: null, offset: $none) { id } }`;
  const data = await dataFrom(ask(query, { none: null }));
  const [{ literal, given }] = data.subscriptionProductGroups;
  const counts = [literal, given, data.subscriptionProducts].map(({ length }) => length);
  expect(counts).toEqual([PLANS, PLANS, 20]);
});

it('takes null for the default of an analysis', async () => {
  const shop = await makeShop(test);
  await makeOrder(shop);
  const ask = askAsMerchant(test, shop.merchant);
  const queryWith = (limit: string, windowDays: string, bucketCount: string) =>
    `query ($none: Int) {
      customerAnalysis { topCustomers(currency: "USD" ${limit}) { totalSpent } }
      productStatistics { topByOrderCount${limit && `(${limit})`} { orderCount } }
      trendAnalysis { orderMovingAverage${windowDays && `(${windowDays})`} { movingAverage } }
      distributionAnalysis { orderAmountBuckets(currency: "USD" ${bucketCount}) { count } }
      storesCount(limit: $none)
    }`;
  const standard = await dataFrom(ask(queryWith('', '', '')));
  expect(standard.customerAnalysis.topCustomers).toEqual([{ totalSpent: '9.90' }]);
  for (const none of ['null', '$none']) {
    const query = queryWith(`limit: ${none}`, `windowDays: ${none}`, `bucketCount: ${none}`);
    expect(await dataFrom(ask(query, { none: null }))).toEqual(standard);
  }
});
