import { describe, expect, it } from 'vitest';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { makeMerchant, makeStore, type TestMerchant } from '../../../test/support/merchant.ts';
import { needs } from '../../../test/support/needs.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { updateRole } from './update-role.ts';

const test = useTestApp();
const path = 'store-merchant/update-role';

async function makeTeam() {
  const owner = await makeMerchant(test);
  const store = await makeStore(owner);
  const admin = await makeMember(test, owner, store.id, 'admin');
  const update = (body: object, by: TestMerchant = owner) =>
    by.call(path, { storeId: store.id, merchantId: admin.shortId, role: 'member', ...body });
  return { owner, store, admin, update };
}

const send = async (body: object) => (await makeTeam()).update(body);

describe(path, () => {
  it('refuses the demoted admin immediately', async () => {
    const { store, admin, update } = await makeTeam();
    const change = () => admin.call('store/update-store', { id: store.id, name: 'Changed' });
    expect((await change()).status).toBe(200);
    const reply = await update({});
    expect(reply.body.data).toEqual({
      storeId: store.id,
      merchantId: admin.shortId,
      role: 'member',
      updatedAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    });
    expect((await change()).status).toBe(403);
  });

  it('admits the promoted member immediately', async () => {
    const { owner, store, update } = await makeTeam();
    const member = await makeMember(test, owner, store.id, 'member');
    const change = () => member.call('store/update-store', { id: store.id, name: 'Changed' });
    expect((await change()).status).toBe(403);
    await update({ merchantId: member.shortId, role: 'admin' });
    expect((await change()).status).toBe(200);
  });

  it('never assigns the role of owner', async () => {
    const { admin, update } = await makeTeam();
    const reply = await update({ role: 'owner' }, admin);
    expect(reply.body.errors[0].message).toBe('Invalid role, must be admin or member');
  });

  it('replays the answer for the same idempotency key', async () => {
    const { owner, store, admin } = await makeTeam();
    const headers = { 'x-idempotency-key': 'one-demotion' };
    const body = { storeId: store.id, merchantId: admin.shortId, role: 'member' };
    const first = await owner.call(path, body, { headers });
    await owner.call(path, { ...body, role: 'admin' });
    const second = await owner.call(path, body, { headers });
    expect(second.text).toBe(first.text);
    // The replay changes nothing: the merchant is still an admin.
    expect((await admin.call('store/update-store', { id: store.id, name: 'x' })).status).toBe(200);
  });

  it('lets only one of two admins demote the other', needs('server'), async () => {
    for (let round = 0; round < 10; round += 1) {
      const { owner, store, admin, update } = await makeTeam();
      const other = await makeMember(test, owner, store.id, 'admin');
      const replies = await Promise.all([
        update({ merchantId: other.shortId }, admin),
        update({ merchantId: admin.shortId }, other),
      ]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 403]);
    }
  });
});

describeErrorRows(updateRole, {
  missingStoreId: () => send({ storeId: undefined }),
  malformedStoreId: { got: 'x', send: () => send({ storeId: 'x' }) },
  missingMerchantId: () => send({ merchantId: null }),
  malformedMerchantId: { got: 'MER_', send: () => send({ merchantId: 'MER_' }) },
  missingRole: () => send({ role: null }),
  invalidRole: () => send({ role: 'viewer' }),
  forbidden: async () => {
    const { owner, store, update } = await makeTeam();
    return update({}, await makeMember(test, owner, store.id, 'member'));
  },
  storeNotFound: async () => (await makeTeam()).update({}, await makeMerchant(test)),
  ownerStays: async () => {
    const { owner, admin, update } = await makeTeam();
    return update({ merchantId: owner.shortId }, admin);
  },
  merchantNotFound: async () => send({ merchantId: (await makeMerchant(test)).shortId }),
});
