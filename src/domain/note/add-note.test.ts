import { describe, expect, it } from 'vitest';
import { askAsMerchant } from '../../../test/graphql/asking.ts';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { visitPortal } from '../../../test/support/portal.ts';
import { makeSale } from '../../../test/support/refunding.ts';
import { dataOf } from '../../../test/support/selling.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';
import { addNote, MAX_NOTES } from './add-note.ts';

const test = useTestApp();
const PATH = 'note/add-note';
const UNUSED = 'ORD_0000000000000000000001';
const text = 'Called about the invoice';

describe(PATH, () => {
  it('adds a note to an order and to its customer, which members read', async () => {
    const { shop, orderId, customerId } = await makeSold();
    const { note } = dataOf(await shop.merchant.call(PATH, { orderId, text: ` ${text} ` }));
    expect(note).toEqual({ id: expect.any(String), text, createdAt: expect.any(String) });
    await shop.merchant.call(PATH, { customerId, text: 'Prefers mail' });
    const member = await makeMember(test, shop.merchant, shop.store.id, 'member');
    const query = `{
      onetimeOrder(id: "${orderId}") { notes { id text writtenBy } }
      customers(storeId: "${shop.store.id}") { notes { text } }
    }`;
    expect((await askAsMerchant(test, member)(query)).body.data).toEqual({
      onetimeOrder: { notes: [{ id: note.id, text, writtenBy: shop.merchant.email }] },
      customers: [{ notes: [{ text: 'Prefers mail' }] }],
    });
  });

  it('is visible only in its environment, and no one is notified', async () => {
    const { shop, orderId } = await makeSold();
    await shop.merchant.call(PATH, { orderId, text });
    const inProd = await shop.merchant.call(PATH, { orderId, text }, { environment: 'prod' });
    expect(inProd.status).toBe(404);
    const told = await test.database.query(sql`
      select 1 from event where body like ${`%${text}%`}
      union all select 1 from email_delivery mail
        where concat(subject, body_text, content) like ${`%${text}%`}
      union all select 1 from audit_log where details::text like ${`%${text}%`}`);
    expect(told).toEqual([]);
    expect((await visitPortal(shop).get()).text).not.toContain(text);
  });

  it('is added once for a repeated call', async () => {
    const { shop, orderId } = await makeSold();
    const headers = { 'x-idempotency-key': 'once' };
    const [one, other] = [
      await shop.merchant.call(PATH, { orderId, text }, { headers }),
      await shop.merchant.call(PATH, { orderId, text }, { headers }),
    ];
    expect(dataOf(one)).toEqual(dataOf(other));
  });
});

describeErrorRows(addNote, {
  missingSubject: async () => (await makeSold()).shop.merchant.call(PATH, { text }),
  twoSubjects: async () => {
    const { shop, orderId, customerId } = await makeSold();
    return shop.merchant.call(PATH, { orderId, customerId, text });
  },
  malformedOrderId: {
    got: 'ORD_1',
    send: async () => (await makeSold()).shop.merchant.call(PATH, { orderId: 'ORD_1', text }),
  },
  malformedCustomerId: async () =>
    (await makeSold()).shop.merchant.call(PATH, { customerId: 'one', text }),
  missingText: async () => {
    const { shop, orderId } = await makeSold();
    return shop.merchant.call(PATH, { orderId, text: ' ' });
  },
  tooLong: async () => {
    const { shop, orderId } = await makeSold();
    return shop.merchant.call(PATH, { orderId, text: 'x'.repeat(2_001) });
  },
  forbidden: async () => {
    const { shop, orderId } = await makeSold();
    const member = await makeMember(test, shop.merchant, shop.store.id, 'member');
    return member.call(PATH, { orderId, text });
  },
  orderNotFound: async () => (await makeSold()).shop.merchant.call(PATH, { orderId: UNUSED, text }),
  customerNotFound: async () =>
    (await makeSold()).shop.merchant.call(PATH, { customerId: crypto.randomUUID(), text }),
  tooMany: async () => {
    const { shop, orderId } = await makeSold();
    await test.database.query(sql`
      insert into note (id, store_id, environment, order_id, text, written_by, created_at)
      select gen_random_uuid(), store_id, environment, id, 'x', ${shop.merchant.id}, created_at
      from orders, generate_series(1, ${MAX_NOTES}) where id = ${decodeId('ORD', orderId)}`);
    return shop.merchant.call(PATH, { orderId, text });
  },
});

async function makeSold() {
  const { shop, orderId } = await makeSale(test);
  const [customer] = await test.database.query<{ id: string }>(sql`
    select id from customer where store_id = ${decodeId('STO', shop.store.id)}`);
  return { shop, orderId, customerId: customer?.id as string };
}
