import { describe, expect, it } from 'vitest';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { makeMerchant, makeStore, type TestMerchant } from '../../../test/support/merchant.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { removeMerchant } from './remove-merchant.ts';

const test = useTestApp();
const path = 'store-merchant/remove-merchant';

async function makeTeam() {
  const owner = await makeMerchant(test);
  const store = await makeStore(owner);
  const admin = await makeMember(test, owner, store.id, 'admin');
  const remove = (body: object, by: TestMerchant = owner) =>
    by.call(path, { storeId: store.id, merchantId: admin.shortId, ...body });
  return { owner, store, admin, remove };
}

const send = async (body: object) => (await makeTeam()).remove(body);

describe(path, () => {
  it('revokes the role immediately', async () => {
    const { store, admin, remove } = await makeTeam();
    const change = () => admin.call('store/update-store', { id: store.id, name: 'Changed' });
    expect((await change()).status).toBe(200);
    const reply = await remove({});
    expect(reply.body.data).toEqual({
      message: 'Merchant removed from store',
      removedAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    });
    const refused = await change();
    expect(refused.status).toBe(403);
    expect(refused.body.errors[0].message).toBe('Not authorized to update this store');
  });

  it("leaves a removed merchant's own stores untouched", async () => {
    const { admin, remove } = await makeTeam();
    const own = await makeStore(admin);
    await remove({});
    const reply = await admin.call('store/update-store', { id: own.id, name: 'Still mine' });
    expect(reply.status).toBe(200);
  });

  it('lets an admin leave', async () => {
    const { admin, remove } = await makeTeam();
    expect((await remove({}, admin)).status).toBe(200);
    expect((await remove({}, admin)).status).toBe(404);
  });

  it('replays the answer for the same idempotency key', async () => {
    const { owner, store, admin } = await makeTeam();
    const headers = { 'x-idempotency-key': 'one-removal' };
    const body = { storeId: store.id, merchantId: admin.shortId };
    const first = await owner.call(path, body, { headers });
    const second = await owner.call(path, body, { headers });
    expect(first.status).toBe(200);
    expect(second.text).toBe(first.text);
  });
});

describeErrorRows(removeMerchant, {
  missingStoreId: () => send({ storeId: '' }),
  malformedStoreId: { got: 'MER_1', send: () => send({ storeId: 'MER_1' }) },
  missingMerchantId: () => send({ merchantId: null }),
  malformedMerchantId: { got: 'me', send: () => send({ merchantId: 'me' }) },
  forbidden: async () => {
    const { owner, store, remove } = await makeTeam();
    return remove({}, await makeMember(test, owner, store.id, 'member'));
  },
  storeNotFound: async () => (await makeTeam()).remove({}, await makeMerchant(test)),
  ownerStays: async () => {
    const { owner, admin, remove } = await makeTeam();
    return remove({ merchantId: owner.shortId }, admin);
  },
  merchantNotFound: async () => send({ merchantId: (await makeMerchant(test)).shortId }),
});
