import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { makeStore } from '../support/merchant.ts';
import {
  callAsBuyer,
  dataOf,
  makeBuyerToken,
  makeSession,
  makeShop,
  payingBody,
  type Shop,
} from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium } from './chromium.ts';
import { openAs, useDashboardBrowser } from './dashboard-visit.ts';

const test = useTestApp();
const browser = useDashboardBrowser();

/** Sells the shop's product to an address. */
async function sellTo(shop: Shop, buyerEmail: string): Promise<string> {
  const body = { ...(await payingBody(test, await makeSession(shop))), buyerEmail };
  const token = await makeBuyerToken(shop, buyerEmail);
  return dataOf(await callAsBuyer(test, token, 'onetime-order/create-order', body)).orderId;
}

/** Another store of the shop's merchant, with a product. */
async function makeSecond({ merchant }: Shop): Promise<Shop> {
  const store = await makeStore(merchant, 'Second');
  const prices = { USD: { amount: '5.00', taxIncluded: true, taxCategory: 'ebook' } };
  const body = { storeId: store.id, name: 'A song', prices };
  const { product } = dataOf(await merchant.call('onetime-product/create-product', body));
  return { test, merchant, store, productId: product.id };
}

describeInChromium('another place in the dashboard', () => {
  let first: Shop;
  let second: Shop;

  const open = ({ store, merchant }: Shop, path: string) =>
    openAs(test, browser, merchant, `test/${store.id}/${path}`);
  const press = (page: Page, name: string) =>
    page.getByRole('button', { name, exact: true }).click();
  const search = async (page: Page, id: string) => {
    const field = page.getByRole('textbox', { name: 'Search by ID' });
    await field.fill(id);
    await field.press('Enter');
    await page.waitForURL(`**/${id}`);
  };
  const switchTo = async (page: Page, name: string) => {
    await page.getByRole('button', { name: /^Store: / }).click();
    await page.getByRole('menuitem', { name }).click();
    await page.getByRole('button', { name: `Store: ${name}` }).waitFor();
  };

  beforeAll(async () => {
    first = await makeShop(test);
    second = await makeSecond(first);
  }, 120_000);

  it('never writes to the buyers of another store, nor to erased ones', async () => {
    await sellTo(first, 'ann@example.com');
    await sellTo(first, 'erased-8b1f@erased.invalid');
    await sellTo(second, 'bob@example.com');
    const page = await open(first, 'payments');
    const addresses = page.getByRole('dialog').getByRole('textbox', { name: 'Addresses' });
    await press(page, 'Write to buyers');
    await addresses.waitFor();
    expect(await addresses.inputValue()).toBe('ann@example.com');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await switchTo(page, 'Second');
    await press(page, 'Write to buyers');
    await addresses.waitFor();
    expect(await addresses.inputValue()).toBe('bob@example.com');
  });

  it('doesn’t show a product’s checkout link at another product', async () => {
    const body = { storeId: first.store.id, name: 'Other', prices: PRICES };
    const reply = await first.merchant.call('onetime-product/create-product', body);
    const other = dataOf(reply).product.id;
    const page = await open(first, `products/${other}`);
    await page.getByRole('heading', { name: 'Other', level: 1 }).waitFor();
    await search(page, first.productId);
    await page.getByRole('heading', { name: 'An e-book', level: 1 }).waitFor();
    await press(page, 'Create checkout link');
    await page.getByRole('button', { name: 'Copy checkout link' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Other', level: 1 }).waitFor();
    expect(await page.getByRole('button', { name: 'Copy checkout link' }).count()).toBe(0);
  });

  it('doesn’t keep a half-written note for another order', async () => {
    const [one, two] = [await sellTo(first, 'a@example.com'), await sellTo(first, 'b@example.com')];
    const page = await open(first, `orders/${one}`);
    const note = page.getByLabel('Internal note');
    await note.waitFor();
    // The URL changes before the page does.
    const buyer = (name: string) => page.getByRole('link', { name, exact: true }).waitFor();
    await search(page, two);
    await buyer('b@example.com');
    await note.fill('Only for the second');
    await page.goBack();
    await buyer('a@example.com');
    expect(await note.inputValue()).toBe('');
  });

  it('doesn’t show a store’s settings in another store', async () => {
    const page = await open(first, 'settings');
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    const before = await name.inputValue();
    await switchTo(page, 'Second');
    await expect.poll(() => name.inputValue()).toBe('Second');
    await switchTo(page, before);
    await expect.poll(() => name.inputValue()).toBe(before);
  });
});

const PRICES = { USD: { amount: '9.00', taxIncluded: true, taxCategory: 'ebook' } };
