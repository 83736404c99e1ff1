import { describe, expect, it } from 'vitest';
import { expectError } from '../../../test/support/error-rows.ts';
import type { Environment } from '../../../test/support/merchant.ts';
import { needs } from '../../../test/support/needs.ts';
import { uuidOf } from '../../../test/support/paying-cases.ts';
import {
  BILLING,
  callAsBuyer,
  callAsVisitor,
  dataOf,
  makeBuyerToken,
  makeShop,
  type Shop,
} from '../../../test/support/selling.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';
import { createSession } from './create-session.ts';

const test = useTestApp();
const PATH = 'checkout/create-session';

describe('checkout/create-session', () => {
  it('creates a session of 45 minutes and returns the URL of its page', async () => {
    const shop = await makeShop(test);
    const before = test.clock.now().getTime();
    const data = dataOf(await create(shop));
    expect(data).toEqual({
      sessionId: expect.stringMatching(/^cs_[0-9a-f-]{36}$/),
      checkoutUrl: `${test.config.PUBLIC_URL}/store/${shop.store.slug}/checkout/${data.sessionId}`,
      expiresAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    });
    const lifeMs = Date.parse(data.expiresAt) - before;
    expect(Math.abs(lifeMs - 2_700_000)).toBeLessThan(10_000);
  });

  it('stores every field that a merchant sends', async () => {
    const shop = await makeShop(test);
    const given = {
      productType: 'onetime',
      priceSnapshot: { amount: '3.5', taxCategory: 'saas' },
      withTrial: false,
      buyerEmail: 'b@example.com',
      billingDetail: { ...BILLING, taxId: 'DE1', unknown: 1 },
      successUrl: 'https://shop.example/thanks',
      expiresInSeconds: 60,
      darkMode: true,
      metadata: { a: 'b' },
      orderMerchantExternalId: 'A-1',
      language: 'pt-BR',
      excludePaymentMethods: ['wechat', 'applepay'],
    };
    expect(await storedOf(dataOf(await create(shop, given)).sessionId)).toEqual({
      environment: 'test',
      status: 'open',
      currency: 'USD',
      amountMinor: 350n,
      taxCategory: 'saas',
      withTrial: false,
      buyerEmail: 'b@example.com',
      billingDetail: { ...BILLING, taxId: 'DE1' },
      successUrl: 'https://shop.example/thanks',
      darkMode: true,
      language: 'pt-BR',
      metadata: { a: 'b' },
      externalId: 'A-1',
      methods: ['card', 'googlepay'],
      seconds: 60,
    });
  });

  it("drops a visitor's price, trial, expiry, metadata, external id and methods", async () => {
    const shop = await makeShop(test);
    const given = {
      productId: shop.productId,
      currency: 'JPY',
      priceSnapshot: { amount: '1', taxCategory: 'saas' },
      withTrial: true,
      expiresInSeconds: 1,
      metadata: { a: 1 },
      orderMerchantExternalId: 'x'.repeat(200),
      includePaymentMethods: ['cash'],
      buyerEmail: 'visitor@example.com',
    };
    const reply = await callAsVisitor(test, shop.store.slug, PATH, given);
    expect(reply.body).not.toHaveProperty('warnings');
    expect(await storedOf(dataOf(reply).sessionId)).toMatchObject({
      amountMinor: 1000n,
      withTrial: null,
      buyerEmail: 'visitor@example.com',
      metadata: {},
      externalId: null,
      methods: ['card', 'applepay', 'googlepay'],
      seconds: 2_700,
    });
  });

  it('does not let a visitor buy a product of another store', async () => {
    const { productId } = await makeShop(test);
    const { store } = await makeShop(test);
    const body = { productId, currency: 'USD' };
    const reply = await callAsVisitor(test, store.slug, PATH, body);
    expectError(reply, 404, 'Product not found', 'product');
  });

  it("does not find another merchant's product", async () => {
    const { productId } = await makeShop(test);
    const reply = await create(await makeShop(test), { productId });
    expectError(reply, 404, 'Product not found', 'product');
  });

  it('does not find a product that is not published in the environment', async () => {
    const shop = await makeShop(test);
    await enableProd(shop);
    expectError(await create(shop, {}, 'prod'), 404, 'Product not found', 'product');
  });

  it('reports that production is disabled before any product error', async () => {
    const reply = await create(await makeShop(test), {}, 'prod');
    expectError(reply, 403, createSession.errors.prodDisabled.template, 'order');
  });

  it('freezes the price: a later change of the product does not affect the session', async () => {
    const shop = await makeShop(test);
    const { sessionId } = dataOf(await create(shop));
    const [before] = await versionOf(sessionId);
    const prices = { USD: { amount: '99', taxCategory: 'ebook' } };
    const change = { id: shop.productId, name: 'Dearer', prices };
    await shop.merchant.call('onetime-product/update-product', change);
    expect(await versionOf(sessionId)).toEqual([before]);
    expect((await storedOf(sessionId))?.amountMinor).toBe(990n);
  });

  it('refuses a session token that names no order to change', async () => {
    const shop = await makeShop(test);
    const body = { productId: shop.productId, currency: 'USD' };
    const reply = await callAsBuyer(test, await makeBuyerToken(shop), PATH, body);
    expectError(reply, 403, 'Insufficient permissions', 'gateway');
  });

  it('replays the answer for the same idempotency key', async () => {
    const shop = await makeShop(test);
    const headers = { 'x-idempotency-key': 'one-session' };
    const body = { productId: shop.productId, currency: 'USD' };
    const first = await shop.merchant.call(PATH, body, { headers });
    const second = await shop.merchant.call(PATH, body, { headers });
    expect(second.text).toBe(first.text);
  });

  it('makes one session for each key of 200 concurrent calls', needs('server'), async () => {
    const shop = await makeShop(test);
    const body = { productId: shop.productId, currency: 'USD' };
    const calls = Array.from({ length: 200 }, (_, index) =>
      shop.merchant.call(PATH, body, { headers: { 'x-idempotency-key': `race-${index % 4}` } }),
    );
    const statuses = new Set((await Promise.all(calls)).map(({ status }) => status));
    expect([...statuses].filter((status) => status !== 200 && status !== 409)).toEqual([]);
    const sessions = await test.database.query(sql`
      select from checkout_session where store_id = ${decodeId('STO', shop.store.id)}`);
    expect(sessions).toHaveLength(4);
  });
});

function create(
  { merchant, productId }: Shop,
  change: Readonly<Record<string, unknown>> = {},
  environment: Environment = 'test',
) {
  return merchant.call(PATH, { productId, currency: 'USD', ...change }, { environment });
}

async function enableProd({ store }: Shop): Promise<void> {
  await test.database.query(sql`update store set prod_enabled = true where slug = ${store.slug}`);
}

async function storedOf(sessionId: string) {
  const [row] = await test.database.query<Record<string, unknown>>(sql`
    select environment, status, currency, amount_minor as "amountMinor",
      tax_category as "taxCategory", with_trial as "withTrial", buyer_email as "buyerEmail",
      billing_detail as "billingDetail", success_url as "successUrl", dark_mode as "darkMode",
      language, metadata, merchant_external_id as "externalId", payment_methods as methods,
      extract(epoch from expires_at - created_at)::int as seconds
    from checkout_session where id = ${uuidOf(sessionId)}`);
  return row;
}

function versionOf(sessionId: string) {
  return test.database.query<{ version: string }>(sql`
    select product_version_id as version from checkout_session where id = ${uuidOf(sessionId)}`);
}
