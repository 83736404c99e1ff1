import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeMember } from '../support/dashboard.ts';
import { makeMerchant, makeStore } from '../support/merchant.ts';
import {
  callAsBuyer,
  dataOf,
  makeBuyerToken,
  makeOrder,
  makeSession,
  makeShop,
  payingBody,
} from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium } from './chromium.ts';
import { expectUsable, holdBack, openAs, useDashboardBrowser } from './dashboard-visit.ts';

const test = useTestApp();
const browser = useDashboardBrowser();
/** Records whether the page for problems is ever shown. */
const WATCH_FOR_CRASH = `globalThis.crashed = false;
new MutationObserver(() => {
  globalThis.crashed ||= document.body.innerText.includes('This page couldn’t be shown');
}).observe(document.body, { childList: true, subtree: true });`;
/** Maximum bytes a first load transfers. */
const MAX_FIRST_LOAD = 250_000;

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${test.baseUrl}${path}`, { headers, redirect: 'manual' });
const assetIn = (html: string) =>
  /href="(\/dashboard\/assets\/start[^"]+\.js)"/.exec(html)?.[1] ?? '';
const assetBytes = async (page: Page) => {
  const assets = (await page.evaluate(
    `performance.getEntriesByType('resource').map((one) => [one.name, one.encodedBodySize])`,
  )) as [string, number][];
  // Plots load after the page is shown, with their space reserved.
  const first = assets.filter(([name]) => name.includes('/assets/') && !/drawn-plot/.test(name));
  return first.reduce((sum, [, bytes]) => sum + bytes, 0);
};

describe('the dashboard over HTTP', () => {
  it('serves its page on every path, with a strict policy, uncached', async () => {
    for (const path of ['/dashboard/', '/dashboard/test/STO_x/orders']) {
      const answer = await get(path);
      const html = await answer.text();
      const nonce = /name="style-nonce" content="([^"]{24})"/.exec(html)?.[1];
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-security-policy')).toBe(
        `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; ` +
          "img-src 'self' https: data:; connect-src 'self'; form-action 'self'; " +
          "frame-ancestors 'none'; base-uri 'none'",
      );
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('set-cookie')).toBeNull();
      expect(html).not.toMatch(/<script(?![^>]* src=)|<style(?! nonce="[\w+/=]+">)|STYLE_NONCE/);
    }
    const [one, two] = await Promise.all([get('/dashboard/'), get('/dashboard/')]);
    expect(await one.text()).not.toBe(await two.text());
  });

  it('adds the slash that relative links need', async () => {
    const answer = await get('/dashboard');
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/dashboard/']);
  });

  it('serves its assets compressed and immutable', async () => {
    const path = assetIn(await (await get('/dashboard/')).text());
    const plain = await get(path, { 'accept-encoding': 'identity' });
    const text = await plain.text();
    for (const encoding of ['br', 'gzip']) {
      const answer = await get(path, { 'accept-encoding': encoding });
      expect(answer.headers.get('content-encoding')).toBe(encoding);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(answer.headers.get('vary')).toBe('accept-encoding');
      expect(Number(answer.headers.get('content-length'))).toBeLessThan(text.length / 2);
      expect(await answer.text()).toBe(text);
    }
  });

  it.each([
    'nothing.js',
    '../index.html',
    '%2e%2e/.built',
    '..%2f..%2fpackage.json',
  ])('has no asset %s', async (name) => {
    const answer = await get(`/dashboard/assets/${name}`);
    expect(await answer.text()).not.toMatch(/tillgate"|import/);
    expect(answer.headers.get('content-encoding')).toBeNull();
  });
});

describeInChromium('the dashboard', () => {
  it('loads within the limit, violates no policy and is accessible', async () => {
    const { merchant, store } = await makeShop(test);
    const page = await openAs(test, browser, merchant, `test/${store.id}`);
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.reload();
    await page.getByRole('figure', { name: /^Net revenue by day/ }).waitFor();
    await page.getByRole('figure', { name: /^Monthly recurring revenue/ }).waitFor();
    expect(await assetBytes(page)).toBeLessThan(MAX_FIRST_LOAD);
    await expectUsable(page);
    expect(complaints).toEqual([]);
  });

  it('shows the environment on every page, and switches it in place', async () => {
    const { merchant, store } = await makeShop(test);
    const page = await openAs(test, browser, merchant, `test/${store.id}/products`);
    await page.getByText('Test mode: no money moves').waitFor();
    await page.getByText('An e-book').waitFor();
    const release = await holdBack(page, 'onetimeProducts');
    await page.getByText('Live', { exact: true }).first().click();
    await page.waitForURL(`**/dashboard/prod/${store.id}/products`);
    await page.getByText('Live mode: real customers, real money').waitFor();
    // Test data is never shown as live, not even until the answer arrives.
    expect(await page.getByText('An e-book').count()).toBe(0);
    release();
    await page.getByText('No products yet').waitFor();
    await page.goto(`${test.baseUrl}/dashboard/`);
    await page.waitForURL(`**/dashboard/prod/${store.id}`);
  });

  it('switches the store', async () => {
    const merchant = await makeMerchant(test);
    const [first, second] = [
      await makeStore(merchant, 'First'),
      await makeStore(merchant, 'Second'),
    ];
    const page = await openAs(test, browser, merchant, `test/${first.id}/products`);
    await page.getByRole('button', { name: 'Store: First' }).click();
    await page.getByRole('menuitem', { name: 'Second' }).click();
    await page.waitForURL(`**/dashboard/test/${second.id}/products`);
    await page.getByRole('button', { name: 'Store: Second' }).waitFor();
  });

  it('finds by id and by external id', async () => {
    const shop = await makeShop(test);
    const page = await openAs(test, browser, shop.merchant, `test/${shop.store.id}`);
    const search = page.getByRole('textbox', { name: 'Search by ID' });
    const arriveAt = async (path: string) => {
      await page.waitForURL(`**/${path}`);
      // The next page takes the focus: what is typed before that could be lost.
      await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('content');
    };
    await search.fill(shop.productId);
    await search.press('Enter');
    await arriveAt(`products/${shop.productId}`);
    const orderId = await makeOrder(shop);
    await search.fill(` ${orderId} `);
    await search.press('Enter');
    await arriveAt(`orders/${orderId}`);
    await search.fill('nothing like it');
    await search.press('Enter');
    await page.getByText('No results').waitFor();
    await search.fill('e-BOO');
    await page.getByRole('option', { name: 'An e-book' }).waitFor();
    await search.press('Enter');
    await arriveAt(`products/${shop.productId}`);
    for (const keys of ['/', 'Control+k']) {
      await page.keyboard.press(keys);
      await page.keyboard.type('@');
      expect(await search.inputValue()).toBe('@');
      await page.getByRole('option', { name: 'Customer' }).first().waitFor();
      await search.fill('');
      await search.blur();
    }
  });

  it('finds addresses and external IDs that look like IDs', async () => {
    const shop = await makeShop(test);
    const uuid = '0b6c1f0e-2c7d-4a7e-9a54-1f6d3c1b2a90';
    const session = { orderMerchantExternalId: uuid };
    const body = await payingBody(test, await makeSession(shop, session));
    const buyer = { ...body, buyerEmail: 'pay_bob@example.com' };
    const token = await makeBuyerToken(shop);
    dataOf(await callAsBuyer(test, token, 'onetime-order/create-order', buyer));
    const page = await openAs(test, browser, shop.merchant, `test/${shop.store.id}`);
    const search = page.getByRole('textbox', { name: 'Search by ID' });
    await search.fill(uuid);
    await page.getByRole('option', { name: uuid }).waitFor();
    await search.fill('pay_bob@example');
    await page.getByRole('option', { name: 'pay_bob@example.com' }).first().waitFor();
    await expectUsable(page);
  });

  it('works by keyboard: skip link, dark colors, a menu on narrow screens', async () => {
    const { merchant, store } = await makeShop(test);
    const viewport = { width: 360, height: 740 };
    const page = await openAs(test, browser, merchant, `test/${store.id}/products`, { viewport });
    await page.getByRole('table', { name: 'Products' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement?.id')).toBe('content');
    await page.getByRole('button', { name: 'Switch to dark colors' }).press('Enter');
    await page.reload();
    await page.getByRole('button', { name: 'Switch to light colors' }).waitFor();
    await page.getByRole('button', { name: 'Open the navigation' }).press('Enter');
    await page.getByRole('link', { name: 'Product groups' }).press('Enter');
    await page.waitForURL('**/product-groups');
    await page.getByRole('button', { name: 'Open the navigation' }).waitFor();
  });

  it('leads to another page once the store is gone: by leaving it, by deleting it', async () => {
    const owner = await makeMerchant(test);
    const shared = await makeStore(owner, 'Shared');
    const admin = await makeMember(test, owner, shared.id, 'admin');
    const own = await makeStore(admin, 'Own');
    const page = await openAs(test, browser, admin, `test/${shared.id}/settings/members`);
    await page.evaluate(WATCH_FOR_CRASH);
    await page.getByRole('button', { name: `Remove ${admin.email}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove member' }).click();
    await page.waitForURL(`**/dashboard/test/${own.id}`);
    await page.getByText('Member removed').waitFor();
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('button', { name: 'Delete store' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete store' }).click();
    await page.waitForURL('**/dashboard/new-store');
    await page.getByText('Store deleted').waitFor();
    expect(await page.evaluate('globalThis.crashed')).toBe(false);
  });

  it('treats another merchant’s store as unknown, and shows a page for unknown paths', async () => {
    const { merchant, store } = await makeShop(test);
    const other = await makeShop(test);
    const page = await openAs(test, browser, merchant, `test/${other.store.id}/products`);
    await page.waitForURL(`**/dashboard/test/${store.id}`);
    await page.goto(`${test.baseUrl}/dashboard/test/${store.id}/nonsense`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(await page.getByRole('main').count()).toBe(1);
    await expectUsable(page);
  });
});
