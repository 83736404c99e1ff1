import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WaffoPancake } from '@waffo/pancake-ts';
import { describe, expect, it } from 'vitest';
import { makeOrder, makeShop, type Shop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';

/** Every query of the published client's guide, verbatim, through that client. */
const modules = join(import.meta.dirname, '../../node_modules');
const guide = readFileSync(join(modules, '@waffo/pancake-ts/docs/graphql-guide.md'), 'utf8');
const queries = [...guide.matchAll(/query: `([^`]+)`/g)].map((match) => match[1] as string);
const test = useTestApp();

describe('the guide of the published client', () => {
  it('has queries', () => {
    expect(queries.length).toBeGreaterThan(30);
  });

  for (const query of queries) {
    const title = query.replace(/\s+/g, ' ').slice(0, 90);
    it(`answers ${title}`, async () => {
      const shop = await makeShop(test);
      const orderId = await makeOrder(shop);
      const sdk = new WaffoPancake({
        merchantId: shop.merchant.shortId,
        privateKey: pemOf(shop),
        baseUrl: test.baseUrl,
      });
      const variables = variablesOf(query, shop, orderId);
      const { data, errors } = await sdk.graphql.query({ query, variables });
      expect(errors).toBeUndefined();
      expect(Object.keys(data ?? {}).length).toBeGreaterThan(0);
      expect(JSON.stringify(data)).not.toContain('undefined');
    });
  }
});

function pemOf({ merchant }: Shop): string {
  return merchant.keys.test.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function variablesOf(query: string, shop: Shop, orderId: string): Record<string, string> {
  const id = /merchant\(/.test(query)
    ? shop.merchant.shortId
    : /Order\(id/.test(query)
      ? orderId
      : shop.store.id;
  const all = { id, storeId: shop.store.id, productId: shop.productId, ref: 'ORDER-1' };
  return Object.fromEntries(Object.entries(all).filter(([name]) => query.includes(`$${name}`)));
}
