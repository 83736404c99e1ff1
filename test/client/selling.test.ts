import { WaffoPancake, WaffoPancakeError } from '@waffo/pancake-ts';
import { describe, expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { encodeId, type Id } from '../../src/kit/id.ts';
import { uuidOf } from '../support/paying-cases.ts';
import {
  callAsBuyer,
  DECLINED_CARD,
  dataOf,
  eventsOf,
  makeShop,
  payingBody,
  type Shop,
} from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';

/** The published client, unmodified except for its base URL. */
const test = useTestApp();

describe('the published client sells', () => {
  it('issues session tokens for a store and for a product', async () => {
    const shop = await makeShop(test);
    const client = clientOf(shop);
    const buyerIdentity = 'customer@example.com';
    for (const scope of [{ storeId: shop.store.id }, { productId: shop.productId }]) {
      const { token, expiresAt } = await client.auth.issueSessionToken({ ...scope, buyerIdentity });
      expect(token.split('.')).toHaveLength(3);
      expect(Date.parse(expiresAt)).toBeGreaterThan(test.clock.now().getTime());
    }
  });

  it('creates checkout sessions at each level', async () => {
    const shop = await makeShop(test);
    const client = clientOf(shop);
    const params = { productId: shop.productId, currency: 'USD' };
    const plain = await client.checkout.createSession(params);
    const anonymous = await client.checkout.anonymous.create({
      ...params,
      buyerEmail: 'customer@example.com',
      billingDetail: { country: 'DE', isBusiness: false },
      metadata: { order: '1' },
    });
    const address = (id: string) =>
      `${test.config.PUBLIC_URL}/store/${shop.store.slug}/checkout/${id}`;
    for (const { sessionId, checkoutUrl } of [plain, anonymous]) {
      expect(checkoutUrl).toBe(address(sessionId));
    }
    const known = await client.checkout.authenticated.create({
      ...params,
      buyerIdentity: 'user-123',
      orderMerchantExternalId: 'ORDER-1',
    });
    expect(known.checkoutUrl).toBe(`${address(known.sessionId)}#token=${known.token}`);
  });

  it('gets the same session again for the same idempotency key', async () => {
    const shop = await makeShop(test);
    const { checkout } = clientOf(shop);
    const params = { productId: shop.productId, currency: 'USD' };
    const first = await checkout.createSession(params, { idempotencyKey: 'order-1' });
    expect(await checkout.createSession(params, { idempotencyKey: 'order-1' })).toEqual(first);
  });

  it('gets the error messages', async () => {
    const shop = await makeShop(test);
    const { checkout } = clientOf(shop);
    const asked = checkout.createSession({ productId: shop.productId, currency: 'EUR' });
    const error = await asked.catch((refused: unknown) => refused);
    expect(error).toBeInstanceOf(WaffoPancakeError);
    expect(error).toMatchObject({
      status: 400,
      errors: [{ message: 'Currency EUR is not supported for this product', layer: 'order' }],
    });
  });

  it("passes the customer's identity on to the event", async () => {
    const shop = await makeShop(test);
    const params = { productId: shop.productId, currency: 'USD', buyerIdentity: 'user-123' };
    const { sessionId, token } = await clientOf(shop).checkout.authenticated.create(params);
    const body = await payingBody(test, sessionId);
    dataOf(await callAsBuyer(test, token, 'onetime-order/create-order', body));
    const [event] = await eventsOf(shop);
    expect(event.data).toMatchObject({
      merchantProvidedBuyerIdentity: 'user-123',
      orderStatus: 'completed',
    });
  });

  it('cancels a customer’s pending order, but not a completed one', async () => {
    const shop = await makeShop(test);
    const client = clientOf(shop);
    const params = { productId: shop.productId, currency: 'USD', buyerIdentity: 'user-123' };
    const { sessionId, token } = await client.checkout.authenticated.create(params);
    const customer = client.customer(token, { environment: 'test' });
    const declined = await payingBody(test, sessionId, DECLINED_CARD);
    await callAsBuyer(test, token, 'onetime-order/create-order', declined);
    const orderId = await orderOf(sessionId);
    expect(await customer.cancelOnetimeOrder({ orderId })).toEqual({ orderId, status: 'canceled' });
    await expect(customer.cancelOnetimeOrder({ orderId })).rejects.toMatchObject({
      status: 400,
      errors: [{ message: 'Order cannot be canceled, current status: canceled', layer: 'order' }],
    });
  });
});

function clientOf({ merchant }: Shop): WaffoPancake {
  return new WaffoPancake({
    merchantId: merchant.shortId,
    privateKey: merchant.keys.test.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    baseUrl: test.baseUrl,
  });
}

async function orderOf(sessionId: string): Promise<string> {
  const [order] = await test.database.query<{ id: Id<'ORD'> }>(sql`
    select id from orders where checkout_session_id = ${uuidOf(sessionId)}`);
  return encodeId('ORD', order?.id as Id<'ORD'>);
}
