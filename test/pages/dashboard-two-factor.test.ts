import { expect, it } from 'vitest';
import { totpCode } from '../../src/kit/totp.ts';
import { qrPath } from '../../web/dashboard/src/parts/qr-path.ts';
import { newEmail, PASSWORD, signUpMerchant } from '../support/accounts.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium } from './chromium.ts';
import { expectUsable, holdBack, useDashboardBrowser } from './dashboard-visit.ts';

const test = useTestApp();
const browser = useDashboardBrowser();
/** What the focused field is for. */
const FOCUSED = 'document.activeElement?.autocomplete';

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
    const code = page.getByRole('textbox', { name: 'Code' });
    await code.fill(recoveryCode);
    const release = await holdBack(page, 'password', '**/merchant/log-in');
    await code.press('Enter');
    await page.locator('button[data-loading]').waitFor();
    expect(await page.evaluate(FOCUSED)).toBe('one-time-code');
    release();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();

    test.clock.advance(10 * 60_000);
    await page.getByRole('button', { name: 'Renew recovery codes' }).click();
    await page.getByRole('button', { name: 'Renew codes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret, test.clock.now()));
    // The password wouldn't be enough.
    expect(await dialog.locator('input[type="password"]').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Save these recovery codes').waitFor();
    expect(await page.locator('code').count()).toBe(10);
    const renewed = (await page.locator('code').first().textContent()) as string;
    expect(renewed).not.toBe(recoveryCode);

    await page.getByLabel('Password for two-factor login').fill(PASSWORD);
    await code.fill(renewed);
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('Two-factor login is off').waitFor();
    await page.getByRole('button', { name: 'Set up two-factor login' }).waitFor();
    expect(await page.getByText('Save these recovery codes').count()).toBe(0);
  });

  it('keeps the code field after another error, until another email is entered', async () => {
    const { email } = await signUpMerchant(test);
    const page = await browser.open();
    const answers = [
      [401, 'Second factor required'],
      [429, 'Rate limit exceeded'],
    ] as const;
    let calls = 0;
    await page.route('**/merchant/log-in', (route) => {
      const [status, message] = answers[Math.min(calls, 1)] ?? answers[1];
      calls += 1;
      return route.fulfill({
        status,
        json: { data: null, errors: [{ message, layer: 'gateway' }] },
      });
    });
    await page.goto(`${test.baseUrl}/dashboard/log-in`);
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.locator('input[type="password"]').fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    const code = page.getByRole('textbox', { name: 'Code' });
    await code.fill('123456');
    await code.press('Enter');
    await page.getByText('Rate limit exceeded').waitFor();
    expect(await code.inputValue()).toBe('123456');
    expect(await page.evaluate(FOCUSED)).toBe('one-time-code');
    await page.getByRole('textbox', { name: 'Email' }).fill(newEmail());
    expect(await code.count()).toBe(0);
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
