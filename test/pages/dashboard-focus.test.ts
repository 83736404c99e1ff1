import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { makeMember } from '../support/dashboard.ts';
import { startReceiver } from '../support/receiver.ts';
import { makeSale, makeTicket } from '../support/refunding.ts';
import { makeShop, type Shop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';
import { makeWebhook } from '../support/webhook.ts';
import { describeInChromium } from './chromium.ts';
import { openAs, useDashboardBrowser } from './dashboard-visit.ts';
import { keyboard } from './hand.ts';

const test = useTestApp();
const browser = useDashboardBrowser();

/** Name and text of the focused element; null if there is none. */
const FOCUSED = `(() => {
  const one = document.activeElement;
  return one === document.body ? null : one.ariaLabel || one.id || one.textContent;
})()`;

describeInChromium('the keyboard focus when its element disappears', () => {
  let shop: Shop;
  let page: Page;

  const visit = async (path: string) => {
    await page.goto(`${test.baseUrl}/dashboard/test/${shop.store.id}/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  const press = (name: string) =>
    keyboard(page).press(page.getByRole('button', { name, exact: true }).first());
  const answer = (name: string) =>
    keyboard(page).press(page.getByRole('dialog').getByRole('button', { name, exact: true }));
  const gone = (name: string) =>
    page.locator('main').getByRole('button', { name, exact: true }).waitFor({ state: 'detached' });
  /** The element with the focus once dialogs have closed. */
  const expectFocus = async (where: string) => {
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(FOCUSED)).toBe(where);
  };

  beforeAll(async () => {
    shop = await makeShop(test);
    page = await openAs(test, browser, shop.merchant, `test/${shop.store.id}`);
  }, 120_000);

  it('goes to the next member when one is removed, and to a heading after the last', async () => {
    const members = [];
    for (let count = 0; count < 2; count += 1) {
      members.push(await makeMember(test, shop.merchant, shop.store.id, 'member'));
    }
    await visit('settings/members');
    const names = members.map(({ email }) => `Remove ${email}`);
    const buttons = page.getByRole('button', { name: /^Remove / });
    await buttons.nth(1).waitFor();
    const [first = '', second = ''] = await buttons.evaluateAll((found) =>
      found.map((one) => one.getAttribute('aria-label') ?? ''),
    );
    expect([first, second].sort()).toEqual(names.sort());
    await press(first);
    await answer('Remove member');
    await gone(first);
    await expectFocus(second);
    await press(second);
    await answer('Remove member');
    await gone(second);
    await expectFocus('Members');
  });

  it('goes to a heading when the only invitation is withdrawn', async () => {
    await keyboard(page).write(
      page.getByRole('textbox', { name: 'Email', exact: true }),
      'new@example.com',
    );
    await press('Add');
    await press('Withdraw new@example.com');
    await answer('Withdraw invitation');
    await gone('Withdraw new@example.com');
    await expectFocus('Members');
  });

  it('goes to the next key when one is deleted, even if its button is still disabled', async () => {
    await visit('developers');
    const buttons = page.getByRole('button', { name: /^Delete / });
    await buttons.nth(1).waitFor();
    const [first = '', second = ''] = await buttons.evaluateAll((found) =>
      found.map((one) => one.getAttribute('aria-label') ?? ''),
    );
    // The buttons are disabled until everything is refetched, here a second longer than the list.
    await page.route('**/merchant/get-session', async (route) => {
      await setTimeout(1_000);
      await route.continue();
    });
    await press(first);
    await answer('Delete key');
    await gone(first);
    await expectFocus(second);
    await page.unroute('**/merchant/get-session');
  });

  it('goes to the list when a webhook is removed', async () => {
    const webhook = await makeWebhook(shop.merchant, shop.store.id, (await startReceiver()).url);
    await visit(`webhooks/${webhook.id}`);
    await press('Remove');
    await answer('Remove webhook');
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    await expectFocus('content');
  });

  it('returns to a button that was disabled while waiting, and stays on the page after a decision', async () => {
    const sale = await makeSale(test, {}, shop);
    const ticket = await makeTicket(sale);
    await visit(`orders/${sale.orderId}`);
    await press('Send receipt');
    await answer('Send receipt');
    await page.getByText('The receipt is on its way').first().waitFor();
    await expectFocus('Send receipt');
    await visit(`refund-tickets/${ticket.id}`);
    await press('Reject');
    await answer('Reject');
    await gone('Reject');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(FOCUSED)).not.toBe(null);
  });

  it('begins at the amount of a refund, and at the address that confirms an erasure', async () => {
    const sale = await makeSale(test, {}, shop);
    const label = () => page.evaluate('document.activeElement.labels?.[0]?.textContent');
    await visit(`payments/${sale.paymentId}`);
    await press('Refund');
    await expect.poll(label).toMatch(/^Amount in USD/);
    await visit('customers?email=buyer@example.com');
    await press('Erase');
    await expect.poll(label).toMatch(/^The customer’s email address/);
  });

  it('stays in a dialog whose submit failed, and never goes behind it meanwhile', async () => {
    const sale = await makeSale(test, {}, shop);
    await visit(`payments/${sale.paymentId}`);
    await press('Refund');
    const dialog = page.getByRole('dialog', { name: 'Refund this payment' });
    await keyboard(page).write(dialog.getByLabel('Reason'), 'Asked for it');
    await page.evaluate(`globalThis.behind = [];
      document.getElementById('root').addEventListener('focusin', ({ target }) =>
        globalThis.behind.push(target.outerHTML))`);
    await page.route('**/refund-ticket/create-ticket', (route) => route.abort());
    await keyboard(page).press(dialog.getByRole('button', { name: 'Refund', exact: true }));
    await dialog.getByRole('alert').waitFor();
    const isInside = `document.activeElement.closest('[role=dialog]') !== null`;
    await expect.poll(() => page.evaluate(isInside)).toBe(true);
    expect(await page.evaluate('globalThis.behind')).toEqual([]);
    await page.unroute('**/refund-ticket/create-ticket');
  });

  it('stays next to a deleted note and an ended session', async () => {
    const other = await openAs(test, browser, shop.merchant, 'account');
    await other.context().close();
    await visit(`orders/${(await makeSale(test, {}, shop)).orderId}`);
    await keyboard(page).write(page.getByLabel('Internal note'), 'Called');
    await press('Add note');
    await press('Delete note');
    await answer('Delete note');
    await gone('Delete note');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(FOCUSED)).not.toBe(null);
    await page.goto(`${test.baseUrl}/dashboard/account`);
    const ends = page.getByRole('button', { name: /^End the session/ });
    await ends.first().waitFor();
    const count = await ends.count();
    await keyboard(page).press(ends.first());
    await expect.poll(() => ends.count()).toBe(count - 1);
    await expect.poll(() => page.evaluate(FOCUSED)).not.toBe(null);
  });

  it('stays on a button that is clicked a second time', async () => {
    const path = '**/onetime-product/create-product';
    const json = { data: null, errors: [{ message: 'Not now', layer: 'product' }] };
    await visit('products/new');
    await page.route(path, (route) => route.fulfill({ status: 400, json }));
    await page.getByRole('textbox', { name: 'Name' }).fill('A product');
    await page.getByRole('textbox', { name: 'Amount' }).fill('9.90');
    const create = page.getByRole('button', { name: 'Create product' });
    for (let count = 0; count < 2; count += 1) {
      const answered = page.waitForResponse(path);
      await create.click();
      await answered;
      await expect.poll(() => page.evaluate(FOCUSED)).toBe('Create product');
    }
    await page.unroute(path);
  });
});
