import { describe, expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { dataOf, makeOrder, makeShop, type Shop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';
import { type Ask, askAsMerchant, askAsVisitor, dataFrom } from './asking.ts';

const test = useTestApp();
const COUNT = 9;
const MINUTE = "date_trunc('minute', created_at at time zone 'UTC') at time zone 'UTC'";
const LISTS = ['onetimeOrders', 'orders', 'payments', 'emailDeliveries'];

/** Orders, several of which were created at the same moment. */
async function makeBusyShop(): Promise<Shop> {
  const shop = await makeShop(test);
  for (let nth = 0; nth < COUNT; nth += 1) await makeOrder(shop, `buyer-${nth % 2}`);
  for (const table of ['orders', 'payment']) {
    const text = `update ${table} set created_at = ${MINUTE}`;
    await test.database.query({ text, values: [] });
  }
  return shop;
}

async function pages(ask: Ask, list: string, args: string): Promise<string[]> {
  const ids: string[] = [];
  for (let after = ''; ids.length < 100; after = `after: "${ids.at(-1)}"`) {
    const data = await dataFrom(ask(`{ ${list}(limit: 2 ${args} ${after}) { id } }`));
    if (data[list].length === 0) break;
    ids.push(...data[list].map(({ id }: { id: string }) => id));
  }
  return ids;
}

describe('after', () => {
  it('pages through every list like offset, for one store and for all', async () => {
    const { merchant, store } = await makeBusyShop();
    const ask = askAsMerchant(test, merchant);
    for (const list of LISTS) {
      const whole = await dataFrom(ask(`{ ${list}(limit: 100) { id } }`));
      const ids = whole[list].map(({ id }: { id: string }) => id);
      expect(ids.length).toBeGreaterThanOrEqual(COUNT);
      for (const args of ['', `storeId: "${store.id}"`]) {
        expect({ list, ids: await pages(ask, list, args) }).toEqual({ list, ids });
      }
      const far = await dataFrom(ask(`{ ${list}(limit: 3, offset: 4) { id } }`));
      expect(far[list].map(({ id }: { id: string }) => id)).toEqual(ids.slice(4, 7));
    }
    const nested = `{ store(id: "${store.id}") { onetimeProducts(after: "PROD_none") { id } } }`;
    expect(await dataFrom(ask(nested))).toEqual({ store: { onetimeProducts: [] } });
  });

  it('reveals nothing about an object that the credential can’t see', async () => {
    const theirs = await makeShop(test);
    const { merchant, store, productId } = await makeShop(test);
    const own = askAsMerchant(test, merchant);
    const foreign = `{ onetimeProducts(after: "${theirs.productId}") { id } }`;
    expect(await dataFrom(own(foreign))).toEqual({ onetimeProducts: [] });
    expect(await dataFrom(askAsVisitor(test, store.slug)(foreign))).toEqual({
      onetimeProducts: [],
    });
    const { onetimeProducts } = await dataFrom(own('{ onetimeProducts { id } }'));
    expect(onetimeProducts).toEqual([{ id: productId }]);
  });

  it('returns nothing after an object of the other environment', async () => {
    const { merchant, store, productId } = await makeShop(test);
    const prices = { USD: { amount: '5.00', taxCategory: 'saas' } };
    const body = { storeId: store.id, name: 'A course', prices };
    const made = await merchant.call('onetime-product/create-product', body, {
      environment: 'prod',
    });
    const inProd = dataOf(made).product.id;
    for (const order of ['CREATED_AT_DESC', 'CREATED_AT_ASC']) {
      const after = (id: string) => `{ onetimeProducts(after: "${id}", orderBy: ${order}) { id } }`;
      for (const [environment, hidden] of [
        ['test', inProd],
        ['prod', productId],
      ] as const) {
        const ask = askAsMerchant(test, merchant, environment);
        expect(await dataFrom(ask(after(hidden)))).toEqual({ onetimeProducts: [] });
      }
    }
  });

  it('works with a case-sensitive filter by buyer address', async () => {
    const shop = await makeBusyShop();
    const [row] = await test.database.query<{ email: string }>(
      sql`select buyer_email as email from orders limit 1`,
    );
    const email = row?.email as string;
    const ask = askAsMerchant(test, shop.merchant);
    const count = async (text: string) => {
      const query = 'query ($e: String!) { n: ordersCount(filter: { buyerEmail: { eq: $e } }) }';
      return (await dataFrom(ask(query, { e: text }))).n;
    };
    expect(await count(email)).toBe(COUNT);
    expect(await count(email.toUpperCase())).toBe(0);
    expect(await pages(ask, 'orders', `filter: { buyerEmail: { eq: "${email}" } }`)).toHaveLength(
      COUNT,
    );
  });
});
