import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { viewCheckout } from '../../src/domain/store/settings.ts';
import { newUuid } from '../../src/kit/id.ts';
import { themeStyle } from '../../src/pages/shared/theme.ts';
import { makeSession, makeShop, type Shop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium, useChromium } from './chromium.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';

const test = useTestApp();
const browser = useChromium();
/** Texts per page load. */
const CHUNK = 48;
const CHUNKS = Array.from({ length: Math.ceil(HOSTILE_TEXTS.length / CHUNK) }, (_, at) =>
  HOSTILE_TEXTS.slice(at * CHUNK, (at + 1) * CHUNK),
);
const SHEET =
  /^:root\{color-scheme:light;(?:--[a-z-]+:#[0-9a-f]{6};)+--radius:8px\}@media \(prefers-color-scheme:dark\)\{:root\{color-scheme:dark;(?:--[a-z-]+:#[0-9a-f]{6};)+--radius:8px\}\}$/;

describeInChromium('hosted pages with hostile texts', () => {
  it('has at least 150 of them', () => {
    expect(new Set(HOSTILE_TEXTS).size).toBeGreaterThanOrEqual(150);
  });

  it('computes every style from numbers', () => {
    for (const text of HOSTILE_TEXTS) {
      const theme = Object.fromEntries(
        Object.keys(viewCheckout({}).light).map((field) => [field, text]),
      );
      const settings = viewCheckout({ light: theme, dark: theme });
      expect(themeStyle(settings, 'visitor'), text).toMatch(SHEET);
    }
  });

  it('shows each as a store’s product without executing any of it', async () => {
    const shop = await makeShop(test);
    await plantStore(shop, HOSTILE_TEXTS.slice(0, 3).join(' '));
    await plantProducts(shop);
    const watched = await openWatched();
    for (let at = 1; at <= Math.ceil(HOSTILE_TEXTS.length / 24); at += 1) {
      await watched.load(`/store/${shop.store.slug}?environment=test&page=${at}`, 0);
      expect(await watched.page.locator('.product').count()).toBeGreaterThan(4);
    }
  });

  it.each(
    CHUNKS.map((texts, at) => ({ part: at + 1, texts })),
  )('stays inert on the product page and the checkout, part $part', async ({ texts }) => {
    const shop = await makeShop(test);
    const sessionId = await makeSession(shop);
    await plantVersion(sessionId, texts);
    await plantStore(shop, texts.join(' '));
    const watched = await openWatched();
    const query = 'environment=test&language=ja-JP';
    await watched.load(`/store/${shop.store.slug}/product/${shop.productId}?${query}`, 0);
    await watched.load(`/store/${shop.store.slug}/checkout/${sessionId}`, 1);
    const answer = await post(`/store/${shop.store.slug}/checkout/${sessionId}/pay`, texts);
    expect(answer.status).toBe(400);
    await watched.fulfil(answer);
    expect(await watched.page.locator('#businessName').inputValue()).toContain(
      texts[0]?.slice(0, 4).trim(),
    );
  });

  it('ignores hostile texts in a URL', async () => {
    const { store } = await makeShop(test);
    const watched = await openWatched();
    for (const texts of CHUNKS) {
      const all = texts.join(' ').slice(0, 700);
      const query = new URLSearchParams({ currency: all, page: all, language: all });
      await watched.load(`/store/${store.slug}?environment=test&${query}`, 0);
      await watched.load(
        `/store/${encodeURIComponent((texts[0] as string).slice(0, 20))}?${query}`,
        1,
      );
    }
  });
});

/** A page that records any effect of a text that runs or loads something. */
async function openWatched() {
  const page = await browser.open();
  const bad: string[] = [];
  page.on('dialog', (dialog) => {
    bad.push(`dialog ${dialog.message()}`);
    return dialog.dismiss();
  });
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(test.baseUrl) || request.url().startsWith('data:,');
    const isPicture = request.resourceType() === 'image' && request.url().startsWith('https:');
    if (!isOwn && !isPicture) bad.push(`${request.resourceType()} ${request.url()}`);
  });
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) => {
    (window.__refused ??= []).push(event.effectiveDirective + ' ' + event.blockedURI);
  })`);
  const check = async (address: string, scripts: number) => {
    expect(await inspect(page), address).toEqual({
      ...{ ran: null, refused: [], foreign: [], handlers: [], schemes: [], forms: [] },
      // Besides its own scripts, each page has the one that removes broken pictures.
      ...{ scripts: scripts + 1, sheets: 1, lang: expect.stringMatching(/^(en|ja-JP)$/) },
      style: [expect.stringMatching(SHEET)],
    });
    expect(bad).toEqual([]);
  };
  return {
    page,
    load: async (path: string, scripts: number) => {
      const response = await page.goto(test.baseUrl + path, { waitUntil: 'load' });
      const policy = response?.headers()['content-security-policy'];
      expect(policy).toMatch(/script-src 'self'; style-src 'self' 'nonce-[^']+'; /);
      expect(response?.headers()['set-cookie']).toBeUndefined();
      await check(path, scripts);
    },
    fulfil: async (answer: Response) => {
      const body = await answer.text();
      const headers = Object.fromEntries(answer.headers);
      await page.route('**/typed', (route) =>
        route.fulfill({ status: 400, body, headers: { ...headers, 'content-encoding': '' } }),
      );
      await page.goto(`${test.baseUrl}/typed`);
      await check('what was typed', 1);
    },
  };
}

/** The resulting state of the page. */
function inspect(page: Page): Promise<unknown> {
  return page.evaluate(`({
    ran: window.__ran ?? null,
    refused: window.__refused ?? [],
    style: [...document.querySelectorAll('style')].map((style) => style.textContent),
    scripts: document.querySelectorAll('script').length,
    sheets: document.querySelectorAll('link[rel=stylesheet]').length,
    lang: document.documentElement.lang,
    foreign: [...document.querySelectorAll(
      'base, iframe, object, embed, video, audio, math, foreignObject, use, set, template, dialog,'
      + 'meta[http-equiv], link:not([rel=icon], [rel=stylesheet]), portal, marquee, [ping]'
    )].map((element) => element.outerHTML),
    handlers: [...document.querySelectorAll('*')].flatMap((element) =>
      element.getAttributeNames().filter((name) =>
        name.startsWith('on') || name === 'style' || name === 'formaction' || name === 'srcdoc')),
    schemes: [...document.querySelectorAll('[href], [src], [srcset]')]
      .map((element) => element.href || element.src || element.srcset)
      .filter((address) => !/^(https?:|mailto:|data:,$)/.test(address)),
    forms: [...document.forms].map((form) => new URL(form.action).origin)
      .filter((origin) => origin !== location.origin),
  })`);
}

const post = (path: string, texts: readonly string[]) => {
  const all = texts.join(' ').replaceAll('\u0000', '');
  const fields = ['country', 'state', 'postcode', 'businessName', 'taxId', 'buyerEmail'];
  return fetch(test.baseUrl + path, {
    method: 'POST',
    headers: { 'accept-encoding': 'identity' },
    body: new URLSearchParams([...fields.map((name) => [name, all]), ['isBusiness', 'on']]),
  });
};

/** Puts the text into every field of the store, bypassing input validation. */
async function plantStore({ store }: Shop, text: string): Promise<void> {
  const theme = { checkoutLogo: text, checkoutColorText: text, checkoutBorderRadius: text };
  await test.database.query(sql`
    update store set name = ${text}, logo = ${text}, support_email = ${text},
      checkout_settings = ${JSON.stringify({ light: theme, dark: theme })}::jsonb
    where slug = ${store.slug}`);
}

/** A product for each text, which is used as its name, description and pictures. */
async function plantProducts({ store }: Shop): Promise<void> {
  const rows = HOSTILE_TEXTS.map((text) => ({
    ...{ id: newUuid(test.clock.now()), version: newUuid(test.clock.now()), text },
    media: [{ type: 'image', url: text, alt: text, thumbnail: text }],
  }));
  await test.database.query(sql`
    with planted as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as row(id uuid, version uuid, text text, media jsonb)
    ), own as (
      select product.store_id, version.prices from store
      join product on product.store_id = store.id
      join product_version version
        on version.store_id = product.store_id and version.id = product.test_version_id
      where store.slug = ${store.slug}
    ), versions as (
      insert into product_version (id, store_id, product_id, version_number, name, description,
        prices, media, created_at)
      select version, own.store_id, planted.id, 1, text, text, own.prices, planted.media, now()
      from planted, own
    )
    insert into product (id, store_id, kind, test_version_id, test_status, test_updated_at,
      created_at)
    select planted.id, own.store_id, 'onetime', version, 'active', now(), now()
    from planted, own`);
}

/** A version of the shop's product with the texts in every text field. */
async function plantVersion(sessionId: string, texts: readonly string[]) {
  const id = newUuid(test.clock.now());
  const media = texts.flatMap((text) => [
    { type: 'image', url: text, alt: text },
    { type: 'video', url: text, alt: text, thumbnail: text },
  ]);
  const all = texts.join(' ');
  await test.database.query(sql`
    insert into product_version (id, store_id, product_id, version_number, name, description,
      prices, media, success_url, created_at)
    select ${id}::uuid, old.store_id, old.product_id, 2, ${all}, ${texts.join('\n\n')}, old.prices,
      ${JSON.stringify(media)}::jsonb, ${all}, old.created_at
    from checkout_session session join product_version old
      on old.store_id = session.store_id and old.id = session.product_version_id
    where session.id = ${sessionId.slice('cs_'.length)}`);
  await test.database.query(sql`
    update product set test_version_id = ${id}
    from product_version version where version.id = ${id}
      and product.store_id = version.store_id and product.id = version.product_id`);
  await test.database.query(sql`
    update checkout_session set product_version_id = ${id}, success_url = ${all},
      buyer_email = ${all}, language = ${all},
      billing_detail = ${JSON.stringify({ country: all, state: all, taxId: all })}::jsonb
    where id = ${sessionId.slice('cs_'.length)}`);
}
