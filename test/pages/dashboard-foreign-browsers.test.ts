import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { fillStore } from '../../bench/support/fill-store.ts';
import { decodeId } from '../../src/kit/id.ts';
import { makeShop, type Shop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium } from './chromium.ts';
import { openAs, settled, useDashboardBrowser } from './dashboard-visit.ts';
import { TRANSLATED, TRANSLATOR } from './translator.ts';
import { IN_PLACE_TRANSLATOR } from './translator-in-place.ts';

const test = useTestApp();
const browser = useDashboardBrowser();
/** Orders of the store, 50 of them one-time. */
const ORDERS = 60;

let shop: Shop;

beforeAll(async () => {
  shop = await makeShop(test);
  const storeId = decodeId('STO', shop.store.id) as string;
  const filling = { storeId, orders: ORDERS, customers: 10, subscriptions: 10 };
  await test.database.session((connection) => fillStore(connection, filling));
}, 120_000);

const open = (path: string, runFirst: string) =>
  openAs(test, browser, shop.merchant, `test/${shop.store.id}${path}`, { runFirst });

const TRANSLATORS = [
  { how: 'by elements of its own', translator: TRANSLATOR },
  { how: 'in place', translator: IN_PLACE_TRANSLATOR },
];

describeInChromium('a page translated by the browser', () => {
  const entries = (page: Page) => page.getByRole('status').filter({ hasText: 'entr' });

  it.each(
    TRANSLATORS,
  )('shows the rows and position of each page of a list, $how', async (given) => {
    const page = await open('/orders', given.translator);
    const first = await rowsOf(page, '1–20 of 50 entries');
    await page.getByRole('button', { name: 'Next' }).click();
    const second = await rowsOf(page, '21–40 of 50 entries');
    expect(second).not.toEqual(first);
    await page.getByRole('button', { name: 'Previous' }).click();
    expect(await rowsOf(page, '1–20 of 50 entries')).toEqual(first);
  });

  it.each(TRANSLATORS)('filters a list to nothing and back, $how', async ({ translator }) => {
    const page = await open('/payments', translator);
    const table = page.getByRole('table', { name: 'Payments' });
    await table.waitFor();
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'pending' }).click();
    await page.getByText('Nothing matches these filters.').waitFor();
    await table.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Clear' }).first().click();
    await table.waitFor();
    expect(await page.getByText('Nothing matches these filters.').count()).toBe(0);
  });

  it('is not translated again and again', async () => {
    const page = await open('', IN_PLACE_TRANSLATOR);
    await settled(page);
    const count = () => page.evaluate('globalThis.translations') as Promise<number>;
    const pause = () => page.waitForTimeout(1_000);
    await pause();
    const before = await count();
    await pause();
    expect(before).toBeGreaterThan(0);
    // Only a time or figure that has changed since.
    expect((await count()) - before).toBeLessThan(20);
  });

  it('leaves IDs as they are', async () => {
    const page = await open(`/products/${shop.productId}`, TRANSLATOR);
    await page.getByText(shop.productId, { exact: true }).waitFor();
  });

  async function rowsOf(page: Page, position: string): Promise<string[]> {
    const shown = async () => (await entries(page).innerText()).replaceAll(TRANSLATED, '');
    await expect.poll(shown).toBe(position);
    const rows = page.getByRole('table', { name: 'Orders' }).locator('tbody tr');
    // The rows of one page, each translated once.
    await expect
      .poll(() => rows.allInnerTexts().then((texts) => texts.every(isTranslated)))
      .toBe(true);
    expect(await rows.count()).toBeLessThanOrEqual(20);
    return rows.allInnerTexts();
  }

  const isTranslated = (text: string) =>
    text.startsWith(TRANSLATED) && !text.includes(TRANSLATED + TRANSLATED);
});

describeInChromium('a browser whose language isn’t a language tag', () => {
  it.each(['en-US@posix', 'C'])('shows the plots of the home page: %s', async (language) => {
    const value = JSON.stringify(language);
    const page = await open(
      '',
      `Object.defineProperty(navigator, 'language', { value: ${value}, configurable: true })`,
    );
    await settled(page);
    const plot = page.getByRole('figure', { name: 'Net revenue by day' }).first();
    await plot.locator('canvas').first().waitFor();
    expect(await page.getByText('This page couldn’t be shown').count()).toBe(0);
  });
});

describeInChromium('a browser that doesn’t know its time zone', () => {
  it('exports in UTC', async () => {
    const page = await open(
      '/orders',
      `{
        const { resolvedOptions } = Intl.DateTimeFormat.prototype;
        Intl.DateTimeFormat.prototype.resolvedOptions = function (...given) {
          return { ...resolvedOptions.apply(this, given), timeZone: 'Etc/Unknown' };
        };
      }`,
    );
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Export' }).click();
    await dialog.getByText('Done: 50 rows').waitFor();
  });
});
