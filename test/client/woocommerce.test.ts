import { describe, expect, it } from 'vitest';
import { createSender, writeAsPhp } from '../support/foreign-sender.ts';
import { post, signHeaders } from '../support/merchant.ts';
import { makeSale, ticketBody } from '../support/refunding.ts';
import {
  callAsBuyer,
  dataOf,
  eventsOf,
  makeBuyerToken,
  makeShop,
  payingBody,
} from '../support/selling.ts';
import { misfits } from '../support/shapes.ts';
import { useTestApp } from '../support/test-app.ts';

/** Requests the WooCommerce plugin makes, and the fields it reads; its code isn't run here. */
const test = useTestApp();

const ORDER_QUERY =
  'query FindOrderByRef($storeId: String!, $ref: String!) {' +
  ' onetimeOrders(storeId: $storeId, limit: 1, filter: { orderMerchantExternalId: { eq: $ref } }) {' +
  ' id status orderMerchantExternalId payments { id status } } }';
const ORDERS = [
  {
    id: 'string',
    status: 'string',
    orderMerchantExternalId: 'string',
    payments: [{ id: 'string', status: 'string' }],
  },
] as const;
const SESSION = { sessionId: 'string', checkoutUrl: 'string', expiresAt: 'string' } as const;

/** A cart with several items, sold as one product at the cart's price. */
const cart = (productId: string, more: object = {}) => ({
  ...{ productId, currency: 'USD', orderMerchantExternalId: '1042' },
  buyerEmail: 'buyer@example.com',
  successUrl: 'https://shop.example.com/checkout/order-received/1042/?key=wc_order_ü',
  priceSnapshot: { amount: '49.90', taxIncluded: true, taxCategory: 'digital_goods' },
  ...more,
});

describe('requests of the WooCommerce plugin', () => {
  it('sell a cart at a custom price and find its order by the shop’s number', async () => {
    const shop = await makeShop(test);
    const { act, send } = createSender(test, shop.merchant, { write: writeAsPhp });
    const { sessionId } = await act('checkout/create-session', cart(shop.productId), SESSION);
    const body = await payingBody(test, sessionId);
    const token = await makeBuyerToken(shop);
    const paid = await callAsBuyer(test, token, 'onetime-order/create-order', body);
    const { orderId } = dataOf(paid);
    const find = async (ref: string) => {
      const variables = { storeId: shop.store.id, ref };
      const reply = await send('/v1/graphql', { query: ORDER_QUERY, variables });
      expect(reply.body.errors).toBeUndefined();
      return reply.body.data.onetimeOrders;
    };
    const found = await find('1042');
    expect(misfits(ORDERS, found)).toEqual([]);
    expect(found).toMatchObject([{ id: orderId, status: 'completed' }]);
    expect(found[0].payments[0].status).toBe('succeeded');
    expect(await find('1043')).toEqual([]);
    const [event] = await eventsOf(shop);
    const read = {
      orderMerchantExternalId: 'string',
      paymentId: 'string',
      amount: 'string',
    } as const;
    expect(misfits({ eventId: 'string', data: read }, event)).toEqual([]);
    expect(event.data).toMatchObject({ orderMerchantExternalId: '1042', amount: '49.90' });
  });

  it('sell in a currency without decimals', async () => {
    const shop = await makeShop(test);
    const { act } = createSender(test, shop.merchant, { write: writeAsPhp });
    const priceSnapshot = { amount: '4990', taxIncluded: true, taxCategory: 'digital_goods' };
    const yen = cart(shop.productId, { currency: 'JPY', priceSnapshot });
    await act('checkout/create-session', yen, SESSION);
  });

  it('request a refund as the merchant', async () => {
    const sale = await makeSale(test);
    const { act } = createSender(test, sale.shop.merchant, { write: writeAsPhp });
    const { ticket } = await act('refund-ticket/create-ticket', ticketBody(sale, '5.00'), {
      ticket: { id: 'string', status: 'string' },
    });
    expect(ticket.status).toBe('processing');
  });

  it('are refused with an explanation when they sign milliseconds', async () => {
    const { merchant, productId } = await makeShop(test);
    const target = '/v1/actions/checkout/create-session';
    const text = writeAsPhp(cart(productId));
    const { privateKey } = merchant.keys.test;
    const time = String(test.clock.now().getTime());
    const signed = signHeaders(target, text, merchant.shortId, privateKey, time);
    const { status, body } = await post(test.baseUrl, target, text, signed);
    expect(status).toBe(401);
    expect(JSON.stringify(body.errors)).toContain('in milliseconds');
  });
});
