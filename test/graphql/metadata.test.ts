import { describe, expect, it } from 'vitest';
import { makeSale, makeTicket, ticketBody } from '../support/refunding.ts';
import { dataOf } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';
import { askAsMerchant, dataFrom } from './asking.ts';

const test = useTestApp();
/** Keys out of order and of different lengths, and a number whose exact notation matters. */
const WRITTEN = { zeta: 1, alpha: 'a', e: 1e-7, b: [1.5, { y: true, x: null }] };
const TEXTS = { zeta: '1', alpha: 'a', bb: 'c', b: 'd' };

describe('metadata', () => {
  it('are returned as written: products, versions, orders, tickets', async () => {
    const sale = await makeSale(test, { session: { metadata: TEXTS } });
    const { merchant, productId } = sale.shop;
    const call = async (path: string, body: unknown) => dataOf(await merchant.call(path, body));
    const { product } = await call('onetime-product/update-product', {
      id: productId,
      metadata: WRITTEN,
    });
    expect(JSON.stringify(product.metadata)).toBe(JSON.stringify(WRITTEN));
    const body = { ...ticketBody(sale, '1.00'), metadata: TEXTS };
    await call('refund-ticket/create-ticket', body);
    const query = `{ onetimeProduct(id: "${productId}") { metadata versions { metadata } }
      onetimeOrders { metadata } refundTickets { metadata } }`;
    const ask = askAsMerchant(test, merchant);
    expect(await dataFrom(ask(query))).toEqual({
      onetimeProduct: {
        metadata: JSON.stringify(WRITTEN),
        versions: [{ metadata: JSON.stringify(WRITTEN) }, { metadata: '{}' }],
      },
      onetimeOrders: [{ metadata: JSON.stringify(TEXTS) }],
      refundTickets: [{ metadata: JSON.stringify(TEXTS) }],
    });
    const renamed = await call('onetime-product/update-product', { id: productId, name: 'Other' });
    expect(JSON.stringify(renamed.product.metadata)).toBe(JSON.stringify(WRITTEN));
  });

  it('are read from rows without their own text', async () => {
    const sale = await makeSale(test);
    await makeTicket(sale, '1.00');
    await test.database.query({
      text: `update orders set metadata = '{"bb": 1, "a": 2}'`,
      values: [],
    });
    const { onetimeOrders } = await dataFrom(
      askAsMerchant(test, sale.shop.merchant)('{ onetimeOrders { metadata } }'),
    );
    expect(onetimeOrders).toEqual([{ metadata: '{"a": 2, "bb": 1}' }]);
  });
});
