import { expect, it } from 'vitest';
import { makeMember } from '../support/dashboard.ts';
import { exportAs, linesOf } from '../support/export-as.ts';
import { makeSale, makeTicket, review } from '../support/refunding.ts';
import {
  callAsBuyer,
  DECLINED_CARD,
  makeBuyerToken,
  makeSession,
  makeShop,
  payingBody,
} from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';

const test = useTestApp();

/** A buyer who paid in two currencies and got some back in one, and another who paid nothing. */
async function makeBuyers() {
  const sale = await makeSale(test);
  const { shop } = sale;
  await makeSale(test, { session: { currency: 'JPY' } }, shop);
  await review(sale, (await makeTicket(sale, '4')).id, 'approve');
  await test.app.worker.runOnce();
  const ask = (body: object) =>
    exportAs(test, shop.merchant, { list: 'customers', storeId: shop.store.id, ...body });
  return { shop, ask };
}

const MONEY = { columns: ['email', 'currency', 'charged', 'refunded', 'net', 'payments'] };

it('writes a row for each customer and currency, with amounts that a spreadsheet adds up', async () => {
  const { ask } = await makeBuyers();
  const [heading, ...rows] = await linesOf(await ask(MONEY));
  expect(heading).toBe('id,email,currency,charged,refunded,net,payments');
  expect(rows).toEqual([
    expect.stringMatching(/^[0-9a-f-]{36}\/JPY,buyer@example\.com,JPY,1000,0,1000,1$/),
    expect.stringMatching(/^[0-9a-f-]{36}\/USD,buyer@example\.com,USD,9\.90,4\.00,5\.90,1$/),
    '',
  ]);
});

it('writes the rows of one currency if the filter names it', async () => {
  const { ask } = await makeBuyers();
  const rows = await linesOf(await ask({ ...MONEY, filter: { currency: { eq: 'JPY' } } }));
  expect(rows.map((row) => row.split(',')[2])).toEqual(['currency', 'JPY', undefined]);
});

it('writes a customer who paid nothing once, without amounts', async () => {
  const shop = await makeShop(test);
  const body = await payingBody(test, await makeSession(shop), DECLINED_CARD);
  await callAsBuyer(test, await makeBuyerToken(shop), 'onetime-order/create-order', body);
  const [, row] = await linesOf(
    await exportAs(test, shop.merchant, { list: 'customers', storeId: shop.store.id, ...MONEY }),
  );
  expect(row).toMatch(/^[0-9a-f-]{36},buyer@example\.com,,,,,$/);
});

it.each(['csv', 'jsonl'])('continues a %s file after any row of an object', async (format) => {
  const shop = await makeShop(test);
  const prices = { USD: { amount: '5.00', taxCategory: 'saas' } };
  const second = { storeId: shop.store.id, name: 'A course', prices };
  await shop.merchant.call('onetime-product/create-product', second);
  const ask = async (after: string | null) => {
    const body = { list: 'onetimeProducts', storeId: shop.store.id, format, after };
    const text = await (await exportAs(test, shop.merchant, body)).text();
    return text.split('\n').slice(format === 'csv' && after === null ? 1 : 0, -1);
  };
  const idOf = (row: string) =>
    format === 'csv' ? (row.split(',')[0] as string) : JSON.parse(row).id;
  const rows = await ask(null);
  expect(rows.map((row) => idOf(row).split('/')[1])).toEqual(['USD', 'JPY', 'KWD', 'USD']);
  for (const [nth, row] of rows.entries())
    expect(await ask(idOf(row))).toEqual(rows.slice(nth + 1));
});

it('refuses to continue after a row whose object is gone, but not after one that the filter now excludes', async () => {
  const { ask } = await makeBuyers();
  const [, row = ''] = await linesOf(await ask(MONEY));
  const after = row.split(',')[0] as string;
  expect((await ask({ ...MONEY, after })).status).toBe(200);
  const excluding = { ...MONEY, after, filter: { email: { eq: 'other@example.com' } } };
  expect((await ask(excluding)).status).toBe(200);
  const gone = await ask({ ...MONEY, after: `018f0000-0000-7000-8000-000000000000/JPY` });
  expect(gone.status).toBe(400);
  expect((await gone.json()).errors[0].message).toBe('Invalid field after');
});

it('writes amounts as texts, counts as numbers and flags as booleans in JSON Lines', async () => {
  const { shop, ask } = await makeBuyers();
  const rowOf = async (reply: Response) => JSON.parse((await reply.text()).split('\n')[0] ?? '');
  expect(await rowOf(await ask({ ...MONEY, format: 'jsonl' }))).toMatchObject({
    charged: '1000',
    payments: 1,
  });
  const columns = ['isPublished', 'version', 'price'];
  const products = { list: 'onetimeProducts', storeId: shop.store.id, columns, format: 'jsonl' };
  const row = await rowOf(await exportAs(test, shop.merchant, products));
  expect(row).toMatchObject({ isPublished: false, version: 1, price: expect.any(String) });
});

it('exports the audit log for owners and admins, and nothing for members', async () => {
  const { merchant, store } = await makeShop(test);
  const ask = { list: 'auditEntries', storeId: store.id, columns: ['action', 'details'] };
  const rows = await linesOf(await exportAs(test, merchant, ask));
  expect(rows.map((row) => row.split(',')[1])).toEqual([
    'action',
    'onetime-product/create-product',
    'store/create-store',
    undefined,
  ]);
  expect(rows[2]).toContain('"{""fields"": [""name""]}"');
  const member = await makeMember(test, merchant, store.id, 'member');
  expect(await linesOf(await exportAs(test, member, ask))).toHaveLength(2);
});
