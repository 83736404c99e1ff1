import { describe, expect, it } from 'vitest';
import { encodeId, newId } from '../../src/kit/id.ts';
import { createSender } from '../support/foreign-sender.ts';
import { makeMerchant } from '../support/merchant.ts';
import { callAsBuyer, dataOf, payingBody } from '../support/selling.ts';
import { misfits, nullable } from '../support/shapes.ts';
import { makeClub } from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';

/** Requests the public Ruby client makes, and the fields it reads; its code isn't run here. */
const test = useTestApp();

const ORDER_QUERY = `query ($id: String!) { subscriptionOrder(id: $id) {
  id storeId status testMode buyerEmail merchantProvidedBuyerIdentity orderMerchantExternalId
  billingPeriod currentPeriodStart currentPeriodEnd canceledAt } }`;

const ORDER = {
  id: 'string',
  storeId: 'string',
  status: 'string',
  testMode: 'boolean',
  buyerEmail: 'string',
  merchantProvidedBuyerIdentity: nullable('string'),
  orderMerchantExternalId: nullable('string'),
  billingPeriod: 'string',
  currentPeriodStart: 'string',
  currentPeriodEnd: 'string',
  canceledAt: nullable('string'),
} as const;
const SESSION = { sessionId: 'string', checkoutUrl: 'string', expiresAt: 'string' } as const;
const STATE = { orderId: 'string', status: 'string' } as const;

describe('requests of the Ruby client', () => {
  it('sell a subscription to a known customer, look it up, cancel it and reactivate it', async () => {
    const club = await makeClub(test);
    const { act, send } = createSender(test, club.merchant);
    const { productId } = club;
    const identity = { buyerIdentity: 'user-1', productId };
    const token = await act('auth/issue-session-token', identity, {
      token: 'string',
      expiresAt: 'string',
    });
    const asked = { productId, currency: 'USD', orderMerchantExternalId: '42' };
    const { sessionId } = await act('checkout/create-session', asked, SESSION);
    const body = await payingBody(test, sessionId);
    const paid = await callAsBuyer(test, token.token, 'subscription-order/create-order', body);
    const { orderId } = dataOf(paid);
    const reply = await send('/v1/graphql', { query: ORDER_QUERY, variables: { id: orderId } });
    const { subscriptionOrder } = reply.body.data;
    expect(misfits(ORDER, subscriptionOrder)).toEqual([]);
    expect(subscriptionOrder).toMatchObject({
      ...{ status: 'active', testMode: true, canceledAt: null },
      ...{ merchantProvidedBuyerIdentity: 'user-1', orderMerchantExternalId: '42' },
    });
    const canceling = await act('subscription-order/cancel-order', { orderId }, STATE);
    expect(canceling.status).toBe('canceling');
    const kept = await act('subscription-order/reactivate-order', { orderId }, STATE);
    expect(kept.status).toBe('active');
  });

  it("return null without an error for an order that doesn't exist", async () => {
    const { send } = createSender(test, await makeMerchant(test));
    const id = encodeId('ORD', newId('ORD', test.clock.now()));
    const reply = await send('/v1/graphql', { query: ORDER_QUERY, variables: { id } });
    expect(reply.body).toEqual({ data: { subscriptionOrder: null } });
  });

  it('create products and webhooks', async () => {
    const { act } = createSender(test, await makeMerchant(test));
    const { store } = await act(
      'store/create-store',
      { name: 'Shop' },
      { store: { id: 'string' } },
    );
    const prices = { USD: { amount: '9.99', taxCategory: 'saas' } };
    const product = { storeId: store.id, name: 'Plan', prices };
    const view = { product: { id: 'string', name: 'string' } } as const;
    const plan = { ...product, billingPeriod: 'monthly' };
    const made = await act('subscription-product/create-product', plan, view);
    const { id } = made.product;
    await act('subscription-product/update-product', { id, name: 'Better plan' }, view);
    await act('subscription-product/publish-product', { id }, view);
    await act('onetime-product/create-product', product, view);
    const url = 'https://hooks.example.com/waffo';
    const hook = { storeId: store.id, channel: 'http', url, events: ['order.completed'] };
    const added = await act(
      'store/add-webhook',
      { ...hook, testMode: true },
      {
        webhook: { id: 'string' },
      },
    );
    await act('store/remove-webhook', { id: added.webhook.id }, { webhook: { id: 'string' } });
  });

  it('get the reason in the first error', async () => {
    const { send } = createSender(test, await makeMerchant(test));
    const target = '/v1/actions/subscription-order/cancel-order';
    const { status, body } = await send(target, { orderId: 'ORD_1' });
    expect(status).toBe(400);
    expect(misfits([{ message: 'string' }], body.errors)).toEqual([]);
  });
});
