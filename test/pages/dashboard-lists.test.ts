import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { fillStore } from '../../bench/support/fill-store.ts';
import { decodeId } from '../../src/kit/id.ts';
import { makeShop, type Shop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium, widthOf } from './chromium.ts';
import { expectUsable, holdBack, openAs, useDashboardBrowser } from './dashboard-visit.ts';

const test = useTestApp();
const browser = useDashboardBrowser();
const ORDERS = 600;

async function filledShop(orders = ORDERS): Promise<Shop> {
  const shop = await makeShop(test);
  const storeId = decodeId('STO', shop.store.id) as string;
  const filling = { storeId, orders, customers: orders / 5, subscriptions: orders / 5 };
  await test.database.session((connection) => fillStore(connection, filling));
  return shop;
}

const status = (page: Page) => page.getByRole('status').filter({ hasText: 'entr' });
const firstCell = (page: Page) => page.getByRole('row').nth(1).innerText();

describeInChromium('a list', () => {
  let shop: Shop;
  let page: Page;

  beforeAll(async () => {
    shop = await filledShop();
    page = await openAs(test, browser, shop.merchant, `test/${shop.store.id}/orders`);
  }, 120_000);

  it('pages to its end and back, and keeps its position in the URL', async () => {
    await status(page).getByText('1–20 of 480 entries').waitFor();
    const newest = await firstCell(page);
    await page.getByRole('button', { name: 'Next' }).click();
    await status(page).getByText('21–40 of 480 entries').waitFor();
    const second = await firstCell(page);
    await page.getByRole('button', { name: 'Last' }).click();
    await status(page).getByText('461–480 of 480 entries').waitFor();
    await page.getByRole('button', { name: 'Previous' }).click();
    await status(page).getByText('441–460 of 480 entries').waitFor();
    await page.goBack();
    await page.goBack();
    await status(page).getByText('21–40 of 480 entries').waitFor();
    expect(await firstCell(page)).toBe(second);
    await page.getByRole('button', { name: 'Previous' }).click();
    await status(page).getByText('1–20 of 480 entries').waitFor();
    expect(await firstCell(page)).toBe(newest);
    await expectUsable(page);
  });

  it('sorts by amount within a currency, and shows the chosen columns', async () => {
    await page.getByRole('button', { name: 'Sort by Total' }).click();
    await page
      .getByRole('columnheader', { name: 'Total' })
      .and(page.locator('[aria-sort=descending]'))
      .waitFor();
    expect(new URL(page.url()).searchParams.get('currency')).toMatch(/^[A-Z]{3}$/);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Country' }).check();
    await page.getByRole('columnheader', { name: 'Country' }).waitFor();
    await page.reload();
    await page.getByRole('columnheader', { name: 'Country' }).waitFor();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await status(page).getByText('480 entries').waitFor();
  });

  it('shows refunds like any other list', async () => {
    await page.goto(`${test.baseUrl}/dashboard/test/${shop.store.id}/refunds`);
    const rows = page.getByRole('table', { name: 'Refunds' }).locator('tbody tr');
    await rows.first().waitFor();
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Pending' }).click();
    await page.getByText('Nothing matches these filters.').waitFor();
    await page.goBack();
    await rows.first().getByRole('link', { name: 'View payment' }).click();
    await page.getByRole('heading', { name: /^Payment of/ }).waitFor();
  });

  it('shows the progress of an export of refunds', async () => {
    await page.goto(`${test.baseUrl}/dashboard/test/${shop.store.id}/refunds`);
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    // The file waits until the page has shown the count.
    const release = await holdBack(page, '', '**/v1/export');
    await dialog.getByRole('button', { name: 'Export' }).click();
    await dialog.getByText(/^0 of \d+ rows$/).waitFor();
    release();
    await dialog.getByText(/^Done: \d+ rows$/).waitFor();
    await page.unroute('**/v1/export');
  });

  it('complains about an impossible amount at its field, and keeps the list and filters', async () => {
    await page.goto(`${test.baseUrl}/dashboard/test/${shop.store.id}/payments?currency=USD`);
    await page.getByRole('textbox', { name: 'Amount from' }).fill('9.905');
    await page.getByText('Enter an amount, such as 9.90.').waitFor();
    await page.waitForURL(/min=/);
    await page.getByRole('table', { name: 'Payments' }).waitFor();
    await page.getByRole('textbox', { name: 'Amount from' }).fill('1,250');
    await page.getByText('Nothing matches these filters.').waitFor();
    await expectUsable(page);
  });

  it('keeps the filters when the list can’t be read', async () => {
    await page.goto(`${test.baseUrl}/dashboard/test/${shop.store.id}/payments?status=failed`);
    await page.getByRole('table', { name: 'Payments' }).waitFor();
    await page.goto(`${test.baseUrl}/dashboard/test/${shop.store.id}/payments?sort=NONSENSE_DESC`);
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Buyer’s email').waitFor();
  });

  it('keeps the field when its filter, which nothing matched, is cleared', async () => {
    const path = `/dashboard/test/${shop.store.id}/payments`;
    await page.goto(`${test.baseUrl}${path}?email=nobody`);
    const field = page.getByLabel('Buyer’s email');
    const isFocused = () => field.evaluate((one) => one === document.activeElement);
    const noMatch = page.getByText('Nothing matches these filters.');
    const table = page.getByRole('table', { name: 'Payments' });
    await noMatch.waitFor();
    // Once while the list is read, and once when it is known.
    const release = await holdBack(page, '"filter":{}');
    await field.fill('');
    await page.waitForURL((url) => !url.search.includes('email'));
    await noMatch.waitFor();
    release();
    await table.waitFor();
    expect(await isFocused()).toBe(true);
    await field.fill('nobody');
    await noMatch.waitFor();
    await field.fill('');
    await table.waitFor();
    expect(await isFocused()).toBe(true);
    await page.unroute('**/v1/graphql');
  });

  it('finds customers by country, product and amount spent', async () => {
    await page.goto(`${test.baseUrl}/dashboard/test/${shop.store.id}/customers?country=JP`);
    const rows = page.getByRole('table', { name: 'Customers' }).locator('tbody tr');
    await rows.first().waitFor();
    const all = await status(page).innerText();
    expect(await rows.filter({ hasText: 'Japan' }).count()).toBe(await rows.count());
    await page.getByRole('combobox', { name: 'Currency' }).click();
    await page.getByRole('option', { name: 'USD', exact: true }).click();
    await page.getByRole('textbox', { name: 'Amount from' }).fill('999999');
    await page.getByText('Nothing matches these filters.').waitFor();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await rows.first().waitFor();
    expect(await status(page).innerText()).not.toBe(all);
  });

  it('finds a member’s actions in the audit log', async () => {
    await page.goto(`${test.baseUrl}/dashboard/test/${shop.store.id}/audit-log`);
    const rows = page.getByRole('table', { name: 'Audit log' }).locator('tbody tr');
    await rows.filter({ hasText: 'store/create-store' }).waitFor();
    await page.getByRole('textbox', { name: 'Action' }).fill('CREATE-prod');
    await page.waitForURL(/action=CREATE-prod/);
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByRole('combobox', { name: 'Made with' }).click();
    await page.getByRole('option', { name: 'The operator' }).click();
    await page.getByText('Nothing matches these filters.').waitFor();
    await expectUsable(page);
  });

  it('keeps order and page of the audit log in the URL', async () => {
    for (let nth = 0; nth < 21; nth += 1) {
      await shop.merchant.call('store/update-store', { id: shop.store.id, name: `Name ${nth}` });
    }
    await page.goto(`${test.baseUrl}/dashboard/test/${shop.store.id}/audit-log`);
    const rows = page.getByRole('table', { name: 'Audit log' }).locator('tbody tr');
    await page.getByRole('button', { name: 'Sort by Time' }).click();
    await rows.first().filter({ hasText: 'store/create-store' }).waitFor();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.waitForURL(/after=/);
    await page.reload();
    await status(page).getByText('21–23 of 23 entries').waitFor();
    expect(await rows.count()).toBe(3);
    await page.goBack();
    await rows.first().filter({ hasText: 'store/create-store' }).waitFor();
  });

  it('collapses its filters and shows cards on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(`${test.baseUrl}/dashboard/test/${shop.store.id}/orders`);
    await page.getByLabel('Buyer’s email').waitFor();
    expect(await page.getByRole('combobox', { name: 'Status' }).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByRole('combobox', { name: 'Status' }).waitFor();
    expect(await page.getByRole('columnheader').first().isVisible()).toBe(false);
    await page.getByLabel('Sort by', { exact: true }).selectOption('Created, ascending');
    await page.waitForURL(/sort=CREATED_AT_ASC/);
    await page.getByRole('button', { name: 'Columns' }).waitFor();
    expect(await widthOf(page)).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1280, height: 900 });
  });
});

describeInChromium('a filtered list', () => {
  it('exports last month’s orders for the accountant', async () => {
    const shop = await filledShop();
    const page = await openAs(test, browser, shop.merchant, `test/${shop.store.id}/orders`);
    await page.getByRole('combobox', { name: 'Date' }).click();
    await page.getByRole('option', { name: 'Last month' }).click();
    await page.waitForURL(/created=last-month/);
    // The URL changes before the list does.
    await status(page).filter({ hasNotText: '480' }).waitFor();
    const all = await status(page).innerText();
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await dialog.getByRole('checkbox', { name: 'Metadata' }).uncheck();
    await expectUsable(page);
    const waiting = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export' }).click();
    const text = await readFile(await (await waiting).path(), 'utf8');
    const [heading = '', ...rows] = text.replace(/\r\n$/, '').split('\r\n');
    expect(heading).toMatch(
      /^\ufeffid,externalId,status,.*,currency,subtotal,tax,total,paid,refunded,net,method/,
    );
    expect(all).toContain(String(rows.length));
    expect(rows[0]).toMatch(/^ORD_\w+,/);
    await dialog.getByText(`Done: ${rows.length} rows`).waitFor();
  });

  it('finds the week’s failed renewals', async () => {
    const shop = await filledShop(200);
    const page = await openAs(test, browser, shop.merchant, `test/${shop.store.id}/payments`);
    const choose = async (field: string, option: string, filter: string) => {
      await page.getByRole('combobox', { name: field }).click();
      // Until the page shows it, the next choice would replace it.
      const answered = page.waitForResponse((response) =>
        Boolean(response.request().postData()?.includes(filter)),
      );
      await page.getByRole('option', { name: option }).click();
      await answered;
    };
    await choose('Status', 'Failed', '"status":{"eq":"failed"}');
    await choose('Date', 'Last 7 days', '"createdAt":{"gte":');
    await page.getByRole('button', { name: 'More filters' }).click();
    await choose('Payment for', 'Renewals', '"periodNumber":{"gt":1}');
    await page.waitForURL(/of=renewals/);
    await status(page)
      .getByText(/^\d entries$/)
      .waitFor();
    const rows = page.getByRole('table', { name: 'Payments' }).getByRole('row');
    const failed = (await rows.allInnerTexts()).filter((text) => text.includes('@'));
    expect(failed.length).toBeGreaterThan(0);
    for (const text of failed) expect(text).toContain('failed');
    await expectUsable(page);
  });
});
