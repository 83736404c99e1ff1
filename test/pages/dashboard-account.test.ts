import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newEmail, PASSWORD, signUpMerchant } from '../support/accounts.ts';
import { codeMailedTo } from '../support/mail.ts';
import { makeMerchant, makeStore } from '../support/merchant.ts';
import { closeReceivers, startReceiver } from '../support/receiver.ts';
import { APPROVED_CARD } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium } from './chromium.ts';
import { expectUsable, settled, useDashboardBrowser } from './dashboard-visit.ts';

const test = useTestApp();
const browser = useDashboardBrowser();
closeReceivers();

const open = async (path: string) => {
  const page = await browser.open();
  await page.goto(`${test.baseUrl}/dashboard/${path}`);
  return page;
};
const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const password = (page: Page) => page.locator('input[type="password"]');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();

async function logIn(page: Page, email: string, secret = PASSWORD): Promise<void> {
  await field(page, 'Email').fill(email);
  await password(page).fill(secret);
  await press(page, 'Log in');
}

describeInChromium('a newcomer’s first hour', () => {
  it('goes from sign-up to a delivered webhook', async () => {
    const receiver = await startReceiver();
    const page = await open('sign-up');
    await expectUsable(page);
    await field(page, 'Name').fill('Nova');
    await field(page, 'Email').fill(newEmail());
    await password(page).fill(PASSWORD);
    await press(page, 'Create account');

    await heading(page, 'Name your first store');
    await expectUsable(page);
    await field(page, 'Store name').fill('Nova Books');
    await press(page, 'Create store');

    await page.getByRole('link', { name: 'Create a product' }).click();
    await field(page, 'Name').fill('Star Atlas');
    await field(page, 'Amount').fill('9.90');
    await press(page, 'Create product');
    await heading(page, 'Star Atlas');

    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('link', { name: 'Notify your server of sales' }).click();
    await field(page, 'URL').fill(receiver.url);
    await page.getByLabel('All events').click();
    await press(page, 'Add webhook');
    await page.waitForURL(/\/webhooks\/[0-9a-f-]{36}/);

    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('link', { name: 'Buy it yourself' }).click();
    await press(page, 'Create checkout link');
    const link = await page.getByRole('link', { name: /\/checkout\/cs_/ }).getAttribute('href');
    await pay(await page.context().newPage(), link as string);

    await test.app.worker.runOnce();
    expect(receiver.received.map(({ body }) => JSON.parse(body).eventType)).toContain(
      'order.completed',
    );
    await page.getByRole('link', { name: 'Home' }).click();
    await page.reload();
    await page.getByText('5 of 6 done').waitFor();
    await page.getByText(/ in 1 payment$/).waitFor();
    await expectUsable(page);
  });
});

async function pay(page: Page, link: string): Promise<void> {
  const { pathname } = new URL(link);
  await page.goto(`${test.baseUrl}${pathname}`);
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Country or region').selectOption('DE');
  await page.getByLabel('Card number').fill(APPROVED_CARD);
  await page.getByLabel('Expiry').fill('12/40');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: 'Pay $9.90' }).click();
  await heading(page, 'Payment successful');
  await page.close();
}

describeInChromium('accounts in the dashboard', () => {
  it('requires a login, returns to the page, and ends with the session', async () => {
    const { email } = await signUpMerchant(test);
    const page = await open('new-store');
    await heading(page, 'Log in');
    await logIn(page, email, 'not the password');
    await page.getByRole('alert').getByText('Invalid email or password').waitFor();
    await expectUsable(page);
    await logIn(page, email);
    await heading(page, 'Name your first store');
    await field(page, 'Store name').fill('Mine');
    await press(page, 'Create store');
    await page.getByText('Test mode').waitFor();
    await press(page, 'Account');
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await heading(page, 'Log in');
    await page.goto(`${test.baseUrl}/dashboard/`);
    await heading(page, 'Log in');
  });

  it('leads to the login if the session has already ended', async () => {
    const { email } = await signUpMerchant(test);
    const page = await open('account');
    await logIn(page, email);
    await heading(page, 'Your account');
    await page.goto(`${test.baseUrl}/dashboard/new-store`);
    await field(page, 'Store name').fill('Mine');
    await press(page, 'Create store');
    await page.getByText('Test mode').waitFor();
    await settled(page);
    await press(page, 'Account');
    const logOut = page.getByRole('menuitem', { name: 'Log out' });
    await logOut.waitFor();
    // A query that meets the ended session would lead to the login before the click.
    await page.route('**/v1/graphql', () => {});
    await page.context().clearCookies();
    await logOut.click();
    await heading(page, 'Log in');
  });

  it('shows the password at the press of a key', async () => {
    const page = await open('log-in');
    await password(page).fill(PASSWORD);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    // A hidden password has no role.
    expect(await field(page, 'Password').inputValue()).toBe(PASSWORD);
  });

  it('doesn’t redirect to other sites after login', async () => {
    const { email } = await signUpMerchant(test);
    const page = await open(`log-in?next=${encodeURIComponent('//evil.example/x')}`);
    await logIn(page, email);
    await heading(page, 'Name your first store');
    expect(page.url()).toBe(`${test.baseUrl}/dashboard/new-store`);
  });

  it('sets a new password with the emailed link', async () => {
    const { email } = await signUpMerchant(test);
    const page = await open('forgot-password');
    await field(page, 'Email').fill(email);
    await press(page, 'Email me a link');
    await page.getByText('Check your inbox').waitFor();
    await page.goto(
      `${test.baseUrl}/dashboard/reset-password#token=${await codeMailedTo(test, email)}`,
    );
    await password(page).fill('short');
    await press(page, 'Set password and log in');
    await page.getByText('Password must have 10 to 200 characters').waitFor();
    await expectUsable(page);
    await password(page).fill('another good password');
    await press(page, 'Set password and log in');
    await heading(page, 'Name your first store');
  });

  it('confirms the address with the emailed link, once', async () => {
    const { email } = await signUpMerchant(test);
    const page = await open(`confirm-email#token=${await codeMailedTo(test, email)}`);
    await expectUsable(page);
    await logIn(page, email);
    await press(page, 'Confirm address');
    await page.getByText('Your email address is confirmed').waitFor();
    await page.reload();
    await press(page, 'Confirm address');
    await page.getByText('Link is invalid or has expired').waitFor();
  });

  it('shows the account: name, password, and sessions that can be ended', async () => {
    const { email } = await signUpMerchant(test);
    const page = await open('account');
    await logIn(page, email);
    await heading(page, 'Your account');
    await page.getByRole('table', { name: 'Sessions' }).getByText('This session').waitFor();
    await expectUsable(page);
    await field(page, 'Your name').fill('Ada');
    await field(page, 'Your name').press('Enter');
    await page.getByText('Name changed').waitFor();
    await page.getByRole('button', { name: 'End the session from' }).press('Enter');
    await page.getByText('Session ended').waitFor();
    await press(page, 'Log out everywhere');
    await press(page, 'Log out everywhere now');
    await heading(page, 'Log in');
  });

  it('joins a store with the emailed invitation, from sign-up to its home page', async () => {
    const owner = await makeMerchant(test);
    const store = await makeStore(owner, 'Nova Books');
    const email = newEmail();
    await owner.call('store-merchant/add-merchant', { storeId: store.id, email, role: 'member' });
    const page = await open(`invitation#token=${await codeMailedTo(test, email)}`);
    await heading(page, 'Join Nova Books');
    await expectUsable(page);
    await field(page, 'Name').fill('Ada');
    await password(page).fill(PASSWORD);
    await press(page, 'Create account');
    await press(page, 'Join the store');
    await page.waitForURL(new RegExp(`/test/${store.id}`));
    await page.goto(`${test.baseUrl}/dashboard/invitation#token=nothing`);
    await page.getByText('Ask for a new one').waitFor();
    await expectUsable(page);
  });
});
