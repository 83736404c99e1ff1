import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { newSessionSecret } from '../../src/kit/session-secret.ts';
import { makeMember } from '../support/dashboard.ts';
import { makeSale } from '../support/refunding.ts';
import { makeShop, type Shop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium } from './chromium.ts';
import { holdBack, openAs, settled, useDashboardBrowser } from './dashboard-visit.ts';

const test = useTestApp();
const browser = useDashboardBrowser();
/** Makes all that was read old, and the page read it again. */
const RETURN_LATER = `{
  const now = Date.now;
  Date.now = () => now() + 60_000;
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}`;

/** Replaces the page's session with an ended one; gives back the way to undo it. */
async function endSession(page: Page): Promise<() => Promise<void>> {
  const [cookie] = await page.context().cookies(`${test.baseUrl}/v1`);
  if (!cookie) throw new Error('No session');
  await page.context().addCookies([{ ...cookie, value: newSessionSecret() }]);
  return () => page.context().addCookies([cookie]);
}

describeInChromium('what goes wrong at first in the dashboard', () => {
  let shop: Shop;

  const open = (path: string) => openAs(test, browser, shop.merchant, path);
  const inStore = (path: string) => open(`test/${shop.store.id}/${path}`);
  const press = (page: Page, name: string) =>
    page.getByRole('button', { name, exact: true }).click();

  beforeAll(async () => {
    shop = await makeShop(test);
  }, 120_000);

  it('keeps what was typed when the session ends, and leads to a login in a new tab', async () => {
    const { orderId } = await makeSale(test, {}, shop);
    const page = await inStore(`orders/${orderId}`);
    const note = page.getByLabel('Internal note');
    await note.fill('Half a thought');
    const logInAgain = await endSession(page);
    await page.evaluate(RETURN_LATER);
    const link = page.getByRole('link', { name: 'Log in in a new tab' });
    await link.first().waitFor();
    await press(page, 'Add note');
    await page.getByRole('region', { name: 'Timeline' }).locator(link).waitFor();
    expect(await link.first().getAttribute('href')).toBe('/dashboard/log-in');
    expect(await note.inputValue()).toBe('Half a thought');
    await logInAgain();
    await press(page, 'Add note');
    await page.getByText('Note added').first().waitFor();
    await expect.poll(() => link.count()).toBe(0);
  });

  it('leads to the login if there is nothing to keep', async () => {
    const page = await inStore('orders');
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    // The list's own query would lead to the login before the click.
    await settled(page);
    await endSession(page);
    await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
    await page.waitForURL('**/dashboard/log-in?next=*');
  });

  it('doesn’t repeat a field’s error as an alert once the field is changed', async () => {
    const { paymentId } = await makeSale(test, {}, shop);
    const page = await inStore(`payments/${paymentId}`);
    await press(page, 'Refund');
    const dialog = page.getByRole('dialog', { name: 'Refund this payment' });
    await dialog.getByLabel('Amount in USD').fill('99.00');
    await dialog.getByLabel('Reason').fill('Too much');
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
    const error = dialog.getByText('Requested amount exceeds');
    await error.waitFor();
    await dialog.getByLabel('Amount in USD').fill('9.0');
    await error.waitFor({ state: 'detached' });
    expect(await dialog.getByRole('alert').count()).toBe(0);
  });

  it('takes one choice of a role at a time', async () => {
    const member = await makeMember(test, shop.merchant, shop.store.id, 'member');
    const page = await inStore('settings/members');
    const select = page.getByRole('combobox', { name: `Role of ${member.email}` });
    const release = await holdBack(page, 'admin', '**/store-merchant/update-role');
    await select.click();
    await page.getByRole('option', { name: 'admin' }).click();
    await select.and(page.locator(':disabled')).waitFor();
    release();
    await select.and(page.locator(':enabled')).waitFor();
    await page.getByText('Role changed').waitFor();
    expect(await select.inputValue()).toBe('admin');
  });

  it('ends a session once', async () => {
    const other = await open('account');
    await other.context().close();
    const page = await open('account');
    const end = page.getByRole('button', { name: /^End the session/ }).first();
    const release = await holdBack(page, '', '**/merchant/end-session');
    await end.click();
    await end.and(page.locator(':disabled')).waitFor();
    release();
    await page.getByText('Session ended').waitFor();
  });
});
