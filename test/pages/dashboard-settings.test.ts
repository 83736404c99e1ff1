import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { png } from '../support/pictures.ts';
import { portalOf } from '../support/portal.ts';
import { makeSession, makeShop, type Shop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium } from './chromium.ts';
import { expectUsable, openAs, useDashboardBrowser } from './dashboard-visit.ts';

const test = useTestApp();
const browser = useDashboardBrowser();

describeInChromium('a store’s settings in the dashboard', () => {
  let shop: Shop;
  let page: Page;

  const visit = async (path: string) => {
    await page.goto(`${test.baseUrl}/dashboard/test/${shop.store.id}/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };

  beforeAll(async () => {
    shop = await makeShop(test);
    page = await openAs(test, browser, shop.merchant, `test/${shop.store.id}/settings`);
  }, 120_000);

  it('renames the store, and shows an error at its field', async () => {
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('x'.repeat(49));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Store name cannot exceed 48 characters').waitFor();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('A better name');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).first().waitFor();
    await page.reload();
    await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe(
      'A better name',
    );
    await expectUsable(page);
  });

  it('shows the seller from the settings on checkout and portal', async () => {
    await visit('settings');
    await page.getByRole('textbox', { name: 'Business name' }).fill('Acme GmbH');
    await page.getByRole('textbox', { name: 'Tax ID' }).fill('DE123456789');
    await page.getByRole('textbox', { name: 'Business address' }).fill('Hauptstr. 1\nBerlin');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).first().waitFor();
    const checkout = `/store/${shop.store.slug}/checkout/${await makeSession(shop)}`;
    for (const path of [checkout, `${portalOf(shop)}?environment=test`]) {
      await page.goto(`${test.baseUrl}${path}`);
      const lines = page.locator('address.seller bdi');
      expect(await lines.allTextContents()).toEqual([
        ...['Acme GmbH', 'Hauptstr. 1, Berlin', 'Tax ID: DE123456789'],
      ]);
    }
  });

  it('saves a switch as soon as it is toggled', async () => {
    await visit('settings/notifications');
    const newOrders = page.getByRole('switch', { name: 'A one-time order was paid' });
    await newOrders.waitFor();
    await expectUsable(page);
    expect(await newOrders.isChecked()).toBe(true);
    await newOrders.click({ force: true });
    await page.getByText('Saved', { exact: true }).first().waitFor();
    await page.reload();
    await newOrders.waitFor();
    expect(await newOrders.isChecked()).toBe(false);
  });

  it('changes the theme of the checkout', async () => {
    await visit('settings/checkout');
    const buttons = page.getByRole('textbox', { name: 'Buttons, light theme' });
    await buttons.waitFor();
    await expectUsable(page);
    await buttons.fill('#0B5FFF');
    const sent = page.waitForRequest((request) => request.url().endsWith('update-store'));
    await page.getByRole('button', { name: 'Save' }).click();
    // Nothing else, so that pages still follow the buyer's system.
    expect((await sent).postDataJSON().checkoutSettings).toEqual({
      light: { checkoutColorPrimary: expect.stringMatching(/^#0b5fff$/i) },
    });
    await page.getByText('Saved', { exact: true }).first().waitFor();
    const read = await shop.merchant.call('store/update-store', { id: shop.store.id });
    const { light } = read.body.data.store.checkoutSettings;
    expect(light.checkoutColorPrimary.toLowerCase()).toBe('#0b5fff');
  });

  it('uploads a theme’s logo, and complains about its fields beside them', async () => {
    await visit('settings/checkout');
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload a logo, light theme' }).click();
    const buffer = png(8, 4);
    await (await choosing).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
    const logo = page.getByRole('textbox', { name: 'Logo, light theme' });
    await page.getByText('Picture uploaded').first().waitFor();
    expect(await logo.inputValue()).toMatch(/\.webp$/);
    const corners = page.getByRole('textbox', { name: 'Corners, dark theme' });
    await corners.fill('wide');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter a length, such as 8px or 0.5rem.').waitFor();
    expect(await corners.getAttribute('aria-invalid')).toBe('true');
    await expectUsable(page);
    await corners.fill('4px');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).first().waitFor();
    const read = await shop.merchant.call('store/update-store', { id: shop.store.id });
    const { light, dark } = read.body.data.store.checkoutSettings;
    expect(light.checkoutLogo).toBe(await logo.inputValue());
    expect(dark.checkoutBorderRadius).toBe('4px');
  });

  it('invites a member by email, lists the invitation and withdraws it', async () => {
    await visit('settings/members');
    await page.getByRole('table', { name: 'Members' }).getByText('owner').waitFor();
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill('colleague@example.com');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('colleague@example.com has been invited').waitFor();
    const open = page.getByRole('table', { name: 'Open invitations' });
    await open.getByText('colleague@example.com').waitFor();
    await expectUsable(page);
    await open.getByRole('button', { name: 'Withdraw colleague@example.com' }).press('Enter');
    await page.getByRole('button', { name: 'Withdraw invitation' }).press('Enter');
    await open.waitFor({ state: 'detached' });
  });

  it('explains how to verify a website', async () => {
    await visit('settings/verification');
    await page.getByLabel('New website').fill('https://shop.example.com');
    await page.getByRole('button', { name: 'How to verify it' }).click();
    await page.getByText('Publish either of these').waitFor();
    await expectUsable(page);
    await page.getByRole('button', { name: 'Check now' }).waitFor();
  });

  it('binds the support address with the emailed code', async () => {
    await visit('settings/verification');
    await page.getByLabel('New support address').fill('help@example.com');
    await page.getByRole('button', { name: 'Email a code' }).click();
    await page.getByText(/A code is on its way to help@example.com/).waitFor();
  });

  it('requests the business review, and shows its status', async () => {
    await visit('settings/verification');
    await page.getByLabel('Legal name').fill('A Company Ltd');
    await page.getByRole('button', { name: 'Send for review' }).click();
    await page.getByText('Choose a country.').waitFor();
    const country = page.getByRole('combobox', { name: 'Country' });
    await country.fill('Germ');
    await page.getByRole('option', { name: 'Germany' }).click();
    await page.getByRole('button', { name: 'Send for review' }).click();
    await page.getByText('Your request is being reviewed').waitFor();
  });

  it('lists what still blocks deleting the store', async () => {
    await visit('settings');
    await page.getByRole('button', { name: 'Delete store' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete store' }).click();
    await page.getByRole('alert').getByText(/KYB/i).waitFor();
  });

  it('shows the audit log, and exports it as a file', async () => {
    await visit('audit-log');
    await page.getByRole('table', { name: 'Audit log' }).waitFor();
    await page.getByText('kyb-ticket/submit-ticket').waitFor();
    await expectUsable(page);
    await page.getByRole('button', { name: 'Export' }).click();
    const waiting = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
    const text = await readFile(await (await waiting).path(), 'utf8');
    expect(text).toContain('store/update-store');
  });

  it('tests a prompt', async () => {
    await visit('safety');
    await page.getByRole('textbox', { name: 'Prompt' }).fill('a lighthouse at dusk, oil painting');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('No policy issue found.').waitFor();
    await expectUsable(page);
  });

  it('lists emails', async () => {
    await visit('mailbox');
    await page
      .getByText(/No emails yet|\d entr(y|ies)$/)
      .first()
      .waitFor();
    await expectUsable(page);
  });
});
