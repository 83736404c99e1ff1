import { describe, expect, it } from 'vitest';
import { customerCalls } from '../../../test/support/customer-data.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { dataOf } from '../../../test/support/selling.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { exportCustomer } from './export-customer.ts';

const test = useTestApp();
const PATH = 'personal-data/export-customer';
const { makeCustomer, send, cases } = customerCalls(test, PATH, 'member');

describe(PATH, () => {
  it('exports everything stored about the address, including notes', async () => {
    const { shop, email, orderId } = await makeCustomer();
    await shop.merchant.call('note/add-note', { orderId, text: 'A note' });
    const { customer } = dataOf(await send({ shop, email: email.toUpperCase() }));
    expect(customer).toMatchObject({
      orders: [{ id: orderId, buyer_email: email }],
      note: [{ text: 'A note' }],
    });
  });

  it('refuses API keys', async () => {
    const { shop, email } = await makeCustomer();
    const reply = await shop.merchant.call(PATH, { storeId: shop.store.id, email });
    expect(reply.status).toBe(403);
  });
});

describeErrorRows(exportCustomer, cases);
