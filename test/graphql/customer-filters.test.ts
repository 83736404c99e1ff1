import { expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { createRollUpDays } from '../../src/graphql/analytics/roll-up-days.job.ts';
import { makeSale } from '../support/refunding.ts';
import { makeShop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';
import { askAsMerchant } from './asking.ts';

const test = useTestApp();

/** Ada in Germany paid 9.90 USD and 1,000 JPY, Bob in Japan 9.90 USD for another product. */
async function makeBuyers() {
  const shop = await makeShop(test);
  const { store, merchant } = shop;
  const prices = { USD: { amount: '9.90', taxIncluded: true, taxCategory: 'ebook' } };
  const other = await merchant.call('onetime-product/create-product', {
    storeId: store.id,
    name: 'A course',
    prices,
  });
  const otherId = other.body.data.product.id;
  const ada = await makeSale(test, {}, shop);
  const more = await makeSale(test, { session: { currency: 'JPY' } }, shop);
  const bob = await makeSale(test, {}, { ...shop, productId: otherId });
  const move = (sale: typeof ada, email: string, country: string) =>
    test.database.query(sql`update orders set buyer_email = ${email},
      billing_detail = billing_detail || ${JSON.stringify({ country })}::jsonb
      where ${sale.orderId} = short_id('ORD', id)`);
  await move(ada, 'ada@example.com', 'DE');
  await move(more, 'Ada@example.com', 'FR');
  await move(bob, 'bob@example.com', 'JP');
  const context = { database: test.database, signal: new AbortController().signal };
  while ((await createRollUpDays().run(context as never)) > 0);
  const ask = askAsMerchant(test, merchant);
  const namesOf = async (filter: string) => {
    const query = `{ customers(storeId: "${store.id}", orderBy: EMAIL_ASC, filter: { ${filter} }) {
      email } n: customersCount(storeId: "${store.id}", filter: { ${filter} }) }`;
    const { customers, n } = (await ask(query)).body.data;
    expect(n).toBe(customers.length);
    return customers.map(({ email }: { email: string }) => email.split('@')[0]).join(' ');
  };
  return { productId: shop.productId, storeId: store.id, otherId, namesOf, ask };
}

it('finds customers by the country of one of their orders', async () => {
  const { namesOf } = await makeBuyers();
  expect(await namesOf('billingCountries: { eq: "DE" }')).toBe('ada');
  expect(await namesOf('billingCountries: { eq: "FR" }')).toBe('ada');
  expect(await namesOf('billingCountries: { in: ["FR", "JP"] }')).toBe('ada bob');
  expect(await namesOf('billingCountries: { eq: "IS" }')).toBe('');
});

it('finds customers by a product they ordered', async () => {
  const { namesOf, productId, otherId } = await makeBuyers();
  expect(await namesOf(`productId: { eq: "${productId}" }`)).toBe('ada');
  expect(await namesOf(`productId: { eq: "${otherId}" }`)).toBe('bob');
  expect(await namesOf('productId: { eq: "PROD_none" }')).toBe('');
});

it('compares sums of orders that are larger than any amount', async () => {
  const { namesOf, storeId } = await makeBuyers();
  await test.database.query(sql`update buyer_total set amount_minor = 1200000000000
    where buyer = 'bob@example.com' and ${storeId} = short_id('STO', store_id)`);
  expect(await namesOf('spent: { gt: "11000000000" }, currency: { eq: "USD" }')).toBe('bob');
  expect(await namesOf('spent: { gt: "13000000000" }, currency: { eq: "USD" }')).toBe('');
});

it('finds customers by the amount they were charged in one currency', async () => {
  const { namesOf, ask } = await makeBuyers();
  expect(await namesOf('spent: { gte: "1000" }, currency: { eq: "JPY" }')).toBe('ada');
  expect(await namesOf('spent: { gt: "1000" }, currency: { eq: "JPY" }')).toBe('');
  expect(await namesOf('spent: { eq: "9.90" }, currency: { eq: "USD" }')).toBe('ada bob');
  expect(await namesOf('spent: { lt: "9" }, currency: { eq: "USD" }')).toBe('');
  const { body } = await ask('{ customers(filter: { spent: { gt: "1" } }) { id } }');
  expect(body.errors[0].message).toContain('CustomerFilter.spent needs a sibling currency');
});
