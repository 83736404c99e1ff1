import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeOwner, makeProduct } from '../support/catalogue.ts';
import { makeMember } from '../support/dashboard.ts';
import { codeMailedTo } from '../support/mail.ts';
import { callAsOperator, submitTicket } from '../support/operator.ts';
import { useTestApp } from '../support/test-app.ts';
import { makeWebhook } from '../support/webhook.ts';
import { describeInChromium } from './chromium.ts';
import { expectUsable, openAs, settled, useDashboardBrowser } from './dashboard-visit.ts';

const test = useTestApp();
const browser = useDashboardBrowser();
const HOUR_MS = 3_600_000;

async function openNew(path: string) {
  const owner = await makeOwner(test);
  const page = await openAs(test, browser, owner.merchant, `test/${owner.storeId}/${path}`);
  return { ...owner, page };
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

describeInChromium('verification in the dashboard', () => {
  it('accepts the code for the support address on a reloaded page', async () => {
    const { page } = await openNew('settings/verification');
    const email = 'help@shop.example';
    await page.getByLabel('New support address').fill(email);
    await press(page, 'Email a code');
    await page.getByText(`A code is on its way to ${email}.`).waitFor();
    await page.reload();
    await press(page, 'I have a code');
    await expectUsable(page);
    const code = page.getByRole('textbox', { name: 'Code', exact: true });
    await code.fill(await codeMailedTo(test, email));
    await press(page, 'Confirm');
    await page.getByText('Support address confirmed').first().waitFor();
    await page.getByText(email, { exact: true }).waitFor();
  });

  it('leads from a rejected request to the operator’s note', async () => {
    const { merchant, storeId, page } = await openNew('settings');
    const ticketId = await submitTicket(merchant, storeId);
    const note = 'The registration number is missing';
    await callAsOperator(test, 'kyb-ticket/resolve-ticket', { ticketId, decision: 'reject', note });
    await test.app.worker.runOnce();
    await page.goto(`${test.baseUrl}/dashboard/test/${storeId}/settings/verification`);
    await page.getByText('Your last request was rejected.').waitFor();
    await expectUsable(page);
    await page.getByRole('link', { name: 'live mailbox' }).click();
    await page.getByRole('table', { name: 'Emails' }).getByRole('link').first().click();
    await page.getByText(note).first().waitFor();
  });
});

describeInChromium('a time range for resending', () => {
  it('ends in the present when it is chosen on a page that was opened hours ago', async () => {
    const { merchant, storeId, page } = await openNew('webhooks');
    await makeWebhook(merchant, storeId, 'https://hooks.example.com/');
    await page.goto(`${test.baseUrl}/dashboard/test/${storeId}/deliveries/resend`);
    const form = page.getByRole('form', { name: 'Send deliveries again' });
    await form.getByLabel('To').waitFor();
    const later = Date.now() + 3 * HOUR_MS;
    await page.clock.setFixedTime(later);
    await form.getByRole('button', { name: 'Last hour' }).click();
    await form.getByRole('button', { name: 'Send again' }).click();
    await form.getByText('No deliveries match this time range.').waitFor();
    const to = Date.parse(await form.getByLabel('To').inputValue());
    expect(to).toBeGreaterThanOrEqual(later);
  });
});

describeInChromium('first steps in the dashboard', () => {
  it('lead an owner to the review for production', async () => {
    const { page } = await openNew('');
    await page.getByRole('link', { name: 'Go live' }).click();
    await page.getByLabel('Legal name').waitFor();
  });

  it('aren’t offered to members, who can’t take them', async () => {
    const { merchant, storeId, page } = await openNew('orders');
    const product = await makeProduct({ merchant, storeId }, 'onetime');
    const member = await makeMember(test, merchant, storeId, 'member');
    const reader = await openAs(test, browser, member, `test/${storeId}`);
    await reader.getByText('Nothing has been sold yet.').waitFor();
    await settled(reader);
    expect(await reader.getByText('Your first sale', { exact: true }).count()).toBe(0);
    for (const [path, words] of [
      ['products/new', 'create products'],
      [`products/${product.id}/edit`, 'change products'],
      ['product-groups/new', 'create groups'],
    ]) {
      await reader.goto(`${test.baseUrl}/dashboard/test/${storeId}/${path}`);
      await reader.getByText(`Only the store’s owner and admins can ${words}.`).waitFor();
      expect(await reader.getByRole('textbox', { name: 'Name' }).count()).toBe(0);
    }
    await page.context().close();
  });
});

describeInChromium('the window’s title', () => {
  it('is that of the account’s pages, and of no page that was left', async () => {
    const { page } = await openNew('orders');
    await expect.poll(() => page.title()).toMatch(/^Orders · .* \(test\)$/);
    await press(page, 'Account');
    await page.getByRole('menuitem', { name: 'Your account' }).click();
    await expect.poll(() => page.title()).toBe('Your account · Tillgate');
    await page.goBack();
    await expect.poll(() => page.title()).toMatch(/^Orders · /);
    await page.evaluate("history.pushState({}, '', '/dashboard/nowhere')");
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await expect.poll(() => page.title()).toBe('Tillgate');
  });
});

describeInChromium('a webhook without events in the dashboard', () => {
  it('is said to receive nothing', async () => {
    const { page } = await openNew('webhooks/new');
    const note = page.getByText('Without any event, this webhook receives nothing.');
    await note.waitFor();
    await page.getByRole('checkbox', { name: 'order.completed' }).check();
    await note.waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: 'order.completed' }).uncheck();
    await page.getByRole('textbox', { name: 'URL' }).fill('https://example.com/hook');
    await press(page, 'Add webhook');
    await page.getByRole('heading', { name: 'Your server (HTTP)', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Webhooks' }).first().click();
    await page.getByRole('cell', { name: 'None', exact: true }).waitFor();
  });
});
