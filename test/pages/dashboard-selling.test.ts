import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { asBuyer, makeSale, type Sale, ticketBody } from '../support/refunding.ts';
import { dataOf, makeShop, type Shop } from '../support/selling.ts';
import { addPlan, subscribe } from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium } from './chromium.ts';
import { expectUsable, openAs, useDashboardBrowser } from './dashboard-visit.ts';

const test = useTestApp();
const browser = useDashboardBrowser();

describeInChromium('selling in the dashboard', () => {
  let shop: Shop;
  let sale: Sale;
  let subscriptionId: string;
  let page: Page;

  const visit = async (path: string) => {
    await page.goto(`${test.baseUrl}/dashboard/test/${shop.store.id}/${path}`);
  };
  const heading = (name: string | RegExp) =>
    page.getByRole('heading', { level: 1, name }).waitFor();

  beforeAll(async () => {
    shop = await makeShop(test);
    sale = await makeSale(test, { session: { orderMerchantExternalId: 'mine-7' } }, shop);
    const productId = await addPlan(shop);
    const large = { USD: { amount: '29.00', taxCategory: 'saas' } };
    await addPlan(shop, { name: 'A larger plan', prices: large });
    subscriptionId = await subscribe({ ...shop, productId });
    page = await openAs(test, browser, shop.merchant, `test/${shop.store.id}/orders`);
  }, 120_000);

  it('links from the list of orders to a payment and its buyer', async () => {
    await page
      .getByRole('table', { name: 'Orders' })
      .getByRole('link', { name: 'An e-book' })
      .click();
    await heading('An e-book');
    await page.getByText('mine-7').waitFor();
    await expectUsable(page);
    await page.getByRole('table', { name: 'Payments of this order' }).getByRole('link').click();
    await heading('Payment of $9.90');
    await expectUsable(page);
    await page.goBack();
    await heading('An e-book');
    await page.getByRole('link', { name: /@/ }).click();
    await page.getByRole('table', { name: 'Purchases' }).waitFor();
    await page.getByRole('region', { name: 'Total spent' }).getByText('$19.80').waitFor();
    await expectUsable(page);
  });

  it('partially refunds an order from its page', async () => {
    const other = await makeSale(test, {}, shop);
    await visit(`orders/${other.orderId}`);
    await page.getByRole('button', { name: 'Refund' }).click();
    const form = page.getByRole('dialog', { name: 'Refund this payment' });
    await form.getByLabel('Amount in USD').fill('4.95');
    await form.getByLabel('Reason').fill('Half of it');
    await form.getByRole('button', { name: 'Refund' }).click();
    await page.getByText('The refund is on its way').waitFor();
    await visit(`payments/${other.paymentId}`);
    await page.getByRole('table', { name: 'Refunds of this payment' }).getByText('$4.95').waitFor();
  });

  it('filters orders by their external id', async () => {
    await visit('orders?externalId=nobody');
    await page.getByText('Nothing matches these filters.').waitFor();
    await visit('orders?externalId=mine-7');
    await page.getByRole('link', { name: 'An e-book' }).waitFor();
    await expectUsable(page);
  });

  it('partially refunds a payment, and shows an error at its field', async () => {
    await visit(`payments/${sale.paymentId}`);
    await page.getByRole('button', { name: 'Refund' }).click();
    const form = page.getByRole('dialog', { name: 'Refund this payment' });
    await form.getByLabel('Amount in USD').fill('99.00');
    await form.getByLabel('Reason').fill('Sorry');
    await form.getByRole('button', { name: 'Refund' }).click();
    await form.getByText(/exceeds the refundable amount/).waitFor();
    await form.getByLabel('Amount in USD').fill('1.90');
    await form.getByRole('button', { name: 'Refund' }).click();
    await page.getByRole('table', { name: 'Refunds of this payment' }).getByText('$1.90').waitFor();
  });

  it('approves a buyer’s refund request', async () => {
    const reply = await asBuyer(sale, 'refund-ticket/create-ticket', ticketBody(sale, '2.00'));
    const { id } = dataOf(reply).ticket;
    await visit('refund-tickets?status=pending');
    await page.getByRole('link', { name: 'Not as described' }).click();
    await heading('Refund of $2.00');
    await page.getByRole('link', { name: 'buyer@example.com' }).waitFor();
    await page.getByRole('link', { name: 'An e-book' }).waitFor();
    await page.getByRole('link', { name: sale.orderId }).waitFor();
    await expectUsable(page);
    await page.getByLabel('Note').fill('Of course');
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('The buyer sees the decision and your note in their portal.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Approve and refund' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve and refund' }).click();
    await page.getByText('Your decision').waitFor({ state: 'detached' });
    await page.getByText('Of course').first().waitFor();
    expect(page.url()).toContain(id);
  });

  it('shows a subscription’s past and future, and offers another plan', async () => {
    await visit('subscriptions');
    await page.getByRole('link', { name: 'A plan' }).click();
    await heading('A plan');
    await page.getByText('Renews for $9.90').waitFor();
    await expectUsable(page);
    await page.getByRole('button', { name: 'Change plan' }).click();
    const offer = page.getByRole('dialog', { name: 'Offer another plan' });
    await offer.getByRole('combobox', { name: 'New plan' }).click();
    await page.getByRole('option', { name: /A larger plan/ }).click();
    await offer.getByRole('button', { name: 'Create link' }).click();
    await offer.getByText(`/store/${shop.store.slug}/change/`).waitFor();
  });

  it('moves the test clock to the next renewal', async () => {
    await visit('test-clock');
    await page.getByText('A plan renews for $9.90').waitFor();
    await expectUsable(page);
    await page.getByRole('button', { name: 'Forward to the next event' }).click();
    await page.getByText(/Everything due by/).waitFor();
    await visit(`subscriptions/${subscriptionId}`);
    await page
      .getByText(/period 2$/)
      .first()
      .waitFor();
  });

  it('cancels a subscription after confirmation', async () => {
    await visit(`subscriptions/${subscriptionId}`);
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await page.getByRole('button', { name: 'Cancel at period end' }).click();
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByText('No further charge').waitFor();
  });

  it('lists the customers who spent most', async () => {
    await visit('customers');
    await page.getByRole('table', { name: 'Customers' }).getByRole('link').first().waitFor();
    await expectUsable(page);
  });

  it('explains what to do when a list is still empty', async () => {
    const empty = await makeShop(test);
    const path = `test/${empty.store.id}/subscriptions`;
    const other = await openAs(test, browser, empty.merchant, path);
    await other.getByText('No subscriptions yet').waitFor();
    await expectUsable(other);
  });
});
