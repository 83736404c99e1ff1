import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { PASSWORD, signUpMerchant } from '../support/accounts.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium } from './chromium.ts';
import { expectUsable, useDashboardBrowser } from './dashboard-visit.ts';

/** Passkeys are bound to a host name, and their origin includes the port the browser sees. */
const port = await new Promise<number>((resolve, reject) => {
  const server = createServer().once('error', reject);
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
  });
});
const publicUrl = `http://localhost:${port}`;
const test = useTestApp({ PORT: String(port), PUBLIC_URL: publicUrl });
const browser = useDashboardBrowser();

describeInChromium('passkeys in the dashboard', () => {
  it('are added, log in without a password, confirm the user’s identity, and are removed', async () => {
    const { email } = await signUpMerchant(test);
    const page = await browser.open();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
        ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.goto(`${publicUrl}/dashboard/account`);
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.locator('input[type="password"]').fill(PASSWORD);
    await press('Log in');
    await press('Add a passkey');
    await page.getByText('Name of the new passkey is required.').waitFor();
    const stored = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
    expect(stored.credentials).toEqual([]);
    await page.getByRole('textbox', { name: 'Name of the new passkey' }).fill('Laptop');
    await press('Add a passkey');
    await page.getByText('Save these recovery codes').waitFor();
    await page.getByRole('table', { name: 'Passkeys' }).getByText('Laptop').waitFor();
    const codes = page.locator('code');
    const first = await codes.first().textContent();
    await press('Renew recovery codes');
    await press('Renew codes');
    await expect.poll(() => codes.first().textContent()).not.toBe(first);
    expect(await codes.count()).toBe(10);
    await expectUsable(page);

    await page.context().clearCookies();
    await page.goto(`${publicUrl}/dashboard/account`);
    await press('Log in with a passkey');
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await press('Rename Laptop');
    await page.getByRole('textbox', { name: 'New name' }).fill('Phone');
    await page.getByRole('textbox', { name: 'New name' }).press('Enter');
    await page.getByText('Passkey renamed').waitFor();

    test.clock.advance(10 * 60_000);
    await press('Remove Phone');
    await press('Remove passkey');
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('Passkey removed').waitFor();
    await page.getByRole('table', { name: 'Passkeys' }).waitFor({ state: 'detached' });
  });
});
