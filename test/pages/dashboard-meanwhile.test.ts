import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeOwner, makeProduct, type Owner } from '../support/catalogue.ts';
import { makeSale } from '../support/refunding.ts';
import { addPlan, makeClub, subscribe } from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium } from './chromium.ts';
import { holdBack, openAs, useDashboardBrowser } from './dashboard-visit.ts';

const test = useTestApp();
const browser = useDashboardBrowser();

const open = ({ merchant, storeId }: Owner, path: string) =>
  openAs(test, browser, merchant, `test/${storeId}/${path}`);
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const choose = async (page: Page, name: string, option: string | RegExp) => {
  await page.getByRole('combobox', { name }).click();
  await page.getByRole('option', { name: option }).click();
};

describeInChromium('what is typed while a form is being sent', () => {
  it('is kept in the form for notes, which is otherwise cleared', async () => {
    const { shop, orderId } = await makeSale(test);
    const owner = { merchant: shop.merchant, storeId: shop.store.id };
    const page = await open(owner, `orders/${orderId}`);
    const note = field(page, 'Internal note');
    const add = page.getByRole('button', { name: 'Add note' });
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await note.fill('First');
    const release = await holdBack(page, '', '**/note/add-note');
    await add.click();
    await note.fill('Second');
    release();
    await timeline.getByText('First', { exact: true }).waitFor();
    await add.and(page.locator(':enabled')).waitFor();
    expect(await note.inputValue()).toBe('Second');
    await add.click();
    await timeline.getByText('Second', { exact: true }).last().waitFor();
    await expect.poll(() => note.inputValue()).toBe('');
  });

  it('is kept in the form for members', async () => {
    const page = await open(await makeOwner(test), 'settings/members');
    const email = field(page, 'Email');
    await email.fill('one@example.com');
    const release = await holdBack(page, '', '**/store-merchant/add-merchant');
    await press(page, 'Add');
    await email.fill('two@example.com');
    release();
    await page.getByText('one@example.com has been invited').waitFor();
    const add = page.getByRole('button', { name: 'Add', exact: true });
    await add.and(page.locator(':enabled')).waitFor();
    expect(await email.inputValue()).toBe('two@example.com');
  });
});

describeInChromium('a created link', () => {
  it('is hidden when the form for checkout links is changed', async () => {
    const owner = await makeOwner(test);
    const { id } = await makeProduct(owner, 'onetime');
    const page = await open(owner, `products/${id}`);
    const link = page.getByRole('link', { name: /\/checkout\/cs_/ });
    await press(page, 'Create checkout link');
    await link.waitFor();
    await field(page, 'Buyer’s email').fill('ada@example.com');
    await link.waitFor({ state: 'detached' });
    await press(page, 'Create checkout link');
    await link.waitFor();
    await choose(page, 'Expires after', '7 days');
    await link.waitFor({ state: 'detached' });
  });

  it('is hidden when another plan or time is chosen', async () => {
    const club = await makeClub(test);
    const orderId = await subscribe(club);
    await addPlan(club, { name: 'Gold' });
    const owner = { merchant: club.merchant, storeId: club.store.id };
    const page = await open(owner, `subscriptions/${orderId}`);
    await press(page, 'Change plan');
    const dialog = page.getByRole('dialog', { name: 'Offer another plan' });
    const link = dialog.getByText(/\/change\/cs_/);
    await choose(page, 'New plan', /Gold/);
    await press(page, 'Create link');
    await link.waitFor();
    await choose(page, 'When', 'When the current period ends');
    await link.waitFor({ state: 'detached' });
  });
});

describeInChromium('a length limit', () => {
  it('counts characters, and never cuts a text', async () => {
    const page = await open(await makeOwner(test), 'products/new');
    const name = '😀'.repeat(64);
    await field(page, 'Name').fill(`${name}😀`);
    await field(page, 'Amount').fill('9.90');
    await press(page, 'Create product');
    await page.getByText('Enter at most 64 characters.').waitFor();
    await field(page, 'Name').fill(name);
    await press(page, 'Create product');
    await page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
  });

  it('is named for the store’s address and the description of the business', async () => {
    const owner = await makeOwner(test);
    const page = await open(owner, 'settings');
    await field(page, 'Business address').fill('A line\n'.repeat(8).concat('The ninth'));
    await press(page, 'Save');
    await page.getByText('Enter at most 8 lines.').waitFor();
    await page.goto(`${test.baseUrl}/dashboard/test/${owner.storeId}/settings/verification`);
    await field(page, 'What you sell').fill('x'.repeat(301));
    await press(page, 'Send for review');
    await page.getByText('Enter at most 300 characters.').waitFor();
  });
});
