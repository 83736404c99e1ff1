import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, it, vi } from 'vitest';
import { fillStore } from '../../bench/support/fill-store.ts';
import { decodeId } from '../../src/kit/id.ts';
import { describeInChromium } from '../pages/chromium.ts';
import { applyFonts, serveFonts } from '../pages/compare-look.ts';
import { openAs, settled, useDashboardBrowser } from '../pages/dashboard-visit.ts';
import { type Member, makeChange, makeMember } from '../support/changing.ts';
import { portalOf } from '../support/portal.ts';
import { startReceiver } from '../support/receiver.ts';
import { makeSale, makeTicket, type Sale } from '../support/refunding.ts';
import { makeBuyerToken, makeSession, makeShop, type Shop } from '../support/selling.ts';
import { addPlan, callOnOrder, subscribe } from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';
import { makeWebhook } from '../support/webhook.ts';

/*
 * Takes a screenshot of every page for review: `npm run screenshots` writes them to `screenshots/`,
 * which is not committed. The dashboard's pages are taken from its routes; the hosted pages are
 * rendered in languages with three scripts, one of them right to left.
 */

const FOLDER = join(import.meta.dirname, '../../screenshots');
const PAGES = join(import.meta.dirname, '../../web/dashboard/src/pages');
const LANGUAGES = ['en', 'de', 'ja', 'ar'];
const ORDERS = 400;
/** Milliseconds for all screenshots on a busy machine. */
const ALL_MS = 30 * 60_000;

const LOOKS: Readonly<Record<string, BrowserContextOptions>> = {
  light: { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  'phone-dark': { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
};

const test = useTestApp();
const browser = useDashboardBrowser();
vi.setConfig({ testTimeout: ALL_MS });

/** The paths of the dashboard's routes, as declared by its pages: a store's, or the account's. */
function paths(isOfAccount: boolean): readonly string[] {
  return readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('routes.ts') && name.startsWith('account') === isOfAccount)
    .flatMap((name) => [...readFileSync(join(PAGES, name), 'utf8').matchAll(/path: '([^']+)'/g)])
    .map(([, path = '']) => (path === '/' ? '' : path));
}

/** Steps of a buyer in the portal; which ones an order offers depends on its state. */
const STEPS = ['billing', 'cancel', 'card', 'plan', 'reactivate'];
const DOCS = ['', '/guides/first-sale', '/reference/errors'];

async function picture(page: Page, name: string): Promise<void> {
  await page.evaluate('document.fonts.ready');
  await page.evaluate('Promise.allSettled(document.getAnimations().map((one) => one.finished))');
  const path = join(FOLDER, `${name}.png`);
  mkdirSync(dirname(path), { recursive: true });
  await page.screenshot({ path, fullPage: true, animations: 'disabled' });
}

/** A path with the id of the first object on the previous page; null if there is none. */
async function withId(page: Page, place: string, path: string): Promise<string | null> {
  if (!path.includes('$id')) return path;
  const [list = ''] = path.split('/$id');
  await page.goto(`${test.baseUrl}/dashboard/${place}/${list}`);
  await settled(page);
  const links = page.locator(`main a[href^="/dashboard/${place}/${list}/"]`);
  const hrefs = await links.evaluateAll((found) => found.map((one) => one.getAttribute('href')));
  const id = hrefs.map((href) => href?.split('/').at(-1)).find((part) => /[_\d]/.test(part ?? ''));
  return id ? path.replace('$id', id) : null;
}

describeInChromium('pictures', () => {
  let shop: Shop;
  let place: string;
  let sale: Sale;
  let member: Member;
  /** Orders in the states that offer different steps. */
  let orders: readonly string[];

  beforeAll(async () => {
    rmSync(FOLDER, { recursive: true, force: true });
    shop = await makeShop(test);
    const { merchant, store } = shop;
    place = `test/${store.id}`;
    await makeWebhook(merchant, store.id, (await startReceiver()).url);
    await makeTicket(await makeSale(test, {}, shop));
    sale = await makeSale(test, {}, shop);
    member = await makeMember(test);
    const club = { ...shop, productId: await addPlan(shop) };
    await addPlan(shop, { name: 'A larger plan' });
    orders = [sale.orderId, await subscribe(club), await subscribe(club)];
    await callOnOrder(shop, 'cancel-order', orders[2]);
    await test.app.worker.runOnce();
    const filling = { orders: ORDERS, customers: ORDERS / 5, subscriptions: ORDERS / 10 };
    const storeId = decodeId('STO', store.id) as string;
    await test.database.session((db) => fillStore(db, { storeId, ...filling }));
  }, ALL_MS);

  it.each(Object.entries(LOOKS))('of the dashboard: %s', async (look, options) => {
    const page = await openAs(test, browser, shop.merchant, place, options);
    await settled(page);
    for (const path of paths(false)) {
      const found = await withId(page, place, path);
      if (found === null) continue;
      await page.goto(`${test.baseUrl}/dashboard/${place}/${found}`);
      await settled(page);
      const name = path === '' ? 'home' : path.replaceAll('/', '-').replace('$', '');
      await picture(page, `dashboard/${look}/${name}`);
    }
  });

  it.each(
    Object.entries(LOOKS),
  )('of the account and the documentation: %s', async (look, options) => {
    const visitor = await browser.open(options);
    const owner = await openAs(test, browser, shop.merchant, 'account', options);
    for (const path of paths(true)) {
      const isOpen = !/^(account|new-store|confirm-email-change)$/.test(path);
      const page = isOpen ? visitor : owner;
      await page.goto(`${test.baseUrl}/dashboard/${path}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await picture(page, `account/${look}/${path}`);
    }
    for (const path of DOCS) {
      await visitor.goto(`${test.baseUrl}/docs${path}`);
      await visitor.waitForLoadState('load');
      await picture(visitor, `docs/${look}/${path.split('/').at(-1) || 'start'}`);
    }
  });

  it.each(Object.entries(LOOKS))('of the hosted pages: %s', async (look, options) => {
    const store = `${test.baseUrl}/store/${shop.store.slug}`;
    const portal = `${test.baseUrl}${portalOf(shop)}`;
    for (const language of LANGUAGES) {
      const page = await browser.open({ ...options, locale: language, bypassCSP: true });
      await serveFonts(page);
      const show = async (name: string, address: string) => {
        await page.goto(address);
        await page.waitForLoadState('load');
        await applyFonts(page);
        await picture(page, `hosted/${language}/${look}/${name}`);
      };
      await show('store', `${store}?environment=test`);
      await show('product', `${store}/product/${shop.productId}?environment=test`);
      await show('checkout', `${store}/checkout/${await makeSession(shop)}`);
      await show('portal-door', `${portal}?environment=test`);
      const change = await makeChange(member);
      await show('plan-change', `${test.baseUrl}/store/${member.club.store.slug}/change/${change}`);
      await page.goto(`${portal}#token=${await makeBuyerToken(shop)}`);
      await page.getByText('buyer-1').first().waitFor();
      await applyFonts(page);
      await picture(page, `hosted/${language}/${look}/portal`);
      for (const [state, order] of orders.entries()) {
        await show(`order-${state}`, `${portal}/orders/${order}`);
        for (const step of STEPS) {
          const address = `${portal}/orders/${order}/${step}`;
          const answer = await page.goto(address);
          if (answer?.ok() && page.url() === address) await show(`order-${state}-${step}`, address);
        }
      }
      await show('refund', `${portal}/payments/${sale.paymentId}/refund`);
      await show('receipt', `${portal}/receipts/${sale.paymentId}`);
      await page.context().close();
    }
  });
});
