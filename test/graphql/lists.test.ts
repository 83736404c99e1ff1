import { expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { makeOrder, makeShop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';
import { type Ask, askAsMerchant, dataFrom } from './asking.ts';

const test = useTestApp();

async function shopWithOrders(buyers: readonly string[]) {
  const shop = await makeShop(test);
  for (const buyer of buyers) await makeOrder(shop, buyer);
  return { ...shop, ask: askAsMerchant(test, shop.merchant) };
}

async function idsOf(ask: Ask, args: string, size: number): Promise<string[]> {
  const ids: string[] = [];
  for (let after = ''; ids.length < 100; after = `after: "${ids.at(-1)}"`) {
    const data = await dataFrom(ask(`{ page: orders(limit: ${size} ${args} ${after}) { id } }`));
    if (data.page.length === 0) break;
    ids.push(...data.page.map(({ id }: { id: string }) => id));
  }
  return ids;
}

it('pages in any order by cursor, over equal amounts and over several stores', async () => {
  const { ask, store } = await shopWithOrders(['a', 'b', 'c', 'd', 'e']);
  await test.database.query(sql`
    update orders set total_minor = total_minor + 100, subtotal_minor = subtotal_minor + 100
    where buyer_identity = 'c'`);
  const currency = 'filter: { currency: { eq: "USD" } }';
  for (const by of ['CREATED_AT_ASC', 'CREATED_AT_DESC', 'AMOUNT_ASC', 'AMOUNT_DESC']) {
    const args = `orderBy: ${by} ${currency}`;
    const whole = await idsOf(ask, args, 100);
    expect(whole).toHaveLength(5);
    expect(await idsOf(ask, args, 2)).toEqual(whole);
    expect(await idsOf(ask, `${args} storeId: "${store.id}"`, 2)).toEqual(whole);
  }
  const newest = await idsOf(ask, '', 100);
  expect(await idsOf(ask, 'orderBy: CREATED_AT_ASC', 2)).toEqual(newest.toReversed());
});

it('takes the order from a variable: requests of one text share no plan of another order', async () => {
  const { ask } = await shopWithOrders(['a', 'b']);
  const text = 'query ($by: OrderOrderBy) { orders(orderBy: $by) { id } }';
  const ids = async (by: string) => (await dataFrom(ask(text, { by }))).orders;
  const newest = await ids('CREATED_AT_DESC');
  expect(await ids('CREATED_AT_ASC')).toEqual(newest.toReversed());
  expect(await ids('CREATED_AT_DESC')).toEqual(newest);
});

it('sorts by amount within one currency alone', async () => {
  const { ask } = await shopWithOrders([]);
  const { body } = await ask('{ payments(orderBy: AMOUNT_DESC) { id } }');
  expect(body.errors[0].message).toBe(
    'orderBy: AMOUNT_DESC needs currency: { eq: <code> } in the filter',
  );
});

it('finds parts of an address in any letter case, and takes no sign for a pattern', async () => {
  const { ask } = await shopWithOrders(['a']);
  await test.database.query(
    sql`update orders set buyer_email = 'Ada_1@Example.com' where buyer_identity = 'a'`,
  );
  const count = async (list: string, field: string, text: string) => {
    const query = `query ($t: String) { n: ${list}Count(filter: { ${field}: { containsIgnoreCase: $t } }) }`;
    return (await dataFrom(ask(query, { t: text }))).n;
  };
  for (const list of ['orders', 'payments']) {
    for (const [text, found] of [
      ['aDA_1@ex', 1],
      ['ada%', 0],
      ['adaX1', 0],
      ['\\', 0],
    ] as const) {
      expect([list, text, await count(list, 'buyerEmail', text)]).toEqual([list, text, found]);
    }
  }
  expect(await count('customers', 'email', 'ADA_')).toBe(1);
});

it('stops counting at the limit', async () => {
  const { ask } = await shopWithOrders(['a', 'b', 'c']);
  const query = '{ all: ordersCount few: ordersCount(limit: 2) many: ordersCount(limit: 9) }';
  expect(await dataFrom(ask(query))).toEqual({ all: 3, few: 2, many: 3 });
});

it('lists customers by address, whatever the letters, and nobody else’s', async () => {
  const { ask } = await shopWithOrders(['a', 'b']);
  const stranger = await shopWithOrders([]);
  const query = `{ customers(orderBy: EMAIL_ASC) { email orderCount billingCountry
    spent { currency totalAmount netAmount paymentCount } } }`;
  const { customers } = await dataFrom(ask(query));
  const emails: string[] = customers.map(({ email }: { email: string }) => email);
  expect(emails).toEqual([...new Set(emails)].sort());
  expect(customers.map(({ orderCount }: { orderCount: number }) => orderCount)).toEqual(
    emails.length === 1 ? [2] : [1, 1],
  );
  expect(await dataFrom(stranger.ask(query))).toEqual({ customers: [] });
});

it('forgets a customer whose last order gets another address', async () => {
  const { ask } = await shopWithOrders(['a']);
  await test.database.query(
    sql`update orders set buyer_email = 'gone@example.com' where buyer_identity = 'a'`,
  );
  const { customers } = await dataFrom(ask('{ customers { email } }'));
  expect(customers).toEqual([{ email: 'gone@example.com' }]);
});
