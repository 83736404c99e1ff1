import { describe, expect, it } from 'vitest';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { makeMerchant } from '../../../test/support/merchant.ts';
import { makeSale } from '../../../test/support/refunding.ts';
import { dataOf } from '../../../test/support/selling.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { deleteNote } from './delete-note.ts';

const test = useTestApp();
const PATH = 'note/delete-note';

describe(PATH, () => {
  it('deletes a note that another member wrote', async () => {
    const { shop, id } = await makeNote();
    const admin = await makeMember(test, shop.merchant, shop.store.id, 'admin');
    expect(dataOf(await admin.call(PATH, { id }))).toEqual({ note: { id } });
    expect(await test.database.query(sql`select from note where id = ${id}`)).toEqual([]);
    expect((await admin.call(PATH, { id })).status).toBe(404);
  });

  it('finds no note of a stranger’s store or the other environment', async () => {
    const { shop, id } = await makeNote();
    expect((await (await makeMerchant(test)).call(PATH, { id })).status).toBe(404);
    expect((await shop.merchant.call(PATH, { id }, { environment: 'prod' })).status).toBe(404);
    expect(await test.database.query(sql`select from note where id = ${id}`)).toHaveLength(1);
  });
});

describeErrorRows(deleteNote, {
  missingId: async () => (await makeMerchant(test)).call(PATH, {}),
  forbidden: async () => {
    const { shop, id } = await makeNote();
    const member = await makeMember(test, shop.merchant, shop.store.id, 'member');
    return member.call(PATH, { id });
  },
  notFound: async () => (await makeMerchant(test)).call(PATH, { id: 'none' }),
});

async function makeNote() {
  const { shop, orderId } = await makeSale(test);
  const { note } = dataOf(await shop.merchant.call('note/add-note', { orderId, text: 'A note' }));
  return { shop, id: note.id as string };
}
