import { describe, expect, it } from 'vitest';
import { uuidOf } from '../../../test/support/catalogue.ts';
import { customerCalls } from '../../../test/support/customer-data.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { dataOf } from '../../../test/support/selling.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
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

  it('leaves out the code of a mail that waits to be sent, even encrypted', async () => {
    const { shop, email } = await makeCustomer();
    const sealed = 'a sealed code';
    await test.database.query(sql`
      update email_delivery set sealed_code = ${sealed}
      where store_id = ${uuidOf('STO', shop.store.id)} and to_address = ${email}`);
    const reply = await send({ shop, email });
    expect(dataOf(reply).customer.email_delivery).toMatchObject([{ to_address: email }]);
    expect(reply.text).not.toContain(sealed);
  });

  it('refuses API keys', async () => {
    const { shop, email } = await makeCustomer();
    const reply = await shop.merchant.call(PATH, { storeId: shop.store.id, email });
    expect(reply.status).toBe(403);
  });
});

describeErrorRows(exportCustomer, cases);
