import { describe, expect, it } from 'vitest';
import {
  callAsBuyer,
  callAsVisitor,
  dataOf,
  eventsOf,
  makeBuyerToken,
  makeShop,
  payingBody,
} from '../../../test/support/selling.ts';
import { useTestApp } from '../../../test/support/test-app.ts';

const test = useTestApp({ PROVIDER_PROD: 'sandbox', KYB_AUTO_APPROVE: 'true' });

describe('production for trials', () => {
  it('is open to every store, with the sandbox as its provider', async () => {
    const shop = await makeShop(test, {}, 'prod');
    const body = { productId: shop.productId, currency: 'USD' };
    const prod = { environment: 'prod' } as const;
    const visit = await callAsVisitor(test, shop.store.slug, 'checkout/create-session', body, prod);
    const { sessionId } = dataOf(visit);
    const token = await makeBuyerToken(shop, 'buyer-1', 'prod');
    const paying = await payingBody(test, sessionId);
    const path = 'onetime-order/create-order';
    expect(dataOf(await callAsBuyer(test, token, path, paying, prod)).status).toBe('completed');
    const [event] = await eventsOf(shop);
    expect(event.mode).toBe('prod');
  });

  it('keeps the environments apart: a test token does not find a production session', async () => {
    const shop = await makeShop(test, {}, 'prod');
    const body = { productId: shop.productId, currency: 'USD' };
    const prod = { environment: 'prod' } as const;
    const made = await shop.merchant.call('checkout/create-session', body, prod);
    const paying = await payingBody(test, dataOf(made).sessionId);
    const token = await makeBuyerToken(shop);
    const reply = await callAsBuyer(test, token, 'onetime-order/create-order', paying);
    expect(reply.status).toBe(404);
  });
});
