import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { fillStore } from '../../bench/support/fill-store.ts';
import { sql } from '../../src/database/database.ts';
import { MAX_NOTES } from '../../src/domain/note/add-note.ts';
import { decodeId } from '../../src/kit/id.ts';
import { makeSale } from '../support/refunding.ts';
import { makeShop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium } from './chromium.ts';
import { holdBack, openAs, useDashboardBrowser } from './dashboard-visit.ts';

const test = useTestApp();
const browser = useDashboardBrowser();

/** Makes every list look longer than lists are counted. */
const countMore = (page: Page) =>
  page.route('**/v1/graphql', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    if (typeof json.data?.count === 'number') json.data.count = 10_001;
    await route.fulfill({ response, json });
  });

describeInChromium('the dashboard’s numbers', () => {
  it('show nothing as zero that is still loading', async () => {
    const { shop } = await makeSale(test);
    const page = await openAs(test, browser, shop.merchant, `test/${shop.store.id}/orders`);
    const release = await holdBack(page, 'TimePeriodGranularity');
    await page.goto(`${test.baseUrl}/dashboard/test/${shop.store.id}`);
    const figure = (title: string) =>
      page.getByRole('heading', { level: 2, name: title, exact: true }).first().locator('..');
    await figure('Net revenue').getByText('$9.90').first().waitFor();
    expect(await figure('Average order').textContent()).toBe('Average order……');
    for (const title of ['Monthly recurring revenue', 'Paying subscriptions']) {
      expect(await figure(title).textContent()).not.toContain('from');
    }
    release();
    await figure('Average order').getByText('1 paid order').waitFor();
    await figure('Paying subscriptions').getByText('from 0').waitFor();
  });

  it('don’t claim a position that isn’t known in a long list', async () => {
    const shop = await makeShop(test);
    const storeId = decodeId('STO', shop.store.id) as string;
    const filling = { storeId, orders: 100, customers: 20, subscriptions: 20 };
    await test.database.session((connection) => fillStore(connection, filling));
    const page = await openAs(test, browser, shop.merchant, `test/${shop.store.id}`);
    await countMore(page);
    await page.goto(`${test.baseUrl}/dashboard/test/${shop.store.id}/orders`);
    const status = page.getByRole('status').filter({ hasText: 'entries' });
    const turn = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const first = () => page.getByRole('row').nth(1).innerText();
    const turned = async (name: string) => {
      const before = await first();
      await turn(name);
      await expect.poll(first).not.toBe(before);
      return status.innerText();
    };
    await status.getByText('1–20 of 10,000+ entries').waitFor();
    expect(await turned('Last')).toBe('10,000+ entries');
    expect(await turned('Previous')).toBe('10,000+ entries');
    expect(await turned('Next')).toBe('10,000+ entries');
    for (const _ of [1, 2, 3]) await turned('Previous');
    await status.getByText('1–20 of 10,000+ entries').waitFor();
    expect(await turned('Next')).toBe('21–40 of 10,000+ entries');
  });

  it('show every note of an order, so that each can be deleted', async () => {
    const { shop, orderId } = await makeSale(test);
    await test.database.query(sql`
      insert into note (id, store_id, environment, order_id, text, written_by, created_at)
      select gen_random_uuid(), store_id, environment, id, 'Note ' || number, ${shop.merchant.id},
        created_at + number * interval '1 second'
      from orders, generate_series(1, ${MAX_NOTES}) number where id = ${decodeId('ORD', orderId)}`);
    const page = await openAs(
      test,
      browser,
      shop.merchant,
      `test/${shop.store.id}/orders/${orderId}`,
    );
    await page.getByRole('button', { name: /^Show \d+ earlier$/ }).click();
    await page.getByText('Note 1', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Delete note' }).count()).toBe(MAX_NOTES);
  });
});
