import { describe, expect, it } from 'vitest';
import { describeErrorRows, expectError, unreachable } from '../../../test/support/error-rows.ts';
import { makeMerchant } from '../../../test/support/merchant.ts';
import { callAsBuyer, dataOf, makeShop, type Shop } from '../../../test/support/selling.ts';
import { TEST_SECRET_KEY, useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';
import { createSecrets } from '../../secrets.ts';
import { issueSessionToken } from './issue-session-token.ts';

const test = useTestApp();
const PATH = 'auth/issue-session-token';
const claimsOf = (token: string) =>
  createSecrets(TEST_SECRET_KEY).verifyToken(token, test.clock.now());
const buyerIdentity = 'user-1';

describe('auth/issue-session-token', () => {
  it('carries the store, the buyer and the environment for 5 minutes', async () => {
    const { merchant, store } = await makeShop(test);
    const before = test.clock.now().getTime();
    const body = { storeId: store.id, buyerIdentity: ' user-1 ' };
    const { token, expiresAt } = dataOf(await merchant.call(PATH, body));
    const lifeMs = Date.parse(expiresAt) - before;
    expect(lifeMs).toBeGreaterThan(298_000);
    expect(lifeMs).toBeLessThanOrEqual(301_000);
    expect(await claimsOf(token)).toEqual({
      storeId: decodeId('STO', store.id),
      buyerIdentity: 'user-1',
      environment: 'test',
    });
  });

  it('uses the environment of the key and the store of the product', async () => {
    const { merchant, productId, store } = await makeShop(test);
    const options = { environment: 'prod' } as const;
    const { token } = dataOf(await merchant.call(PATH, { productId, buyerIdentity }, options));
    const storeId = decodeId('STO', store.id);
    expect(await claimsOf(token)).toMatchObject({ storeId, environment: 'prod' });
  });

  it('issues a token that is valid until it expires, in its environment only', async () => {
    const shop = await makeShop(test);
    const { token, expiresAt } = dataOf(await issue(shop));
    const order = { orderId: 'ORD_0000000000000000000001' };
    const call = (environment: 'test' | 'prod') =>
      callAsBuyer(test, token, 'onetime-order/cancel-order', order, { environment });
    expect((await call('test')).status).toBe(404);
    expectError(await call('prod'), 401, 'Invalid or expired token', 'gateway');
    test.clock.advance(Date.parse(expiresAt) - test.clock.now().getTime());
    expectError(await call('test'), 401, 'Invalid or expired token', 'gateway');
    test.clock.advance(-300_000);
  });

  it('never replays a token: each call issues its own', async () => {
    const { merchant, store } = await makeShop(test);
    const headers = { 'x-idempotency-key': 'token' };
    const send = (buyer: string) =>
      merchant.call(PATH, { storeId: store.id, buyerIdentity: buyer }, { headers });
    const first = dataOf(await send('a'));
    const second = dataOf(await send('b'));
    expect((await claimsOf(first.token))?.buyerIdentity).toBe('a');
    expect((await claimsOf(second.token))?.buyerIdentity).toBe('b');
  });

  it("answers for another merchant's product as for a missing one", async () => {
    const { productId } = await makeShop(test);
    const stranger = await makeMerchant(test);
    const reply = await stranger.call(PATH, { productId, buyerIdentity });
    expectError(reply, 404, 'Product not found', 'product');
  });

  it('finds the deleted store of an own product, which others do not', async () => {
    const { merchant, store, productId } = await makeShop(test);
    await merchant.call('onetime-product/update-status', { id: productId, status: 'inactive' });
    expect((await merchant.call('store/delete-store', { id: store.id })).status).toBe(200);
    const body = { productId, buyerIdentity };
    const own = await merchant.call(PATH, body);
    expectError(own, 404, 'Store not found', 'store');
    const others = await (await makeShop(test)).merchant.call(PATH, body);
    expectError(others, 404, 'Product not found', 'product');
  });

  it("refuses another merchant's inactive store as it refuses an active one", async () => {
    const { merchant, store } = await makeShop(test);
    await merchant.call('store/update-store', { id: store.id, status: 'inactive' });
    const stranger = await makeMerchant(test);
    const reply = await stranger.call(PATH, { storeId: store.id, buyerIdentity });
    expectError(reply, 403, issueSessionToken.errors.forbidden.template, 'user');
  });

  it('refuses a member of the store', async () => {
    const shop = await makeShop(test);
    await demote(shop);
    const reply = await issue(shop);
    expectError(reply, 403, issueSessionToken.errors.forbidden.template, 'user');
  });

  it('tells a member first that the store is inactive, because that row is higher', async () => {
    const shop = await makeShop(test);
    await shop.merchant.call('store/update-store', { id: shop.store.id, status: 'inactive' });
    await demote(shop);
    expectError(await issue(shop), 400, issueSessionToken.errors.storeInactive.template, 'user');
  });

  it("does not find a product that is not the named store's", async () => {
    const other = await makeShop(test);
    const reply = await issue(await makeShop(test), { productId: other.productId });
    expectError(reply, 404, 'Product not found', 'product');
  });

  it('answers with the first row that applies', async () => {
    const reply = await issue(await makeShop(test), { storeId: 'x', buyerIdentity: '' });
    expectError(reply, 400, 'Missing required field: buyerIdentity', 'user');
  });
});

it('says that an own store is inactive before it looks for the product', async () => {
  const shop = await makeShop(test);
  await shop.merchant.call('store/update-store', { id: shop.store.id, status: 'suspended' });
  const reply = await issue(shop, { productId: 'PROD_0000000000000000000001' });
  expectError(reply, 400, issueSessionToken.errors.storeInactive.template, 'user');
});

describeErrorRows(issueSessionToken, {
  missingBuyer: async () => issue(await makeShop(test), { buyerIdentity: '  ' }),
  missingStore: async () => issue(await makeShop(test), { storeId: undefined }),
  malformedStoreId: {
    got: 'STO_1',
    send: async () => issue(await makeShop(test), { storeId: 'STO_1' }),
  },
  malformedProductId: {
    got: 'STO_0000000000000000000001',
    send: async () => issue(await makeShop(test), { productId: 'STO_0000000000000000000001' }),
  },
  longBuyer: async () => issue(await makeShop(test), { buyerIdentity: '😀'.repeat(513) }),
  storeInactive: async () => {
    const shop = await makeShop(test);
    await shop.merchant.call('store/update-store', { id: shop.store.id, status: 'suspended' });
    return issue(shop);
  },
  missingMerchant: unreachable('a request without a merchant is refused by the gateway'),
  forbidden: async () => {
    const { store } = await makeShop(test);
    return (await makeMerchant(test)).call(PATH, { storeId: store.id, buyerIdentity });
  },
  storeNotFound: async () => issue(await makeShop(test), { storeId: 'STO_0000000000000000000001' }),
  productNotFound: async () => {
    const productId = 'PROD_0000000000000000000001';
    return issue(await makeShop(test), { storeId: undefined, productId });
  },
  internal: unreachable('the gateway answers for internal errors'),
});

function issue({ merchant, store }: Shop, change: Readonly<Record<string, unknown>> = {}) {
  return merchant.call(PATH, { storeId: store.id, buyerIdentity, ...change });
}

function demote({ merchant }: Shop) {
  return test.database.query(sql`
    update store_merchant set role = 'member' where merchant_id = ${merchant.id}`);
}
