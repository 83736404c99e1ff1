import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { makeSale, makeTicket } from '../support/refunding.ts';
import { makeShop } from '../support/selling.ts';
import { addPlan, subscribe } from '../support/subscribing.ts';
import { type DailyTask, filledShop, openWork } from './daily-task.ts';
import type { Hand } from './hand.ts';

const PAID = '4242424242424242';

/** Finds a buyer by part of the email address and refunds half. */
export const refundHalf: DailyTask = async (at) => {
  const shop = await makeShop(at.test);
  await makeSale(at.test, {}, shop);
  const { page, hand, button, dialog, table, field } = await openWork(at, shop);
  await page.getByRole('textbox', { name: 'Search by ID' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('UYER@EXAM');
  await page.getByRole('option', { name: 'buyer@example.com' }).waitFor();
  await page.keyboard.press('Enter');
  await hand.press(table('Purchases').getByRole('link'));
  await hand.press(button('Refund'));
  await hand.write(field('Amount in USD'), '4.95');
  await hand.write(reason(page), 'Half of it back');
  await hand.press(dialog('Refund this payment').getByRole('button', { name: 'Refund' }));
  await page.getByText('Refund of $4.95').first().waitFor();
};

/** Reads last month's net revenue by product. */
export const netRevenueByProduct: DailyTask = async (at) => {
  const shop = await filledShop(at.test);
  const { page, hand, table } = await openWork(at, shop);
  await hand.choose(page.getByRole('combobox', { name: 'Range' }), 'Last month');
  await page.waitForURL(/range=last-month/);
  const row = table('Top products').locator('tbody tr').first();
  await row.waitFor();
  const amounts = (await row.getByRole('cell').allInnerTexts()).slice(1);
  const [charged = 0, refunded = 0, net] = amounts.map((text) =>
    Number(text.replace(/[^\d.-]/g, '')),
  );
  expect(charged).toBeGreaterThan(0);
  expect(net).toBeCloseTo(charged - refunded, 2);
};

/** Exports September for the accountant. */
export const exportMonth: DailyTask = async (at) => {
  const shop = await filledShop(at.test);
  const { page, hand, button, dialog } = await openWork(at, shop, 'orders');
  const now = new Date();
  const year = now.getMonth() > 8 ? now.getFullYear() : now.getFullYear() - 1;
  await hand.choose(page.getByRole('combobox', { name: 'Date' }), 'Choose dates…');
  await hand.enterDay(page.getByLabel('First day'), `${year}-09-01`);
  await hand.enterDay(page.getByLabel('Last day'), `${year}-09-30`);
  await page.waitForURL(new RegExp(`created=${year}-09-01\\.\\.${year}-09-30`));
  await hand.press(button('Export'));
  await hand.press(dialog('Export').getByRole('checkbox', { name: 'Metadata' }));
  await hand.press(dialog('Export').getByRole('button', { name: 'Export' }));
  const done = dialog('Export').getByText(/^Done: \d+ rows$/);
  const [rows] = /\d+/.exec(await done.innerText()) ?? [];
  await page.keyboard.press('Escape');
  await page
    .getByRole('status')
    .getByText(new RegExp(`\\b${rows} entr`))
    .waitFor();
};

/** Finds the week's failed renewals and emails those buyers. */
export const writeToFailed: DailyTask = async (at) => {
  const shop = await filledShop(at.test);
  const { page, hand, button, dialog } = await openWork(at, shop, 'payments');
  await hand.choose(page.getByRole('combobox', { name: 'Status' }), 'Failed');
  await hand.choose(page.getByRole('combobox', { name: 'Date' }), 'Last 7 days');
  await hand.press(button('More filters'));
  await hand.choose(page.getByRole('combobox', { name: 'Payment for' }), 'Renewals');
  await page.waitForURL(/of=renewals/);
  await hand.press(button('Write to buyers'));
  const write = dialog('Write to these buyers');
  const addresses = await write.getByRole('textbox', { name: 'Addresses' }).inputValue();
  expect(addresses).toMatch(/^\S+@example\.com(, \S+@example\.com)*$/);
  const mail = write.getByRole('link', { name: 'Open in your email app' });
  const bcc = addresses.split(', ').map(encodeURIComponent).join(',');
  expect(await mail.getAttribute('href')).toBe(`mailto:?bcc=${bcc}`);
  // The same for subscriptions that are still unpaid.
  await page.goto(page.url().replace(/payments.*/, 'subscriptions?status=past_due'));
  await hand.press(button('Write to buyers'));
  expect(await write.getByRole('textbox', { name: 'Addresses' }).inputValue()).toContain('@');
};

/** Cancels a subscription right away and refunds the rest. */
export const endAndRefund: DailyTask = async (at) => {
  const shop = await makeShop(at.test);
  const id = await subscribe({ ...shop, productId: await addPlan(shop) });
  const { page, hand, button, dialog, field } = await openWork(at, shop, `subscriptions/${id}`);
  await hand.press(button('Cancel subscription'));
  await hand.pick(dialog('Cancel this subscription').getByLabel('Immediately'));
  await hand.press(button('End now'));
  await page.getByText('Subscription ended').first().waitFor();
  await hand.press(button('Refund'));
  await hand.write(field('Amount in USD'), '6.00');
  await hand.write(reason(page), 'Unused days');
  await hand.press(dialog('Refund this payment').getByRole('button', { name: 'Refund' }));
  await page.getByText('Refund of $6.00').first().waitFor();
};

/** Decides a refund request. */
export const decideRequest: DailyTask = async (at) => {
  const shop = await makeShop(at.test);
  await makeTicket(await makeSale(at.test, {}, shop), '2.00');
  const { page, hand, button, dialog, field, table } = await openWork(at, shop, 'refund-tickets');
  await hand.press(table('Refund tickets').getByRole('link', { name: 'Not as described' }));
  await hand.write(field('Note'), 'Of course');
  await hand.press(button('Approve and refund'));
  await hand.press(dialog().getByRole('button', { name: 'Approve and refund' }));
  await page.getByText('Your decision').waitFor({ state: 'detached' });
  await page.getByText('Of course').first().waitFor();
};

/** Creates a product in two currencies and sells it by link. */
export const sellByLink: DailyTask = async (at) => {
  const shop = await makeShop(at.test);
  const { page, hand, button, field } = await openWork(at, shop, 'products');
  await hand.press(page.getByRole('link', { name: 'New product' }));
  await hand.write(field('Name'), 'Star Atlas');
  await hand.write(field('Amount'), '12.50');
  await hand.press(button('Add a currency'));
  await hand.write(field('Amount').nth(1), '11.00');
  await hand.press(button('Create product'));
  await page.getByRole('heading', { name: 'Star Atlas', level: 1 }).waitFor();
  await hand.choose(page.getByRole('combobox', { name: 'Currency' }), 'EUR');
  await hand.press(button('Create checkout link'));
  const link = page.getByRole('link', { name: /\/checkout\/cs_/ });
  const buyer = await at.browser.open();
  const { pathname } = new URL((await link.getAttribute('href')) as string);
  await buyer.goto(`${at.test.baseUrl}${pathname}`);
  await payAsBuyer(buyer, at.makeHand(buyer));
};

async function payAsBuyer(page: Page, hand: Hand): Promise<void> {
  const field = (name: string) => page.getByLabel(name);
  await hand.write(field('Email'), 'ada@example.com');
  await hand.write(field('Card number'), PAID);
  await hand.write(field('Expiry'), '1240');
  await hand.write(field('Security code'), '123');
  await hand.choose(field('Country or region'), 'Germany');
  await hand.press(page.getByRole('button', { name: /^Pay/ }));
  await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
}

/** It suggests common reasons. */
const reason = (page: Page) => page.getByRole('combobox', { name: 'Reason', exact: true });
