import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { portalOf } from '../support/portal.ts';
import { makeSale, type Sale } from '../support/refunding.ts';
import { makeBuyerToken, makeSession, makeShop, type Shop } from '../support/selling.ts';
import { addPlan, subscribe } from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium, sees } from './chromium.ts';
import { changedPart, serveFonts } from './compare-look.ts';
import { openAs, settled, useDashboardBrowser } from './dashboard-visit.ts';
import type { TestBrowser } from './test-browser.ts';

/*
 * Compares the most important pages with saved screenshots. After an intended change, `npm run
 * looks` saves their new look. Differences are written to `screenshots/changed`.
 */

const test = useTestApp();
const browser = useDashboardBrowser();

const LOOKS = {
  light: { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
} satisfies Record<string, BrowserContextOptions>;
type Look = keyof typeof LOOKS;

/** A browser whose pages use the screenshot fonts, bypassing the policy that forbids them. */
const withFonts: TestBrowser = {
  open: async (options = {}) => {
    const page = await browser.open({ ...options, bypassCSP: true, reducedMotion: 'reduce' });
    await serveFonts(page);
    return page;
  },
};

describeInChromium('looks as it did', () => {
  let shop: Shop;
  let sale: Sale;
  let subscriptionId: string;

  beforeAll(async () => {
    const prices = { USD: { amount: '9.90', taxIncluded: true, taxCategory: 'ebook' } };
    shop = await makeShop(test, { prices, description: 'All stars, **in order**.' });
    sale = await makeSale(test, { session: { orderMerchantExternalId: 'mine-7' } }, shop);
    const productId = await addPlan(shop);
    subscriptionId = await subscribe({ ...shop, productId });
    await test.app.worker.runOnce();
  }, 120_000);

  const dashboard: readonly (readonly [Look, string, () => string])[] = [
    ['light', 'home', () => ''],
    ['dark', 'home', () => ''],
    ['phone', 'home', () => ''],
    ['light', 'orders', () => 'orders'],
    ['phone', 'orders', () => 'orders'],
    ['light', 'order', () => `orders/${sale.orderId}`],
    ['dark', 'payment', () => `payments/${sale.paymentId}`],
    ['light', 'subscription', () => `subscriptions/${subscriptionId}`],
    ['light', 'product', () => `products/${shop.productId}`],
    ['dark', 'product-form', () => `products/${shop.productId}/edit`],
    ['light', 'customer', () => 'customers?email=buyer@example.com'],
    ['phone', 'members', () => 'settings/members'],
    ['phone', 'keys', () => 'developers'],
  ];

  it.each(dashboard)('the dashboard, %s: %s', async (look, name, path) => {
    const place = `test/${shop.store.id}/${path()}`;
    const page = await openAs(test, withFonts, shop.merchant, place, LOOKS[look]);
    await settled(page);
    await looksTheSame(page, `dashboard-${name}-${look}`);
  });

  it.each(['light', 'phone'] as const)('the refund form, %s', async (look) => {
    const place = `test/${shop.store.id}/payments/${sale.paymentId}`;
    const page = await openAs(test, withFonts, shop.merchant, place, LOOKS[look]);
    await settled(page);
    await page.getByRole('button', { name: 'Refund' }).click();
    await page.getByLabel('Amount in USD').waitFor();
    await looksTheSame(page, `dashboard-refund-form-${look}`);
  });

  it('the log-in page', async () => {
    const page = await withFonts.open(LOOKS.light);
    await page.goto(`${test.baseUrl}/dashboard/log-in`);
    await page.getByRole('button', { name: 'Log in', exact: true }).waitFor();
    await looksTheSame(page, 'dashboard-log-in-light');
  });

  const checkouts: readonly (readonly [Look, string])[] = [
    ['light', 'en'],
    ['dark', 'de'],
    ['phone', 'ja'],
    ['phone', 'ar'],
  ];

  it.each(checkouts)('the checkout, %s, in %s', async (look, locale) => {
    const page = await withFonts.open({ ...LOOKS[look], locale });
    await page.goto(`${test.baseUrl}/store/${shop.store.slug}/checkout/${await makeSession(shop)}`);
    await page.waitForLoadState('load');
    await looksTheSame(page, `checkout-${locale}-${look}`);
  });

  it('the portal, on a phone, in German', async () => {
    const page = await withFonts.open({ ...LOOKS.phone, locale: 'de' });
    await page.goto(`${test.baseUrl}${portalOf(shop)}#token=${await makeBuyerToken(shop)}`);
    await sees(page, page.getByText('buyer-1'));
    await looksTheSame(page, 'portal-de-phone');
  });
});

async function looksTheSame(page: Page, name: string): Promise<void> {
  expect(await changedPart(page, name), `${name} looks different`).toBe(0);
  await page.context().close();
}
