import { describe, expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { LANGUAGES } from '../../src/kit/languages.ts';
import { toReply } from '../support/merchant.ts';
import { dataOf, makeShop, type Shop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';

const test = useTestApp();
const PRICES = {
  USD: { amount: '29.00', taxIncluded: true, taxCategory: 'saas' },
  EUR: { amount: '27.00', taxIncluded: true, taxCategory: 'saas' },
  JPY: { amount: '4200', taxIncluded: true, taxCategory: 'saas' },
};

const get = async (path: string, headers: Readonly<Record<string, string>> = {}) =>
  toReply(await fetch(`${test.baseUrl}${path}`, { redirect: 'manual', headers }));
const buy = async (path: string, form: Readonly<Record<string, string>>) =>
  toReply(
    await fetch(`${test.baseUrl}${path}`, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    }),
  );
const storePath = ({ store }: Shop) => `/store/${store.slug}`;
const productPath = (shop: Shop, id = shop.productId) => `${storePath(shop)}/product/${id}`;

async function makePlan(shop: Shop, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const body = { storeId: shop.store.id, name: 'A plan', billingPeriod: 'monthly', prices: PRICES };
  const call = shop.merchant.call('subscription-product/create-product', { ...body, ...more });
  return dataOf(await call).product.id;
}

describe("a store's page", () => {
  it('lists active products of the environment, with a banner in test', async () => {
    const shop = await makeShop(test);
    const off = await makePlan(shop, { name: 'Withdrawn' });
    await shop.merchant.call('subscription-product/update-status', { id: off, status: 'inactive' });
    const inTest = await get(`${storePath(shop)}?environment=test`);
    expect(inTest.status).toBe(200);
    expect(inTest.text).toContain('An e-book');
    expect(inTest.text).toContain('Test mode');
    expect(inTest.text).toContain('noindex');
    expect(inTest.text).not.toContain('Withdrawn');
    const inProd = await get(storePath(shop));
    expect(inProd.text).toContain('This store isn’t accepting payments right now');
    expect(inProd.text).not.toContain('An e-book');
  });

  it('is found by an address that ends with a slash, as browsers complete it', async () => {
    const shop = await makeShop(test);
    const [path, query] = [storePath(shop), '?environment=test&a=/b/'];
    for (const address of [path, `${path}/portal`, productPath(shop)]) {
      const { status, headers } = await get(`${address}/${query}`);
      const led = new URL(headers.get('location') ?? '', `${test.baseUrl}${address}/`).href;
      expect([status, led]).toEqual([308, `${test.baseUrl}${address}${query}`]);
    }
    for (const address of ['/checkout', '/checkout//', '/other/page', '//example.com', '//']) {
      const { status, headers, text } = await get(`${path}${address}${query}`);
      expect([address, status, headers.get('location')]).toEqual([address, 404, null]);
      expect(text).toContain('The link may be incomplete');
    }
  });

  it('sells in production once the store is enabled and the product published', async () => {
    const shop = await makeShop(test);
    await test.database.query(
      sql`update store set prod_enabled = true where slug = ${shop.store.slug}`,
    );
    expect((await get(storePath(shop))).text).toContain('There’s nothing for sale here yet');
    await shop.merchant.call('onetime-product/publish-product', { id: shop.productId });
    const { text } = await get(storePath(shop));
    expect(text).toContain('An e-book');
    expect(text).not.toContain('Test mode');
    expect(text).not.toContain('noindex');
  });

  it('shows 24 products a page, in a currency of choice', async () => {
    const shop = await makeShop(test);
    for (let at = 0; at < 24; at += 1) await makePlan(shop, { name: `Plan ${at}.` });
    const first = await get(`${storePath(shop)}?environment=test&currency=JPY`);
    expect(first.text.match(/class="panel product"/g)).toHaveLength(24);
    expect(first.text).toContain('Plan 23.');
    expect(first.text).toContain('¥4,200');
    expect(first.text).toContain('Page 1 of 2');
    expect(first.text).toContain('environment=test&amp;currency=JPY&amp;page=2');
    const second = await get(`${storePath(shop)}?environment=test&currency=JPY&page=2`);
    expect(second.text).toContain('An e-book');
    expect(second.text).not.toContain('Plan 23.');
    const beyond = await get(`${storePath(shop)}?environment=test&page=99`);
    expect(beyond.text).toContain('page=2');
  });

  it('offers no currency that can’t be charged', async () => {
    const { text } = await get(`${storePath(await makeShop(test))}?environment=test&currency=KWD`);
    expect(text).not.toMatch(/value="KWD"|KWD\s/);
    expect(text).toContain('$9.90');
  });

  it('reports a store that doesn’t exist or was deleted', async () => {
    const shop = await makeShop(test);
    await test.database.query(
      sql`update store set deleted_at = now() where slug = ${shop.store.slug}`,
    );
    for (const path of [storePath(shop), '/store/none', '/store/%00', productPath(shop)]) {
      const { status, text } = await get(path, { 'accept-language': 'pl' });
      expect([path, status]).toEqual([path, 404]);
      expect(text).toContain('Ten sklep nie istnieje');
    }
  });

  it('keeps the selected language in every link', async () => {
    const shop = await makeShop(test);
    const { text } = await get(`${storePath(shop)}?environment=test&language=th-TH`);
    expect(text).toContain('<html lang="th-TH" dir="ltr">');
    const links = [...text.matchAll(/(?:href|action)="(\/store\/[^"]*)"/g)].map(([, path]) => path);
    const picker = links.filter((path) => !path?.includes('language=th-TH'));
    expect(links.length - picker.length).toBeGreaterThanOrEqual(3);
    // The picker's own links, and the form whose hidden field carries the language.
    expect(picker.filter((path) => path?.includes('language='))).toHaveLength(LANGUAGES.length - 1);
  });
});

describe("a product's page", () => {
  it('shows description and price, and includes link preview data', async () => {
    const shop = await makeShop(test, {
      description: 'All **you** need.\n\n<b>No</b> [script](javascript:alert(1))',
      media: [{ type: 'image', url: 'https://img.example/a.png', alt: 'Cover' }],
    });
    const { status, text } = await get(`${productPath(shop)}?environment=test`);
    expect(status).toBe(200);
    expect(text).toContain('<strong>you</strong>');
    expect(text).toContain('<meta property="og:title" content="An e-book"');
    expect(text).toContain('content="All you need. &lt;b>No&lt;/b>');
    expect(text).toContain('<meta property="og:image" content="https://img.example/a.png"');
    expect(text).toContain('<title>An e-book · A store</title>');
    expect(text).not.toContain('href="javascript:');
  });

  it('shows the period and the trial of a subscription', async () => {
    const shop = await makeShop(test);
    const id = await makePlan(shop, { metadata: { trialDays: 14 } });
    const { text } = await get(`${productPath(shop, id)}?environment=test&language=ru-RU`);
    expect(text).toContain('Бесплатно 14 дней');
    expect(text).toContain('Каждый месяц');
    expect(text).toContain('затем 29,00');
    expect(text).toContain('Попробовать бесплатно');
  });

  it("doesn't find products of another store or environment, in the store's own theme", async () => {
    const [shop, other] = [await makeShop(test), await makeShop(test)];
    for (const id of [other.productId, 'PROD_x', '%00', shop.productId.slice(0, -1)]) {
      const { status, text } = await get(`${productPath(shop, id)}?environment=test`);
      expect([id, status]).toEqual([id, 404]);
      expect(text).toContain('This product doesn’t exist');
      expect(text).toContain('All products of A store');
    }
  });
});

describe('the buy button', () => {
  it("opens a checkout at the server's price, in the visitor's currency and language", async () => {
    const shop = await makeShop(test);
    const path = `${productPath(shop)}/buy?environment=test&language=ja-JP`;
    const forged = { amount: '0.01', priceSnapshot: '{}', successUrl: 'https://evil.example' };
    const reply = await buy(path, { currency: 'JPY', ...forged });
    expect(reply.status).toBe(303);
    const location = reply.headers.get('location') as string;
    expect(location).toMatch(/^\/store\/[^/]+\/checkout\/cs_[-0-9a-f]{36}\?language=ja-JP$/);
    const page = await get(location);
    expect(page.text).toContain('￥1,000');
    expect(page.text).not.toContain('evil.example');
  });

  it('reports a product that can’t be bought', async () => {
    const shop = await makeShop(test);
    const path = `${productPath(shop)}/buy?environment=test`;
    const wrong = await buy(path, { currency: 'KWD' });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('This product can’t be bought right now');
    const production = await buy(`${productPath(shop)}/buy`, { currency: 'USD' });
    expect(production.status).toBe(403);
    const other = await makeShop(test);
    const foreign = `${productPath(shop, other.productId)}/buy?environment=test`;
    const unknown = await buy(foreign, { currency: 'USD' });
    expect(unknown.status).toBe(404);
    expect(unknown.text).toContain('This product doesn’t exist');
  });

  it('accepts only a form, and redirects back when its URL is loaded', async () => {
    const shop = await makeShop(test);
    const path = `${productPath(shop)}/buy?environment=test`;
    const json = await fetch(test.baseUrl + path, {
      method: 'POST',
      body: '{"currency":"USD"}',
      headers: { 'content-type': 'application/json' },
    });
    expect(json.status).toBe(400);
    const reply = await get(path);
    const back = `${productPath(shop)}?environment=test`;
    expect([reply.status, reply.headers.get('location')]).toEqual([303, back]);
  });
});

describe('the language of a buyer', () => {
  it("is the selected one, else the session's, else the browser's, else English", async () => {
    const shop = await makeShop(test);
    const open = async (body: object) => {
      const reply = await shop.merchant.call('checkout/create-session', {
        ...{ productId: shop.productId, currency: 'USD', ...body },
      });
      return `${storePath(shop)}/checkout/${dataOf(reply).sessionId}`;
    };
    const langOf = async (path: string, accepted: string) => {
      const { text } = await get(path, { 'accept-language': accepted });
      return /<html lang="([^"]+)"/.exec(text)?.[1];
    };
    const [plain, korean] = [await open({}), await open({ language: 'ko-KR' })];
    expect(await langOf(plain, 'sv')).toBe('en');
    expect(await langOf(plain, 'de-DE,de;q=0.9')).toBe('de');
    expect(await langOf(plain, 'sv,zh-TW')).toBe('zh-Hant-TW');
    expect(await langOf(korean, 'de,zh-TW')).toBe('ko-KR');
    expect(await langOf(`${korean}?language=ms-MY`, 'de,zh-TW')).toBe('ms-MY');
    expect(await langOf(`${korean}?language=xx`, 'de,zh-TW')).toBe('ko-KR');
    expect(await langOf(`${korean}?language=fr-BE`, 'de')).toBe('fr');
  });
});
