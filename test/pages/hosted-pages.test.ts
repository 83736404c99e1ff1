import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { LANGUAGES } from '../../src/kit/languages.ts';
import { mailsOfStore } from '../support/mail.ts';
import { makeSession, makeShop, type Shop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium, useChromium, widthOf } from './chromium.ts';

const test = useTestApp();
const browser = useChromium();
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Bytes transferred for the page, its style sheet and its script. */
const MAX_CHECKOUT = 40 * 1024;

const MEDIA = [{ type: 'video', url: 'https://video.example/a.mp4', alt: 'Trailer' }];
const PRODUCT = {
  description: 'A **book**.\n\n## Inside\n\n- [One](https://a.example)',
  media: MEDIA,
};

const storeOf = (shop: Shop) => `${test.baseUrl}/store/${shop.store.slug}`;
const checkoutOf = async (shop: Shop, body = {}) =>
  `${storeOf(shop)}/checkout/${await makeSession(shop, body)}`;

async function pay(page: Page, card: string): Promise<void> {
  await page.locator('#buyerEmail').fill('ada@example.com');
  await page.locator('#country').selectOption('DE');
  await page.locator('#cardNumber').fill(card);
  await page.locator('#cardExpiry').fill('12/40');
  await page.locator('#cardCvc').fill('123');
  await page.locator('#submit').click();
}

/** Findings of axe on the page, in light and dark mode. */
async function findBarriers(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForLoadState('load');
    await page.evaluate(AXE);
    const result = await page.evaluate('axe.run()');
    const { violations } = result as {
      violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
    };
    for (const { id, nodes } of violations) {
      found.push(`${colorScheme} ${id}: ${nodes.map((node) => node.failureSummary).join('; ')}`);
    }
  }
  return found;
}

describeInChromium('hosted pages', () => {
  it('have no accessibility findings: store, product, unknown product', async () => {
    const shop = await makeShop(test, PRODUCT);
    const page = await browser.open();
    const query = '?environment=test';
    for (const path of ['', `/product/${shop.productId}`, '/product/none']) {
      await page.goto(storeOf(shop) + path + query);
      await page.locator('.languages summary').click();
      expect([path, await findBarriers(page)]).toEqual([path, []]);
    }
    await page.goto(`${test.baseUrl}/store/none`);
    expect(await findBarriers(page)).toEqual([]);
  });

  it('have no accessibility findings: checkout, declined, paid, already paid, expired', async () => {
    const shop = await makeShop(test, PRODUCT);
    const page = await browser.open();
    const address = await checkoutOf(shop);
    await page.goto(`${address}?language=id-ID`);
    await page.locator('#country').selectOption('US');
    await page.locator('#isBusiness').check();
    await page.locator('#submit').click();
    expect(['wrong', await findBarriers(page)]).toEqual(['wrong', []]);
    await page.goto(address);
    expect(['open', await findBarriers(page)]).toEqual(['open', []]);
    await pay(page, '4000000000000002');
    await page.getByText('Your payment was declined').waitFor();
    expect(['declined', await findBarriers(page)]).toEqual(['declined', []]);
    await pay(page, '4242424242424242');
    await page.getByText('Payment successful').waitFor();
    expect(['paid', await findBarriers(page)]).toEqual(['paid', []]);
    await page.goto(address);
    expect(['already paid', await findBarriers(page)]).toEqual(['already paid', []]);
    const late = await checkoutOf(shop, { expiresInSeconds: 60 });
    test.clock.advance(61_000);
    await page.goto(late);
    expect(['expired', await findBarriers(page)]).toEqual(['expired', []]);
  }, 90_000);

  it('use the selected language throughout, mails included', async () => {
    const shop = await makeShop(test);
    const page = await browser.open({ locale: 'de-DE' });
    await page.goto(await checkoutOf(shop));
    await page.locator('.languages summary').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: '日本語' }).click();
    await page.getByRole('button', { name: '$9.90を支払う' }).waitFor();
    await pay(page, '4000000000000002');
    await page.getByText('カード会社がお支払いを承認しませんでした。').waitFor();
    await pay(page, '5555555555554444');
    await page.getByText('登録されていないテストカードです').waitFor();
    await pay(page, '4242424242424242');
    await page.getByRole('heading', { name: 'お支払いが完了しました' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('ja-JP');
    await test.app.worker.runOnce();
    const mails = await mailsOfStore(test, shop.store.id);
    const buyers = mails.find(({ recipientType }) => recipientType === 'buyer');
    expect(buyers).toMatchObject({ subject: '[テスト] A storeでのご注文' });
  });

  it('work from the store to the receipt without JavaScript', async () => {
    const shop = await makeShop(test);
    const page = await browser.open({ javaScriptEnabled: false });
    await page.goto(`${storeOf(shop)}?environment=test&language=es-CL`);
    await page.getByRole('combobox').selectOption('JPY');
    await page.getByRole('button', { name: 'Mostrar precios' }).click();
    await page.getByRole('link', { name: 'An e-book' }).click();
    await page.getByRole('button', { name: 'Comprar ahora' }).click();
    await page.getByRole('button', { name: /^Pagar / }).waitFor();
    await pay(page, '4242424242424242');
    await page.getByRole('heading', { name: 'Pago realizado' }).waitFor();
  });

  it('label state and postal code as the country does, and offer its states', async () => {
    const shop = await makeShop(test);
    const page = await browser.open();
    await page.goto(await checkoutOf(shop));
    const country = page.locator('#country');
    await country.selectOption('US');
    const field = (name: string) =>
      page.getByLabel('Payment').getByRole('textbox', { name, exact: true });
    const state = (name: string) => page.getByRole('combobox', { name, exact: true });
    expect(await field('ZIP code').isVisible()).toBe(true);
    expect(await state('State').getAttribute('list')).toBe('states-US');
    await country.selectOption('CA');
    expect(await field('Postal code').isVisible()).toBe(true);
    expect(await state('Province or territory').getAttribute('list')).toBe('states-CA');
    expect(await page.locator('#states-US option').count()).toBe(56);
    expect(await page.locator('#states-CA option').count()).toBe(13);
  });

  it('fit 360 px in every language', async () => {
    const shop = await makeShop(test, { name: 'Donaudampfschifffahrtsgesellschaftskapitän' });
    const page = await browser.open({ viewport: { width: 360, height: 640 } });
    const address = await checkoutOf(shop);
    const widths: Record<string, unknown> = {};
    for (const language of LANGUAGES) {
      await page.goto(`${address}?language=${language}`);
      await page.locator('#country').selectOption('US');
      await page.locator('#submit').click();
      widths[language] = await widthOf(page);
    }
    expect(widths).toEqual(Object.fromEntries(LANGUAGES.map((language) => [language, 360])));
    await page.goto(`${storeOf(shop)}?environment=test&language=ru-RU`);
    expect(await widthOf(page)).toBe(360);
  }, 60_000);

  it('are compressed: the checkout stays under 40 KB, without layout shifts', async () => {
    const shop = await makeShop(test, PRODUCT);
    const address = await checkoutOf(shop);
    const sizes: Record<string, number> = {};
    for (const language of ['en', 'ru-RU', 'th-TH', 'ja-JP'] as const) {
      const page = await (await fetch(`${address}?language=${language}`)).text();
      const assets = [...page.matchAll(/(?:href|src)="(\/checkout-assets\/[^"]+)"/g)];
      const texts = await Promise.all(
        assets.map(async ([, path]) => (await fetch(test.baseUrl + path)).text()),
      );
      sizes[language] = [page, ...texts].reduce((sum, text) => sum + gzipSync(text).length, 0);
    }
    for (const [language, bytes] of Object.entries(sizes)) {
      expect(bytes, language).toBeLessThan(MAX_CHECKOUT);
    }
    const page = await browser.open();
    const figures = await measure(page, address);
    expect(figures.bytes).toBeLessThan(MAX_CHECKOUT);
    expect(figures.shift).toBeLessThan(0.01);
    // The page, its style sheet and two scripts; a browser with tabs requests the icon too.
    expect(figures.requests - figures.icons).toBe(4);
    if (process.env.SHOW_FIGURES) console.log(sizes, figures);
  });
});

/** Browser measurements from loading the page. */
async function measure(page: Page, address: string) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  let [bytes, requests, icons] = [0, 0, 0];
  session.on('Network.responseReceived', ({ response }) => {
    if (/icon|\.svg$/.test(response.url)) icons += 1;
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  await page.addInitScript(`window.__shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.__shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => {
      window.__largest = list.getEntries().at(-1).startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });`);
  await page.goto(address, { waitUntil: 'networkidle' });
  const seen = (await page.evaluate(`({
    firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    largestPaintMs: window.__largest,
    shift: window.__shift,
    interactiveMs: performance.getEntriesByType('navigation')[0].domInteractive,
  })`)) as { firstPaintMs: number; largestPaintMs: number; shift: number; interactiveMs: number };
  return { ...seen, bytes, requests, icons };
}
