import { describe, expect, it } from 'vitest';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { makeMerchant } from '../../../test/support/merchant.ts';
import { beginCharge } from '../../../test/support/paying-cases.ts';
import {
  callAsBuyer,
  DECLINED_CARD,
  dataOf,
  eventsOf,
  makeBuyerToken,
  makeOrder,
  makeSession,
  makeShop,
  payingBody,
  type Shop,
} from '../../../test/support/selling.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { decodeId, encodeId, type Id } from '../../kit/id.ts';
import { cancelOrder } from './cancel-order.ts';

const test = useTestApp();
const PATH = 'onetime-order/cancel-order';

describe('onetime-order/cancel-order', () => {
  it('cancels a pending order with its buyer’s token and ends its session', async () => {
    const { shop, orderId, sessionId } = await makePendingOrder();
    expect(dataOf(await cancelAsBuyer(shop, orderId))).toEqual({ orderId, status: 'canceled' });
    const again = await payAgain(shop, sessionId);
    expectError(again, 400, 'Checkout session has expired', 'order');
    expect(await eventsOf(shop)).toEqual([]);
  });

  it("cancels with the merchant's API key and replays the answer", async () => {
    const { shop, orderId } = await makePendingOrder();
    const headers = { 'x-idempotency-key': 'cancel' };
    const first = await shop.merchant.call(PATH, { orderId }, { headers });
    expect(dataOf(first).status).toBe('canceled');
    const second = await shop.merchant.call(PATH, { orderId }, { headers });
    expect(second.text).toBe(first.text);
  });

  it('does not find an order of the other environment or of a stranger', async () => {
    const { shop, orderId } = await makePendingOrder();
    const inProd = await shop.merchant.call(PATH, { orderId }, { environment: 'prod' });
    expectError(inProd, 404, 'Order not found', 'order');
    const stranger = await (await makeMerchant(test)).call(PATH, { orderId });
    expectError(stranger, 404, 'Order not found', 'order');
    const elsewhere = await cancelAsBuyer(await makeShop(test), orderId);
    expectError(elsewhere, 404, 'Order not found', 'order');
  });
});

describeErrorRows(cancelOrder, {
  missingId: async () => cancelAsBuyer(await makeShop(test), undefined),
  malformedId: { got: 'ORD_1', send: async () => cancelAsBuyer(await makeShop(test), 'ORD_1') },
  notCancelable: {
    got: 'completed',
    send: async () => {
      const shop = await makeShop(test);
      return cancelAsBuyer(shop, await makeOrder(shop));
    },
  },
  otherBuyer: async () => {
    const { shop, orderId } = await makePendingOrder();
    return cancelAsBuyer(shop, orderId, 'somebody else');
  },
  forbidden: async () => {
    const { shop, orderId } = await makePendingOrder();
    await test.database.query(sql`
      update store_merchant set role = 'member' where merchant_id = ${shop.merchant.id}`);
    return shop.merchant.call(PATH, { orderId });
  },
  notFound: async () => cancelAsBuyer(await makeShop(test), 'ORD_0000000000000000000001'),
  charging: async () => {
    const { shop, orderId, sessionId } = await makePendingOrder();
    await beginCharge(test, sessionId);
    return cancelAsBuyer(shop, orderId);
  },
});

async function makePendingOrder() {
  const shop = await makeShop(test);
  const sessionId = await makeSession(shop);
  await payAgain(shop, sessionId, DECLINED_CARD);
  const [order] = await test.database.query<{ id: Id<'ORD'> }>(sql`
    select id from orders where store_id = ${decodeId('STO', shop.store.id)}`);
  return { shop, sessionId, orderId: encodeId('ORD', order?.id as Id<'ORD'>) };
}

async function payAgain(shop: Shop, sessionId: string, card?: string) {
  const body = await payingBody(test, sessionId, card);
  return callAsBuyer(test, await makeBuyerToken(shop), 'onetime-order/create-order', body);
}

async function cancelAsBuyer(shop: Shop, orderId: string | undefined, buyer = 'buyer-1') {
  return callAsBuyer(test, await makeBuyerToken(shop, buyer), PATH, { orderId });
}
