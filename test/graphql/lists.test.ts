import { expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { createRollUpDays } from '../../src/graphql/analytics/roll-up-days.job.ts';
import { decodeId } from '../../src/kit/id.ts';
import { makeOrder, makeShop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';
import { type Ask, askAsMerchant, dataFrom } from './asking.ts';

const test = useTestApp();

async function shopWithOrders(buyers: readonly string[]) {
  const shop = await makeShop(test);
  for (const buyer of buyers) await makeOrder(shop, buyer);
  return { ...shop, ask: askAsMerchant(test, shop.merchant) };
}

/** A shop with the given number of orders per buyer address. */
async function shopOf(orders: Readonly<Record<string, number>>) {
  const making = await makeShop(test);
  for (const [name, count] of Object.entries(orders)) {
    for (let order = 0; order < count; order += 1) await makeOrder(making, name);
    await test.database.query(sql`update orders set buyer_email = ${`${name}@example.com`}
      where buyer_identity = ${name} and store_id = ${decodeId('STO', making.store.id)}`);
  }
  return { making, ask: askAsMerchant(test, making.merchant) };
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

it('pages in any order by cursor, across equal amounts and several stores', async () => {
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

it('limits stores to one, like every other list', async () => {
  const [mine, theirs] = [await makeShop(test), await makeShop(test)];
  const ask = askAsMerchant(test, mine.merchant);
  const storesOf = (id: string) =>
    dataFrom(ask(`{ stores(storeId: "${id}") { id } storesCount(storeId: "${id}") }`));
  const { id } = mine.store;
  expect(await storesOf(id)).toEqual({ stores: [{ id }], storesCount: 1 });
  expect(await storesOf(theirs.store.id)).toEqual({ stores: [], storesCount: 0 });
});

it('takes the order from a variable: requests with the same text don’t share a plan for another order', async () => {
  const { ask } = await shopWithOrders(['a', 'b']);
  const text = 'query ($by: OrderOrderBy) { orders(orderBy: $by) { id } }';
  const ids = async (by: string) => (await dataFrom(ask(text, { by }))).orders;
  const newest = await ids('CREATED_AT_DESC');
  expect(await ids('CREATED_AT_ASC')).toEqual(newest.toReversed());
  expect(await ids('CREATED_AT_DESC')).toEqual(newest);
});

it('sorts by amount only within one currency', async () => {
  const { ask } = await shopWithOrders([]);
  const { body } = await ask('{ payments(orderBy: AMOUNT_DESC) { id } }');
  expect(body.errors[0].message).toBe(
    'orderBy: AMOUNT_DESC needs currency: { eq: <code> } in the filter',
  );
});

it('matches parts of an address case-insensitively, without pattern characters', async () => {
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

it('lists customers by address in any letter case, and no other merchant’s', async () => {
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

it('sorts customers by orders and by amount charged, across pages, once days are rolled up', async () => {
  const { ask, making } = await shopOf({ ada: 3, bob: 1, cem: 2 });
  await test.database.query(sql`
    update payment set amount_minor = 50000 from orders where orders.id = payment.order_id
      and orders.store_id = payment.store_id and orders.buyer_email = 'bob@example.com'`);
  const names = async (args: string) => {
    const seen: { id: string; email: string }[] = [];
    for (let after = ''; seen.length < 9; after = `after: "${seen.at(-1)?.id}"`) {
      const query = `{ page: customers(storeId: "${making.store.id}", limit: 1 ${args} ${after}) { id email } }`;
      const { page } = await dataFrom(ask(query));
      if (page.length === 0) break;
      seen.push(...page);
    }
    return seen.map(({ email }) => email.slice(0, 3)).join(' ');
  };
  const folding = { database: test.database, signal: new AbortController().signal };
  while ((await createRollUpDays().run(folding as never)) > 0);
  expect(await names('orderBy: ORDERS_DESC')).toBe('ada cem bob');
  expect(await names('orderBy: ORDERS_ASC')).toBe('bob cem ada');
  const usd = 'filter: { currency: { eq: "USD" } }';
  expect(await names(`orderBy: SPENT_DESC ${usd}`)).toBe('bob ada cem');
  expect(await names(`orderBy: SPENT_ASC ${usd}`)).toBe('cem ada bob');
  expect(await names('filter: { currency: { eq: "EUR" } }')).toBe('');
  const { body } = await ask('{ customers(orderBy: SPENT_DESC) { id } }');
  expect(body.errors[0].message).toContain('orderBy: SPENT_DESC needs currency');
});

it('drops a customer whose last order gets another address', async () => {
  const { ask } = await shopWithOrders(['a']);
  await test.database.query(
    sql`update orders set buyer_email = 'gone@example.com' where buyer_identity = 'a'`,
  );
  const { customers } = await dataFrom(ask('{ customers { email } }'));
  expect(customers).toEqual([{ email: 'gone@example.com' }]);
});
