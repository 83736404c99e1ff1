import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { fillStore } from '../../bench/support/fill-store.ts';
import { decodeId } from '../../src/kit/id.ts';
import type { TestMerchant } from '../support/merchant.ts';
import { makeSale, makeTicket, type Sale } from '../support/refunding.ts';
import { stayOnOneDay } from '../support/same-day.ts';
import {
  callAsBuyer,
  DECLINED_CARD,
  makeBuyerToken,
  makeSession,
  makeShop,
  payingBody,
  type Shop,
} from '../support/selling.ts';
import { addPlan, advanceDays, callOnOrder, makeClub, subscribe } from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium } from './chromium.ts';
import { expectUsable, openAs, useDashboardBrowser } from './dashboard-visit.ts';

const test = useTestApp({ EXCHANGE_RATES: 'USD=EUR:1.25,JPY:0.0065' });
const browser = useDashboardBrowser();
stayOnOneDay(test);
const EUROS = { currency: 'EUR' };
/** Its days are those of the sales. */
const open = (merchant: TestMerchant, path: string, options: BrowserContextOptions = {}) =>
  openAs(test, browser, merchant, path, { ...options, isInBusinessTime: true });
/** Whether the browser remembers that the store's first steps are done. */
const REMEMBERED =
  "Object.keys(localStorage).some((key) => key.startsWith('tillgate.first-steps.'))";

/** Maximum bytes of script transferred until the first view after login is complete. */
const MAX_SCRIPT = 172 * 1024;

describeInChromium('the dashboard’s home', () => {
  let shop: Shop;
  let sale: Sale;
  let page: Page;

  const figure = (title: string) =>
    page.getByRole('heading', { level: 2, name: title, exact: true }).first().locator('..');
  const plot = (title: string) => page.getByRole('figure', { name: title });

  beforeAll(async () => {
    const prices = {
      USD: { amount: '9.90', taxCategory: 'saas' },
      EUR: { amount: '8.00', taxCategory: 'saas' },
    };
    shop = await makeShop(test, { prices });
    sale = await makeSale(test, {}, shop);
    for (let count = 0; count < 2; count += 1) await makeSale(test, { session: EUROS }, shop);
    const productId = await addPlan(shop);
    await subscribe({ ...shop, productId });
    await makeSale(test, {}, shop);
    const partly = { paymentId: sale.paymentId, reason: 'Half', requestedAmount: HALF };
    const reply = await shop.merchant.call('refund-ticket/create-ticket', partly);
    expect(reply.status).toBe(200);
    await test.app.worker.runOnce();
    await makeTicket(await makeSale(test, {}, shop), '1.00');
    page = await open(shop.merchant, `test/${shop.store.id}`);
  }, 120_000);

  it('fetches at most 172 KB of script, the plots included', async () => {
    await plot('Net revenue by day').locator('canvas').first().waitFor();
    const scripts = (await page.evaluate(`performance.getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js')).map((one) => one.encodedBodySize)`)) as number[];
    expect(scripts.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(MAX_SCRIPT);
    expect(scripts.length).toBeGreaterThan(1);
  });

  it('shows figures in the currency with the most payments, and remembers another choice', async () => {
    // Four payments of 9.90 in dollars, two of 8.00 in euros, and 4.00 back.
    await figure('Net revenue').getByText('$35.60').waitFor();
    await figure('Refunds').getByText('$4.00').waitFor();
    await figure('Monthly recurring revenue').getByText('$9.90').first().waitFor();
    await figure('Average order').getByText('$9.90').waitFor();
    // The euros are worth 20 dollars at the service's exchange rates.
    await figure('Net revenue in all currencies').getByText('$55.60').waitFor();
    await expectUsable(page);
    await page.getByLabel('Currency').selectOption('EUR');
    await figure('Net revenue').getByText('€16.00').first().waitFor();
    await figure('Monthly recurring revenue').getByText('€0.00').first().waitFor();
    await page.reload();
    await figure('Net revenue').getByText('€16.00').first().waitFor();
    await page.getByLabel('Currency').selectOption('USD');
  });

  it('shows the present of a test clock that moved without a payment', async () => {
    const club = await makeClub(test);
    const orderId = await subscribe(club);
    await callOnOrder(club, 'cancel-order', orderId);
    await advanceDays(club, 40);
    const other = await open(club.merchant, `test/${club.store.id}`);
    const recurring = other
      .getByRole('heading', { level: 2, name: 'Monthly recurring revenue', exact: true })
      .first()
      .locator('..');
    await recurring.getByText('$0.00').first().waitFor();
    await other.close();
  });

  it('shows other days, which are part of the URL', async () => {
    // Exactly: the comparison with a range without sales contains “$0.00”, too.
    const nothing = figure('Net revenue').getByText('$0.00', { exact: true });
    await page.getByLabel('Range', { exact: true }).selectOption('last-month');
    await nothing.waitFor();
    expect(page.url()).toContain('range=last-month');
    await page.goBack();
    await figure('Net revenue').getByText('$35.60').waitFor();
    await page.getByLabel('Range', { exact: true }).selectOption('own');
    await page.getByLabel('First day').fill('2020-01-01');
    // Until the page shows the first day, the last one would be combined with the day before it.
    await plot('Net revenue by month in USD').waitFor();
    await page.getByLabel('Last day').fill('2020-01-31');
    await nothing.waitFor();
    await page.goto(page.url().replace(/\?.*/, ''));
    const compare = page.getByLabel('Compare with the previous period');
    await figure('Net revenue').getByText('from $0.00').waitFor();
    await compare.uncheck();
    await figure('Net revenue').getByText('from $0.00').waitFor({ state: 'detached' });
    await compare.check();
  });

  it('shows a plot’s points by keyboard, and all of them in a table', async () => {
    const revenue = plot('Net revenue by day in USD');
    // Keys work once the plot is drawn.
    await revenue.locator('canvas').first().waitFor();
    const points = revenue.getByRole('slider');
    const said = () => points.getAttribute('aria-valuetext');
    await points.focus();
    await page.keyboard.press('End');
    const card = revenue.locator('.plot-card');
    await card.getByText('in progress').waitFor();
    await card.getByText('$35.60').waitFor();
    expect(await said()).toMatch(/^\w+ \d+ \(in progress\): .* \$35\.60/);
    expect(await points.getAttribute('aria-valuenow')).toBe('30');
    await page.keyboard.press('ArrowLeft');
    await card.getByText('in progress').waitFor({ state: 'detached' });
    expect(await said()).not.toContain('in progress');
    expect(await points.getAttribute('aria-valuenow')).toBe('29');
    const rows = revenue.getByRole('table').getByRole('row');
    expect(await rows.count()).toBe(31);
    expect(await rows.last().textContent()).toContain('$35.60');
    await plot('Monthly recurring revenue by day in USD').getByRole('slider').waitFor();
  });

  it('links to open tasks and to the products and countries that sold', async () => {
    await page.getByRole('link', { name: '1 refund request to decide' }).waitFor();
    const products = page.getByRole('table', { name: 'Top products' });
    await products.getByRole('link', { name: 'An e-book' }).waitFor();
    await page
      .getByRole('table', { name: 'Top countries' })
      .getByRole('link', { name: 'Germany' })
      .click();
    await page.getByRole('table', { name: 'Payments' }).getByRole('row').nth(4).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: '1 refund request to decide' }).click();
    await page.getByRole('link', { name: 'Not as described' }).waitFor();
    await page.goBack();
  });

  it('links to exactly the failed payments it counts, by days of UTC', async () => {
    const token = await makeBuyerToken(shop);
    const body = await payingBody(test, await makeSession(shop), DECLINED_CARD);
    expect((await callAsBuyer(test, token, 'onetime-order/create-order', body)).status).toBe(400);
    const timezoneId = 'Pacific/Kiritimati';
    const place = `test/${shop.store.id}?range=2026-01-01..2099-12-31`;
    const visitor = await open(shop.merchant, place, { timezoneId });
    await visitor.getByRole('link', { name: '1 payment failed in this range' }).click();
    await visitor.waitForURL(/created=2026-01-01Z..2099-12-31Z/);
    await visitor.getByRole('status').getByText('1 entry').waitFor();
    expect(await visitor.getByLabel('Last day (UTC)').inputValue()).toBe('2099-12-31');
    await visitor.context().close();
  });

  it('keeps a date whose year is only half typed', async () => {
    await page.goto(`${test.baseUrl}/dashboard/test/${shop.store.id}?range=2026-03-01..2026-03-05`);
    const first = page.getByLabel('First day');
    await first.focus();
    await page.keyboard.type('02/01/2');
    await page.waitForURL(/range=2026-02-01..2026-03-05/);
    const day = plot('Net revenue by day in USD').getByRole('rowheader', { name: '2026-02-01' });
    await day.waitFor({ state: 'attached' });
    expect(await first.inputValue()).toBe('0002-02-01');
    await page.keyboard.type('025');
    await page.waitForURL(/range=2025-02-01..2026-03-05/);
  });

  it('takes two days that are typed one right after the other', async () => {
    await page.goto(`${test.baseUrl}/dashboard/test/${shop.store.id}?range=2026-03-01..2026-03-05`);
    const [first, last] = [page.getByLabel('First day'), page.getByLabel('Last day')];
    await first.fill('2026-02-02');
    await last.fill('2026-02-20');
    await page.waitForURL(/range=2026-02-02..2026-02-20/);
    expect(await first.inputValue()).toBe('2026-02-02');
    await page.goBack();
    await page.waitForURL(/range=2026-02-02..2026-03-05/);
    await expect.poll(() => last.inputValue()).toBe('2026-03-05');
    await page.goto(`${test.baseUrl}/dashboard/test/${shop.store.id}`);
  });

  it('shows a new sale while the page is open', async () => {
    const latest = page.getByRole('table', { name: 'Latest sales' });
    await figure('Latest sales').getByText('Live', { exact: true }).waitFor();
    const before = await latest
      .getByRole('row')
      .first()
      .waitFor()
      .then(() => figure('Net revenue').textContent());
    expect(before).toContain('$35.60');
    const newest = () => latest.getByRole('link').first().getAttribute('href');
    const earlier = await newest();
    await makeSale(test, {}, shop);
    await figure('Net revenue').getByText('$45.50').waitFor();
    await expect.poll(newest).not.toBe(earlier);
  });
});

describeInChromium('the home of a store that sells', () => {
  it('doesn’t ask for its first steps again', async () => {
    const shop = await makeShop(test);
    const storeId = decodeId('STO', shop.store.id) as string;
    const filling = { storeId, orders: 100, customers: 20, subscriptions: 10 };
    await test.database.session((connection) => fillStore(connection, filling));
    const page = await open(shop.merchant, `test/${shop.store.id}`);
    await page.getByRole('table', { name: 'Latest sales' }).waitFor();
    await page.waitForFunction(REMEMBERED);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.postData() ?? ''));
    await page.reload();
    await page.getByRole('table', { name: 'Latest sales' }).waitFor();
    expect(asked.some((body) => body.includes('netRevenueByCurrency'))).toBe(true);
    expect(asked.filter((body) => body.includes('prodEnabled storeWebhooks'))).toEqual([]);
  });
});

const HALF = { amount: '4.00', currency: 'USD' };
