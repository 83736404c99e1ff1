import { describe, expect, it } from 'vitest';
import { makeOrder, makeShop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';
import { askAsMerchant, dataFrom } from './asking.ts';

const test = useTestApp();

describe('filters', () => {
  it('compare amounts in one currency, which is required', async () => {
    const shop = await makeShop(test);
    await makeOrder(shop);
    const ask = askAsMerchant(test, shop.merchant);
    const counted = (filter: string) => dataFrom(ask(`{ n: paymentsCount(filter: ${filter}) }`));
    expect(await counted('{ amount: { gte: "9.90" }, currency: { eq: "USD" } }')).toEqual({ n: 1 });
    expect(await counted('{ amount: { gt: "9.9" }, currency: { eq: "USD" } }')).toEqual({ n: 0 });
    expect(await counted('{ amount: { lt: "100" }, currency: { eq: "JPY" } }')).toEqual({ n: 0 });
    const huge = '"99999999999999999999.99" }, currency: { eq: "USD" } }';
    expect(await counted(`{ amount: { lt: ${huge}`)).toEqual({ n: 1 });
    expect(await counted(`{ amount: { gte: ${huge}`)).toEqual({ n: 0 });
    for (const [filter, message] of [
      ['{ amount: { gte: "1" } }', /sibling currency/],
      ['{ amount: { gte: "1" }, currency: { in: ["USD"] } }', /sibling currency/],
      ['{ amount: { gte: "1.001" }, currency: { eq: "USD" } }', /decimal string/],
      ['{ createdAt: { gte: "yesterday" } }', /ISO 8601/],
      ['{ createdAt: { gte: "2026-02-30T00:00:00Z" } }', /ISO 8601/],
      ['{ createdAt: { gte: "0000-01-01" } }', /ISO 8601/],
      ['{ createdAt: { gte: "+010000-01-01" } }', /ISO 8601/],
      ['{ createdAt: { gte: "9999-12-31T23:00:00-02:00" } }', /ISO 8601/],
      ['{ id: { contains: "PAY" } }', /eq, ne and in/],
    ] as const) {
      const { status, body } = await ask(`{ paymentsCount(filter: ${filter}) }`);
      expect({ filter, status, data: body.data }).toEqual({ filter, status: 200, data: null });
      expect(body.errors[0].message).toMatch(message);
    }
  });

  it('reach from the year 1 to 9999', async () => {
    const shop = await makeShop(test);
    await makeOrder(shop);
    const ask = askAsMerchant(test, shop.merchant);
    const times = '{ gte: "0001-01-01", lte: "9999-12-31T23:59:59.999999999+00:00" }';
    const { n, all } = await dataFrom(
      ask(`{ n: paymentsCount(filter: { createdAt: ${times} })
        all: orderStatistics(filter: { timeRange: { startDate: "0001-01-01", endDate: "9999-12-31" } }) { totalCount } }`),
    );
    expect({ n, all }).toEqual({ n: 1, all: { totalCount: 1 } });
  });

  it('can be variables, with several shapes for the same document', async () => {
    const shop = await makeShop(test);
    const orderId = await makeOrder(shop);
    const ask = askAsMerchant(test, shop.merchant);
    const query = 'query ($f: OnetimeOrderFilter) { onetimeOrders(filter: $f) { id } }';
    const own = { onetimeOrders: [{ id: orderId }] };
    const none = { onetimeOrders: [] };
    for (const [f, wanted] of [
      [undefined, own],
      [null, own],
      [{}, own],
      [{ status: { eq: 'completed' } }, own],
      [{ status: { eq: 'pending' } }, none],
      [{ status: { eq: null } }, own],
      [{ id: { in: [orderId, 'ORD_nothing'] } }, own],
      [{ id: { eq: 'nothing' } }, none],
      [{ id: { in: [] } }, none],
      [{ testMode: { eq: true }, buyerEmail: { startsWith: 'buyer@' } }, own],
      [{ orderMerchantExternalId: { ne: 'X' } }, own],
    ] as const) {
      expect({ f, ...(await dataFrom(ask(query, { f }))) }).toEqual({ f, ...wanted });
    }
  });
});
