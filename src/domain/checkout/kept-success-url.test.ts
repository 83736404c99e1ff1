import { describe, expect, it } from 'vitest';
import type { Environment } from '../../../test/support/merchant.ts';
import { post } from '../../../test/support/merchant.ts';
import {
  callAsVisitor,
  dataOf,
  makeShop,
  payingBody,
  type Shop,
} from '../../../test/support/selling.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';

const test = useTestApp({ PROVIDER_PROD: 'sandbox', KYB_AUTO_APPROVE: 'true' });
const PATH = 'checkout/create-session';
const OWN = 'https://product.example/thanks';

describe("a visitor's successUrl", () => {
  it.each([
    ['https://product.example/other?page=1', 'https://product.example/other?page=1'],
    ['https://site.example:443/thanks', 'https://site.example:443/thanks'],
    ['https://elsewhere.example/', OWN],
    ['http://site.example/thanks', OWN],
    ['https://site.example:8443/', OWN],
    ['https://site.example.elsewhere.example/', OWN],
    ['https://shop.site.example/', OWN],
  ])('in production: %s leads to %s', async (successUrl, leadsTo) => {
    const shop = await makeShop(test, { successUrl: OWN }, 'prod');
    await bindWebsite(shop);
    expect(await visitAndPay(shop, successUrl, 'prod')).toBe(leadsTo);
  });

  it('leads nowhere in production when the store has no known origin', async () => {
    const shop = await makeShop(test, {}, 'prod');
    expect(await visitAndPay(shop, 'https://elsewhere.example/', 'prod')).toBeNull();
  });

  it('is kept in test, as is a merchant’s in production', async () => {
    const url = 'https://elsewhere.example/';
    expect(await visitAndPay(await makeShop(test), url, 'test')).toBe(url);
    const shop = await makeShop(test, {}, 'prod');
    const body = { productId: shop.productId, currency: 'USD', successUrl: url };
    const made = await shop.merchant.call(PATH, body, { environment: 'prod' });
    expect(await pay(shop, dataOf(made).sessionId)).toBe(url);
  });
});

/** The URL that a buyer is sent to after paying a session that a visitor created. */
async function visitAndPay(shop: Shop, successUrl: string, environment: Environment) {
  const body = { productId: shop.productId, currency: 'USD', successUrl };
  const made = await callAsVisitor(test, shop.store.slug, PATH, body, { environment });
  return pay(shop, dataOf(made).sessionId);
}

async function pay({ store }: Shop, sessionId: string): Promise<string | null> {
  const page = `/store/${store.slug}/checkout/${sessionId}/pay`;
  const body = JSON.stringify(await payingBody(test, sessionId));
  return dataOf(await post(test.baseUrl, page, body)).successUrl;
}

/** Sets the website, as verify-website does once the site shows the token. */
async function bindWebsite({ store }: Shop): Promise<void> {
  const website = 'https://site.example/about';
  await test.database.query(
    sql`update store set website = ${website} where id = ${decodeId('STO', store.id)}`,
  );
}
