import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { decodeId } from '../../src/kit/id.ts';
import { makeSale, type Sale } from '../support/refunding.ts';
import { dataOf, makeShop, type Shop } from '../support/selling.ts';
import { addPlan, advanceDays, FADING_CARD, makeClub, subscribe } from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium } from './chromium.ts';
import { expectUsable, openAs, useDashboardBrowser } from './dashboard-visit.ts';

const test = useTestApp();
const browser = useDashboardBrowser();
const BUYER = 'buyer@example.com';

describeInChromium('detail pages', () => {
  let shop: Shop;
  let sale: Sale;
  let subscriptionId: string;
  let page: Page;

  const visit = (path: string) =>
    page.goto(`${test.baseUrl}/dashboard/test/${shop.store.id}/${path}`);
  const region = (name: string) => page.getByRole('region', { name });
  const timeline = () => region('Timeline');
  const press = (name: string) => page.getByRole('button', { name }).click();
  const answer = (name: string) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

  beforeAll(async () => {
    shop = await makeShop(test);
    const productId = await addPlan(shop);
    subscriptionId = await subscribe({ ...shop, productId });
    await advanceDays(shop, 32);
    // Created today by the store's clock, so that it can still be refunded.
    sale = await makeSale(test, {}, shop);
    page = await openAs(test, browser, shop.merchant, `test/${shop.store.id}/orders`);
  }, 120_000);

  it('order: refund, receipt, portal link and a note, all shown in its timeline', async () => {
    await visit(`orders/${sale.orderId}`);
    await region('Total').getByText('$9.90').waitFor();
    await timeline().getByText('order.completed').waitFor();
    await press('Send receipt');
    await answer('Send receipt');
    await timeline().getByText('Receipt sent again').waitFor();
    await press('Send portal link');
    await answer('Send link');
    await timeline().getByText('Portal link sent').waitFor();
    await timeline().getByLabel('Internal note').fill('Called about the invoice');
    await press('Add note');
    await page.getByText('Note added').first().waitFor();
    await timeline().getByText('Called about the invoice').waitFor();
    await timeline().getByText(`Note by ${shop.merchant.email}`).waitFor();
    await expectUsable(page);
    await press('Refund');
    const form = page.getByRole('dialog', { name: 'Refund this payment' });
    await form.getByLabel('Amount in USD').fill('4.00');
    await form.getByLabel('Reason').fill('Half of it');
    await form.getByRole('button', { name: 'Refund' }).click();
    await timeline().getByText('Refund of $4.00 is on its way').waitFor();
    await form.waitFor({ state: 'detached' });
    await press('Refund');
    expect(await form.getByLabel('Amount in USD').inputValue()).toBe('5.90');
    await form.getByLabel('Reason').fill('The rest');
    await form.getByRole('button', { name: 'Refund' }).click();
    await page.getByText(/^(Fully refunded|A refund of the full amount is pending)\.$/).waitFor();
    expect(await page.getByRole('button', { name: 'Refund' }).count()).toBe(0);
    await timeline().getByRole('button', { name: 'Delete note' }).click();
    await answer('Delete note');
    await timeline().getByText('Called about the invoice').waitFor({ state: 'detached' });
  });

  it('payment: its amount, its order’s buyer, and what happened to it', async () => {
    await visit(`payments/${sale.paymentId}`);
    await region('Amount').getByText('$9.90').waitFor();
    await timeline().getByText('Email: ').first().waitFor();
    await expectUsable(page);
    await page.getByRole('group', { name: 'Filter the timeline' }).getByText('Emails').click();
    await timeline().getByText('Email: ').first().waitFor({ state: 'detached' });
  });

  it('payment: no refund after 14 days, and its order’s notes', async () => {
    const payments = page.getByRole('table', { name: 'Payments of this subscription' });
    await visit(`subscriptions/${subscriptionId}`);
    await payments.getByRole('link').last().click();
    await page.getByText('more than 14 days have passed').waitFor();
    expect(await page.getByRole('button', { name: 'Refund' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Send portal link' }).waitFor();
    await timeline().getByLabel('Internal note').fill('Asked too late');
    await press('Add note');
    // Its text alone would also be found in the field.
    await page.getByText('Note added').first().waitFor();
    await timeline().getByText('Asked too late').waitFor();
    await expectUsable(page);
  });

  it('subscription: 100 payments, and a link to the rest', async () => {
    const other = await makeShop(test);
    const productId = await addPlan(other);
    const id = await subscribe({ ...other, productId });
    await test.database.query(sql`
      insert into payment select (jsonb_populate_record(payment, jsonb_build_object(
        'id', gen_random_uuid(), 'status', 'failed'))).*
      from payment, generate_series(1, 100) where order_id = ${decodeId('ORD', id)}`);
    const path = `test/${other.store.id}/subscriptions/${id}`;
    const visitor = await openAs(test, browser, other.merchant, path);
    const table = visitor.getByRole('table', { name: 'Payments of this subscription' });
    await table.waitFor();
    expect(await table.locator('tbody tr').count()).toBe(100);
    await visitor.getByRole('link', { name: 'See all payments' }).click();
    await visitor.getByRole('status').getByText('1–20 of 101 entries').waitFor();
    await visitor.goto(`${test.baseUrl}/dashboard/test/${other.store.id}/customers?email=${BUYER}`);
    await visitor.getByText('The newest 100 payments are shown.').waitFor();
    await visitor.context().close();
  });

  it('subscription: canceled at period end, reactivated, and ended right away', async () => {
    await visit(`subscriptions/${subscriptionId}`);
    await region('Price, monthly').getByText('$9.90').waitFor();
    await timeline().getByText('Renews for $9.90').waitFor();
    await expectUsable(page);
    await press('Cancel subscription');
    await expectUsable(page);
    await answer('Cancel at period end');
    await timeline().getByText('No further charge').waitFor();
    await press('Reactivate');
    await timeline().getByText('Renews for $9.90').waitFor();
    await press('Cancel subscription');
    await page.getByRole('dialog').getByLabel('Immediately').check();
    await answer('End now');
    await timeline().getByText('Subscription ended').waitFor();
    await page.getByRole('button', { name: 'Cancel subscription' }).waitFor({ state: 'detached' });
  });

  it('subscription: no other plan while a payment is overdue', async () => {
    const club = await makeClub(test);
    const id = await subscribe(club, { card: FADING_CARD });
    const path = `test/${club.store.id}/subscriptions/${id}`;
    const visitor = await openAs(test, browser, club.merchant, path);
    await visitor.getByRole('button', { name: 'Change plan' }).waitFor();
    await advanceDays(club, 32);
    await visitor.reload();
    await visitor.getByText('past due', { exact: true }).first().waitFor();
    await visitor.getByRole('button', { name: 'Cancel subscription' }).waitFor();
    expect(await visitor.getByRole('button', { name: 'Change plan' }).count()).toBe(0);
    await visitor.context().close();
  });

  it('product: its sales, latest orders and changes', async () => {
    await visit(`products/${shop.productId}`);
    await region('Net revenue').getByText('$9.90').waitFor();
    await region('Net revenue').getByText('1 sold').waitFor();
    await page.getByRole('table', { name: 'Recent orders' }).getByText(BUYER).waitFor();
    const current = page.getByRole('table', { name: 'Versions' }).getByText('current');
    expect(await current.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
    await press('Deactivate');
    await answer('Deactivate');
    await timeline().getByText('Status changed').waitFor();
    await expectUsable(page);
  });

  it('customer: total spent, data export, and erasure by keyboard', async () => {
    await visit(`customers?email=${BUYER}`);
    await region('Total spent').getByText('$').first().waitFor();
    await page.getByText('Germany').waitFor();
    await timeline().getByLabel('Internal note').fill('Prefers mail');
    await press('Add note');
    await page.getByText('Note added').first().waitFor();
    await timeline().getByText('Prefers mail').waitFor();
    await expectUsable(page);
    const download = page.waitForEvent('download');
    await press('Export data');
    expect((await download).suggestedFilename()).toBe(`customer-${BUYER}.json`);
    await page.getByRole('button', { name: 'Erase' }).focus();
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'Erase this customer’s data' });
    await form.locator('input:focus').waitFor();
    await page.keyboard.type('somebody@example.com');
    await page.keyboard.press('Enter');
    await form.getByText(`Enter ${BUYER} to confirm.`).waitFor();
    await form.getByLabel('The customer’s email address').fill(BUYER);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/customers$/);
    const log = await shop.merchant.call('audit/list-entries', { storeId: shop.store.id });
    expect(dataOf(log).entries[0].action).toBe('personal-data/erase-customer');
  });
});
