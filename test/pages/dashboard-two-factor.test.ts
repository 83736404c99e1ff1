import { expect, it } from 'vitest';
import { totpCode } from '../../src/kit/totp.ts';
import { qrPath } from '../../web/dashboard/src/parts/qr-path.ts';
import { newEmail, PASSWORD, signUpMerchant } from '../support/accounts.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium } from './chromium.ts';
import { expectUsable, useDashboardBrowser } from './dashboard-visit.ts';

const test = useTestApp();
const browser = useDashboardBrowser();

describeInChromium('two-factor login in the dashboard', () => {
  it('is enabled by keyboard, required and accepted at the next login, and its recovery codes renewed', async () => {
    const { email } = await signUpMerchant(test);
    const page = await browser.open();
    const login = async () => {
      await page.getByRole('textbox', { name: 'Email' }).fill(email);
      await page.locator('input[type="password"]').fill(PASSWORD);
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
    };
    await page.goto(`${test.baseUrl}/dashboard/account`);
    await login();
    await page.getByLabel('Password for two-factor login').fill(PASSWORD);
    await page.getByLabel('Password for two-factor login').press('Enter');
    const qrCode = page.getByRole('img', { name: 'QR code with the key below' });
    await qrCode.waitFor();
    const href = await page.getByRole('link', { name: 'open the app' }).getAttribute('href');
    const secret = new URL(href as string).searchParams.get('secret') as string;
    expect(await qrCode.locator('path').getAttribute('d')).toBe(qrPath(href as string).path);
    expect(await page.locator('code').textContent()).toBe(secret);
    await expectUsable(page);
    await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret, test.clock.now()));
    await page.getByRole('textbox', { name: 'Code' }).press('Enter');
    await page.getByText('Save these recovery codes').waitFor();
    const recoveryCode = (await page.locator('code').first().textContent()) as string;
    await expectUsable(page);
    await page.context().clearCookies();
    await page.goto(`${test.baseUrl}/dashboard/account`);
    await login();
    await page.getByText('Second factor required').waitFor();
    await expectUsable(page);
    await page.getByRole('textbox', { name: 'Code' }).fill(recoveryCode);
    await page.getByRole('textbox', { name: 'Code' }).press('Enter');
    await page.getByRole('heading', { name: 'Your account' }).waitFor();

    await page.getByRole('button', { name: 'Renew recovery codes' }).click();
    await page.getByRole('button', { name: 'Renew codes' }).click();
    await page.getByText('Save these recovery codes').waitFor();
    expect(await page.locator('code').count()).toBe(10);
    expect(await page.locator('code').first().textContent()).not.toBe(recoveryCode);
  });

  it('asks for confirmation in a dialog before an invitation, then continues automatically', async () => {
    const { cookie } = await signUpMerchant(test);
    const page = await browser.open();
    const [name = '', value = ''] = cookie.split('=');
    const place = { domain: '127.0.0.1', path: '/v1' };
    await page.context().addCookies([{ name, value, ...place, sameSite: 'Strict' }]);
    await page.goto(`${test.baseUrl}/dashboard/new-store`);
    await page.getByRole('textbox', { name: 'Store name' }).fill('Nova Books');
    await page.getByRole('button', { name: 'Create store' }).click();
    await page.waitForURL(/\/test\/STO_\w+/);
    await page.goto(
      new URL(`${new URL(page.url()).pathname.replace(/\/$/, '')}/settings/members`, page.url())
        .href,
    );
    test.clock.advance(10 * 60_000);
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill(newEmail());
    await page.getByRole('button', { name: 'Add' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.locator('input[type="password"]').fill('not the password');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('Password is wrong').waitFor();
    await dialog.locator('input[type="password"]').fill(PASSWORD);
    await dialog.locator('input[type="password"]').press('Enter');
    await page.getByRole('table', { name: 'Open invitations' }).waitFor();
    await dialog.waitFor({ state: 'hidden' });
  });
});
