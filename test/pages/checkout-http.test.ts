import { describe, expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { expectError } from '../support/error-rows.ts';
import { post, type Reply, toReply } from '../support/merchant.ts';
import {
  APPROVED_CARD,
  DECLINED_CARD,
  dataOf,
  makeBuyerToken,
  makeSession,
  makeShop,
  payingBody,
  type Shop,
} from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';

const test = useTestApp();
const NOWHERE = 'cs_0190b0a0-0000-7000-8000-000000000000';
const CARD = { number: APPROVED_CARD, expMonth: 12, expYear: 2040, cvc: '123' };

const get = async (path: string) =>
  toReply(await fetch(`${test.baseUrl}${path}`, { redirect: 'manual' }));
const pathOf = (shop: Shop, sessionId: string) => `/store/${shop.store.slug}/checkout/${sessionId}`;
const pay = async (
  shop: Shop,
  sessionId: string,
  headers: Readonly<Record<string, string>> = {},
  card = APPROVED_CARD,
): Promise<Reply> => {
  const { checkoutSessionId: _, ...body } = await payingBody(test, sessionId, card);
  return post(test.baseUrl, `${pathOf(shop, sessionId)}/pay`, JSON.stringify(body), headers);
};
const submit = async (shop: Shop, sessionId: string, form: Readonly<Record<string, string>>) =>
  toReply(
    await fetch(`${test.baseUrl}${pathOf(shop, sessionId)}/pay`, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    }),
  );
const FORM = {
  buyerEmail: 'ada@example.com',
  country: 'DE',
  cardNumber: APPROVED_CARD,
  cardExpiry: '12 / 40',
  cardCvc: '123',
};

describe('hosted checkout over HTTP', () => {
  it('answers the page under a strict policy, without a cookie', async () => {
    const shop = await makeShop(test);
    const { status, headers, text } = await get(pathOf(shop, await makeSession(shop)));
    expect(status).toBe(200);
    const nonce = /<style nonce="([^"]+)"/.exec(text)?.[1];
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; " +
        `style-src 'self' 'nonce-${nonce}'; img-src 'self' https: data:; connect-src 'self'; ` +
        "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    );
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('set-cookie')).toBeNull();
  });

  it('sells a product again only once it is active again', async () => {
    const shop = await makeShop(test);
    const sessionId = await makeSession(shop);
    const setStatus = async (status: string) =>
      dataOf(
        await shop.merchant.call('onetime-product/update-status', { id: shop.productId, status }),
      );
    await setStatus('inactive');
    expect((await get(pathOf(shop, sessionId))).text).toContain(
      'This product can’t be bought right now',
    );
    expectError(await pay(shop, sessionId), 400, 'Product is not active', 'order');
    await setStatus('active');
    expect((await get(pathOf(shop, sessionId))).text).toContain('name="cardNumber"');
    expect((await pay(shop, sessionId)).status).toBe(200);
  });

  it('serves its icon at the path browsers request by default', async () => {
    const { status, headers, text } = await get('/favicon.ico');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('image/svg+xml');
    expect(text).toContain('<svg');
  });

  it('serves its assets under URLs that change with their content', async () => {
    const shop = await makeShop(test);
    const { text } = await get(pathOf(shop, await makeSession(shop)));
    const paths = [...text.matchAll(/(?:href|src)="(\/checkout-assets\/[^"]+)"/g)];
    expect(paths).toHaveLength(4);
    for (const [, path] of paths) {
      const asset = await get(path as string);
      expect(asset.status).toBe(200);
      expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(asset.headers.get('content-type')).toMatch(
        /^(text\/(css|javascript)|image\/svg\+xml); charset=utf-8$/,
      );
    }
  });

  it('finds a session only under the slug of its own store', async () => {
    const [shop, other] = [await makeShop(test), await makeShop(test)];
    const sessionId = await makeSession(shop);
    const unknown = [
      pathOf(other, sessionId),
      pathOf(shop, NOWHERE),
      pathOf(shop, sessionId.slice('cs_'.length)),
      pathOf(shop, '%00'),
    ];
    for (const path of unknown) {
      const reply = await get(path);
      expect(reply.status).toBe(404);
      expect(reply.text).toContain('This checkout doesn’t exist');
    }
    expectError(await pay(other, sessionId), 404, 'Checkout session not found', 'order');
    expectError(await pay(shop, NOWHERE), 404, 'Checkout session not found', 'order');
  });

  it('finds no plan change under a URL without one', async () => {
    const shop = await makeShop(test);
    const sessionId = await makeSession(shop);
    for (const path of [
      `/store/%00/change/${NOWHERE}`,
      `/store/${shop.store.slug}/change/${sessionId}`,
    ]) {
      const reply = await get(path);
      expect(reply.status).toBe(404);
      expect(reply.text).toContain('This checkout doesn’t exist');
    }
  });

  it('hides the sessions of a deleted store', async () => {
    const shop = await makeShop(test);
    const sessionId = await makeSession(shop);
    await test.database.query(
      sql`update store set deleted_at = now() where slug = ${shop.store.slug}`,
    );
    expect((await get(pathOf(shop, sessionId))).status).toBe(404);
  });

  it('exchanges a test card for a token, then pays, in the envelope', async () => {
    const shop = await makeShop(test, { successUrl: 'https://shop.example/thanks' });
    const sessionId = await makeSession(shop);
    const tokens = await post(test.baseUrl, '/sandbox/tokens', JSON.stringify(CARD));
    expect(dataOf(tokens)).toEqual({
      token: expect.any(String),
      brand: 'visa',
      last4: '4242',
    });
    expect(dataOf(await pay(shop, sessionId))).toEqual({
      orderId: expect.stringMatching(/^ORD_/),
      status: 'completed',
      successUrl: 'https://shop.example/thanks',
    });
  });

  it('declines in the envelope and leaves the session open', async () => {
    const shop = await makeShop(test);
    const sessionId = await makeSession(shop);
    const reply = await pay(shop, sessionId, {}, DECLINED_CARD);
    expectError(reply, 400, 'Payment declined: card_declined', 'order');
    expect((await get(pathOf(shop, sessionId))).text).toContain('data-state="open"');
    expect((await pay(shop, sessionId)).status).toBe(200);
  });

  it('pays as the buyer of a session token, with or without X-Environment', async () => {
    const shop = await makeShop(test);
    const authorization = `Bearer ${await makeBuyerToken(shop, 'buyer-7')}`;
    const ways: Record<string, string>[] = [
      { authorization },
      { authorization, 'x-environment': 'test' },
    ];
    for (const headers of ways) {
      const sessionId = await makeSession(shop);
      expect((await pay(shop, sessionId, headers)).status).toBe(200);
      const [order] = await test.database.query(sql`
        select buyer_identity from orders
        where checkout_session_id = ${sessionId.slice('cs_'.length)}`);
      expect(order).toEqual({ buyer_identity: 'buyer-7' });
    }
  });

  it("refuses a dead token, another environment's and another store's", async () => {
    const [shop, other] = [await makeShop(test), await makeShop(test)];
    const sessionId = await makeSession(shop);
    const authorization = `Bearer ${await makeBuyerToken(shop)}`;
    const foreign = `Bearer ${await makeBuyerToken(other)}`;
    const send = (headers: Record<string, string>) => pay(shop, sessionId, headers);
    const invalid = [401, 'Invalid or expired token', 'gateway'] as const;
    expectError(await send({ authorization: 'Bearer x' }), ...invalid);
    expectError(await send({ authorization, 'x-environment': 'prod' }), ...invalid);
    expectError(await send({ authorization: foreign }), 403, 'Insufficient permissions', 'gateway');
  });

  it('returns the same order however often the buyer submits the payment', async () => {
    const shop = await makeShop(test);
    const sessionId = await makeSession(shop);
    const body = JSON.stringify(await payingBody(test, sessionId));
    const send = () => post(test.baseUrl, `${pathOf(shop, sessionId)}/pay`, body);
    const [first, second] = [await send(), await send()];
    expect(second.status).toBe(200);
    expect(second.text).toBe(first.text);
  });

  it('accepts only JSON or a form', async () => {
    const shop = await makeShop(test);
    const sessionId = await makeSession(shop);
    const reply = await pay(shop, sessionId, { 'content-type': 'text/plain' });
    expectError(reply, 415, 'Content-Type must be application/json', 'gateway');
    const broken = await post(test.baseUrl, `${pathOf(shop, sessionId)}/pay`, '{');
    expectError(broken, 400, 'Malformed JSON body', 'gateway');
    expectError(
      await post(test.baseUrl, '/sandbox/tokens', '[]'),
      400,
      'Request body must be a JSON object',
      'gateway',
    );
  });

  it('ignores a session and a success URL in the body or the query', async () => {
    const shop = await makeShop(test);
    const [sessionId, other] = [await makeSession(shop), await makeSession(shop)];
    const body = { ...(await payingBody(test, other)), successUrl: 'https://evil.example' };
    const target = `${pathOf(shop, sessionId)}/pay?successUrl=https://evil.example`;
    const reply = await post(test.baseUrl, target, JSON.stringify(body));
    expect(dataOf(reply).successUrl).toBeNull();
    const page = await get(`${pathOf(shop, sessionId)}?successUrl=https://evil.example`);
    expect(page.text).toContain('data-state="already-paid"');
    expect(page.text).not.toContain('evil.example');
    expect((await get(pathOf(shop, other))).text).toContain('data-state="open"');
  });

  it('answers a plain form with the receipt or the error', async () => {
    const shop = await makeShop(test);
    const sessionId = await makeSession(shop);
    const wrong = await submit(shop, sessionId, { ...FORM, country: 'US', cardCvc: '' });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('Enter your state.');
    const real = await submit(shop, sessionId, { ...FORM, cardNumber: '5555 5555 5555 4444' });
    expect(real.status).toBe(400);
    expect(real.text).toContain('Unknown test card');
    for (const { text } of [wrong, real]) {
      expect(text).toContain('value="ada@example.com"');
      expect(text.replaceAll(' ', '')).not.toMatch(/5555555555554444|value="4242/);
    }
    const paid = await submit(shop, sessionId, FORM);
    expect(paid.status).toBe(303);
    expect(paid.headers.get('location')).toMatch(/^\/store\/[^/]+\/checkout\/cs_[^/]+\?order=ORD_/);
    const again = await submit(shop, sessionId, FORM);
    expect([again.status, again.headers.get('location')]).toEqual([303, pathOf(shop, sessionId)]);
  });

  it('refuses a form with text that can’t be stored', async () => {
    const shop = await makeShop(test);
    const reply = await submit(shop, await makeSession(shop), { ...FORM, businessName: '\0' });
    expect(reply.status).toBe(400);
    expect(reply.headers.get('content-type')).toContain('text/html');
  });

  it("redirects a refused payment's URL back to the page", async () => {
    const shop = await makeShop(test);
    const sessionId = await makeSession(shop);
    const reply = await get(`${pathOf(shop, sessionId)}/pay`);
    expect([reply.status, reply.headers.get('location')]).toEqual([303, pathOf(shop, sessionId)]);
  });
});
