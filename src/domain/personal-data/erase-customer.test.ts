import { beforeAll, describe, expect, it } from 'vitest';
import { addPriced, makeChange } from '../../../test/support/changing.ts';
import { customerCalls } from '../../../test/support/customer-data.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { makeSale, type Sale } from '../../../test/support/refunding.ts';
import { dataOf, type Shop } from '../../../test/support/selling.ts';
import { makeClub, subscribe } from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { runWithoutTriggers } from '../../../test/support/without-triggers.ts';
import { sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';
import { eraseCustomer } from './erase-customer.ts';

const test = useTestApp();
const PATH = 'personal-data/erase-customer';
const { makeCustomer, send, cases } = customerCalls(test, PATH, 'admin');

describe(PATH, () => {
  it("erases the customer's identity and the notes about them, and records it in the audit log", async () => {
    const { shop, email, orderId } = await makeCustomer();
    const { merchant, store } = shop;
    const [customer] = await test.database.query<{ id: string }>(sql`
      select id from customer where store_id = ${decodeId('STO', store.id)}`);
    await merchant.call('note/add-note', { orderId, text: 'About the order' });
    await merchant.call('note/add-note', { customerId: customer?.id, text: 'About the person' });
    expect(dataOf(await send({ shop, email }))).toEqual({ orders: [orderId], events: 1 });
    const storeId = decodeId('STO', store.id);
    const left = await test.database.query(sql`
      select from orders where store_id = ${storeId} and buyer_email = ${email}
      union all select from customer where store_id = ${storeId} and email = ${email}
      union all select from note where store_id = ${storeId}`);
    expect(left).toEqual([]);
    const log = await merchant.call('audit/list-entries', { storeId: store.id, limit: 1 });
    expect(dataOf(log).entries[0]).toMatchObject({
      action: PATH,
      credential: { kind: 'dashboard' },
      details: { orders: 1, events: 1 },
    });
    expect(log.text).not.toContain(email);
  });

  it('erases what was copied into plan changes that were never confirmed', async () => {
    const club = await makeClub(test);
    const { merchant, store } = club;
    const person = { person: 'Ann Example' };
    const orderId = await subscribe(club, { session: { metadata: person } });
    await makeChange({ club, orderId, pro: await addPriced(club, '19.80') });
    dataOf(await merchant.call('subscription-order/end-order', { orderId }));
    const metadata = async () => {
      const rows = await test.database.query<{ metadata: unknown }>(sql`
        select metadata from checkout_session where store_id = ${decodeId('STO', store.id)}`);
      return rows.map((row) => row.metadata);
    };
    expect(await metadata()).toEqual([person, person]);
    dataOf(await send({ shop: club, email: 'buyer@example.com' }));
    expect(await metadata()).toEqual([{}, {}]);
  });
});

const made = {} as { club: Shop; subscribed: string; sale: Sale };
beforeAll(async () => {
  made.club = await makeClub(test);
  made.subscribed = await subscribe(made.club);
  made.sale = await makeSale(test);
  await runWithoutTriggers(
    test.database,
    sql`update payment set status = 'pending' where id = ${decodeId('PAY', made.sale.paymentId)}`,
  );
});

describeErrorRows(eraseCustomer, {
  ...cases,
  running: {
    get got() {
      return made.subscribed;
    },
    send: () => send({ shop: made.club, email: 'buyer@example.com' }),
  },
  beingPaid: {
    get got() {
      return made.sale.orderId;
    },
    send: () => send({ shop: made.sale.shop, email: 'buyer@example.com' }),
  },
});
