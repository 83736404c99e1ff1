import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { newUuid } from '../../src/kit/id.ts';
import { post } from '../support/merchant.ts';
import {
  APPROVED_CARD,
  dataOf,
  makeSession,
  makeShop,
  payingBody,
  type Shop,
} from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium, useChromium } from './chromium.ts';
import { MARKUP, PAYLOADS } from './payloads.ts';

const test = useTestApp();
const browser = useChromium();
const SHEET =
  /^:root\{color-scheme:light;(?:--[a-z-]+:#[0-9a-f]{6};)+--radius:8px\}@media \(prefers-color-scheme:dark\)\{:root\{color-scheme:dark;(?:--[a-z-]+:#[0-9a-f]{6};)+--radius:8px\}\}$/;

/** Puts the payload into each field that the page shows, bypassing input validation. */
async function plant(shop: Shop, sessionId: string, payload: string): Promise<void> {
  const theme = {
    checkoutLogo: payload,
    checkoutColorPrimary: payload,
    checkoutColorBackground: payload,
    checkoutColorCard: payload,
    checkoutColorText: payload,
    checkoutBorderRadius: payload,
  };
  const media = [
    { type: 'image', url: payload, alt: payload, thumbnail: payload },
    { type: 'image', url: 'https://images.example/x.png', alt: payload },
    { type: 'video', url: payload, alt: payload, thumbnail: payload },
  ];
  const versionId = newUuid(test.clock.now());
  const session = sessionId.slice('cs_'.length);
  await test.database.query(sql`
    update store set name = ${payload}, logo = ${payload}, support_email = ${payload},
      checkout_settings = ${JSON.stringify({ light: theme, dark: theme })}::jsonb
    where slug = ${shop.store.slug}`);
  await test.database.query(sql`
    insert into product_version (id, store_id, product_id, version_number, name, description,
      prices, media, success_url, created_at)
    select ${versionId}::uuid, old.store_id, old.product_id, (
        select max(version_number) + 1 from product_version
        where store_id = old.store_id and product_id = old.product_id),
      ${payload},
      ${payload}, old.prices, ${JSON.stringify(media)}::jsonb, ${payload}, old.created_at
    from checkout_session session join product_version old
      on old.store_id = session.store_id and old.id = session.product_version_id
    where session.id = ${session}`);
  await test.database.query(sql`
    update checkout_session set product_version_id = ${versionId}, success_url = ${payload},
      buyer_email = ${payload}, language = ${payload},
      billing_detail = ${JSON.stringify({ country: payload, state: payload, taxId: payload })}::jsonb
    where id = ${session}`);
}

/** The resulting state of the page. */
async function inspect(page: Page) {
  return page.evaluate(`({
    ran: window.__ran ?? null,
    sheet: [...document.querySelectorAll('style')].map((style) => style.textContent),
    scripts: document.querySelectorAll('script').length,
    sheets: document.querySelectorAll('link[rel=stylesheet]').length,
    foreign: document.querySelectorAll(
      'base, iframe, object, embed, video, audio, math, animate, svg script, meta[http-equiv]'
    ).length,
    forms: [...document.forms].map((form) => new URL(form.action).origin),
    handlers: [...document.querySelectorAll('*')].flatMap((element) =>
      element.getAttributeNames().filter((name) => name.startsWith('on') || name === 'style')),
    schemes: [...document.querySelectorAll('[href], [src], [srcset]')].map((element) =>
      new URL(element.href || element.src || element.srcset, location.href).protocol),
    mailto: [...document.querySelectorAll('a[href^="mailto:"]')].map((link) => link.search),
  })`) as Promise<{
    ran: unknown;
    sheet: string[];
    scripts: number;
    sheets: number;
    foreign: number;
    forms: string[];
    handlers: string[];
    schemes: string[];
    mailto: string[];
  }>;
}

function expectHarmless(seen: Awaited<ReturnType<typeof inspect>>): void {
  expect(seen).toMatchObject({ ran: null, scripts: 2, sheets: 1, foreign: 0, handlers: [] });
  expect(seen.sheet).toEqual([expect.stringMatching(SHEET)]);
  expect(seen.forms.filter((origin) => origin !== test.baseUrl)).toEqual([]);
  const allowed = ['http:', 'https:', 'mailto:', 'data:'];
  expect(seen.schemes.filter((scheme) => !allowed.includes(scheme))).toEqual([]);
  expect(seen.mailto.filter((query) => query !== '')).toEqual([]);
}

describeInChromium('a merchant’s input', () => {
  it('has at least 60 payloads', () => {
    expect(new Set(PAYLOADS).size).toBeGreaterThanOrEqual(60);
  });

  // The policy is disabled: the page must be safe on its own.
  it.each(['open', 'paid'] as const)('neither runs on nor restyles the %s page', async (state) => {
    const shop = await makeShop(test);
    const sessionId = await makeSession(shop);
    const address = await addressOf(shop, sessionId, state);
    const page = await browser.open({ bypassCSP: true });
    const bad = watch(page);
    for (const payload of PAYLOADS) {
      await plant(shop, sessionId, payload);
      await page.goto(address);
      expectHarmless(await inspect(page));
      expect({ payload, bad }).toEqual({ payload, bad: [] });
    }
  }, 240_000);

  it('is stopped by the policy if a page fails to escape it', async () => {
    const shop = await makeShop(test);
    const address = await addressOf(shop, await makeSession(shop), 'open');
    // No policy covers a refresh, so it is only escaped.
    const raw = MARKUP.filter((text) => !text.includes('refresh')).join('\n');
    for (const bypassCSP of [true, false]) {
      const page = await browser.open({ bypassCSP });
      const bad = watch(page);
      await page.route(address, async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace('</body>', `${raw}</body>`);
        await route.fulfill({ response, body });
      });
      await page.goto(address);
      expect([bypassCSP, (await inspect(page)).ran]).toEqual([bypassCSP, bypassCSP ? 1 : null]);
      expect([bypassCSP, bad.length > 0]).toEqual([bypassCSP, bypassCSP]);
    }
  });
});

async function addressOf(shop: Shop, sessionId: string, state: 'open' | 'paid'): Promise<string> {
  const path = `/store/${shop.store.slug}/checkout/${sessionId}`;
  if (state === 'open') return test.baseUrl + path;
  const body = JSON.stringify(await payingBody(test, sessionId, APPROVED_CARD));
  const { orderId } = dataOf(await post(test.baseUrl, `${path}/pay`, body));
  return `${test.baseUrl}${path}?order=${orderId}`;
}

/** Requests and dialogs that only a payload with an effect would make. */
function watch(page: Page): string[] {
  const bad: string[] = [];
  page.on('requestfailed', (request) => {
    const blocked = request.failure()?.errorText.includes('csp');
    if (/^https:\/\/evil\.example\/(?:ran|css)/.test(request.url()) && !blocked) {
      bad.push(request.url());
    }
  });
  page.on('dialog', (dialog) => {
    bad.push(dialog.message());
    return dialog.dismiss();
  });
  return bad;
}
