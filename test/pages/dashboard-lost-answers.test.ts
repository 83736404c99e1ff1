import type { Page, Route } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { decodeId } from '../../src/kit/id.ts';
import { makeSale } from '../support/refunding.ts';
import { makeShop, type Shop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium } from './chromium.ts';
import { expectUsable, openAs, useDashboardBrowser } from './dashboard-visit.ts';

const test = useTestApp();
const browser = useDashboardBrowser();
const REFUND = '**/refund-ticket/create-ticket';

/** Makes the call, but loses its answer. */
const loseAnswer = async (route: Route) => {
  await route.fetch();
  await route.abort();
};

/** Fails like a query that the service refuses. */
const refuse = (route: Route) =>
  route.fulfill({
    status: 400,
    json: { errors: [{ message: 'Query is too expensive', layer: 'gateway' }] },
  });

describeInChromium('the dashboard on a bad connection, or after an upgrade', () => {
  let shop: Shop;

  const open = (path: string) =>
    openAs(test, browser, shop.merchant, `test/${shop.store.id}/${path}`);
  const press = (page: Page, name: string) =>
    page.getByRole('button', { name, exact: true }).click();

  beforeAll(async () => {
    shop = await makeShop(test);
  }, 120_000);

  it('pays a refund once, however often it is sent after a lost answer', async () => {
    const sale = await makeSale(test, {}, shop);
    const page = await open(`payments/${sale.paymentId}`);
    await page.route(REFUND, loseAnswer);
    const dialog = page.getByRole('dialog', { name: 'Refund this payment' });
    const refund = async () => {
      await dialog.getByLabel('Amount in USD').fill('4.00');
      await dialog.getByLabel('Reason').fill('Asked for it');
      await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
    };
    await press(page, 'Refund');
    await refund();
    await dialog.getByText('The change may have been made').waitFor();
    // What the page shows was read again.
    await dialog.getByText('of which $5.90 can still be refunded').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.unroute(REFUND);
    await press(page, 'Refund');
    await refund();
    await page.getByText('Your earlier attempt had succeeded').waitFor();
    const tickets = await test.database.query(sql`
      select id from refund_ticket where payment_id = ${decodeId('PAY', sale.paymentId)}`);
    expect(tickets.length).toBe(1);
  });

  it('goes on after a change, even if something else that the page shows isn’t answered', async () => {
    const page = await open('products/new');
    await page.getByRole('textbox', { name: 'Name' }).fill('Star Atlas');
    await page.getByRole('textbox', { name: 'Amount' }).fill('12.50');
    await page.route('**/merchant/get-session', () => {});
    await press(page, 'Create product');
    await page.getByRole('heading', { name: 'Star Atlas', level: 1 }).waitFor();
  });

  it('says that it’s offline, and doesn’t make the change later', async () => {
    const page = await open('settings');
    const name = page.getByRole('textbox', { name: 'Business name' });
    await name.fill('Offline');
    await page.context().setOffline(true);
    await press(page, 'Save');
    await page.getByText('Check your connection and try again: the same').waitFor();
    let calls = 0;
    await page.route('**/store/update-store', (route) => {
      calls += 1;
      return route.continue();
    });
    const unread = page.getByText('We couldn’t reach the service');
    await unread.first().waitFor();
    await page.context().setOffline(false);
    await unread.first().waitFor({ state: 'detached' });
    expect(calls).toBe(0);
    await press(page, 'Save');
    await page.getByText('Saved', { exact: true }).first().waitFor();
    expect(calls).toBe(1);
  });

  it('stays, and says what happened, if the code of its messages and menus is gone', async () => {
    const page = await open('settings');
    await page.route(/overlay-host-|account-menu-items-/, (route) =>
      route.fulfill({ status: 404 }),
    );
    await page.getByRole('textbox', { name: 'Business name' }).fill('Upgraded');
    await press(page, 'Save');
    const notice = page.getByRole('alert').filter({ hasText: 'couldn’t be loaded' });
    await notice.getByText('Saved', { exact: true }).waitFor();
    await expectUsable(page);
    await press(page, 'Delete store');
    await notice.getByText('Saved', { exact: true }).waitFor({ state: 'detached' });
    expect(await page.getByRole('textbox', { name: 'Business name' }).inputValue()).toBe(
      'Upgraded',
    );
    await page.unroute(/overlay-host-|account-menu-items-/);
    await notice.getByRole('button', { name: 'Reload the page' }).click();
    await press(page, 'Account');
    await page.getByRole('menuitem', { name: 'Log out' }).waitFor();
  });

  it('says so if a menu can’t be loaded', async () => {
    const page = await open('settings');
    await page.route(/account-menu-items-/, (route) => route.abort());
    await press(page, 'Account');
    await page.getByRole('alert').filter({ hasText: 'couldn’t be loaded' }).waitFor();
  });

  it('shows that what it shows couldn’t be refreshed', async () => {
    const page = await open('settings');
    await page.getByRole('textbox', { name: 'Business name' }).fill('Not read again');
    await page.route('**/v1/graphql', refuse);
    await press(page, 'Save');
    await page.getByRole('alert').filter({ hasText: 'Query is too expensive' }).waitFor();
    await page.getByRole('textbox', { name: 'Business name' }).waitFor();
  });

  it('says that a search failed, and repeats it', async () => {
    const page = await open('settings');
    const search = page.getByRole('textbox', { name: 'Search by ID' });
    await page.route('**/v1/graphql', (route) =>
      route.request().postData()?.includes('sought') ? refuse(route) : route.continue(),
    );
    await search.fill('An e-b');
    await page.getByText('The search failed. Press Enter to try again.').waitFor();
    await page.unroute('**/v1/graphql');
    await search.press('Enter');
    await page.waitForURL(`**/products/${shop.productId}`);
  });
});
