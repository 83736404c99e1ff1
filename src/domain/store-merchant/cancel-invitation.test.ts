import { describe, expect, it } from 'vitest';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { makeMerchant, makeStore, type TestMerchant } from '../../../test/support/merchant.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { cancelInvitation } from './cancel-invitation.ts';

const test = useTestApp();
const path = 'store-merchant/cancel-invitation';
const email = 'invited@staff.example';

async function makeInvitation() {
  const owner = await makeMerchant(test);
  const store = await makeStore(owner);
  await owner.call('store-merchant/add-merchant', { storeId: store.id, email, role: 'admin' });
  const cancel = (body: object, by: TestMerchant = owner) =>
    by.call(path, { storeId: store.id, email, ...body });
  return { owner, store, cancel };
}

const send = async (body: object) => (await makeInvitation()).cancel(body);

describe(path, () => {
  it('withdraws the invitation', async () => {
    const { cancel } = await makeInvitation();
    expect((await cancel({ email: ' Invited@Staff.example' })).body.data).toEqual({
      message: 'Invitation canceled',
      canceledAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    });
    expect((await cancel({})).status).toBe(404);
  });

  it('lets an account with the address be added again', async () => {
    const { owner, store, cancel } = await makeInvitation();
    const colleague = await makeMerchant(test);
    const body = { storeId: store.id, email: colleague.email, role: 'member' };
    await cancel({});
    const reply = await owner.call('store-merchant/add-merchant', body);
    expect(reply.body.data.status).toBe('active');
  });

  it('replays the answer for the same idempotency key', async () => {
    const { owner, store } = await makeInvitation();
    const headers = { 'x-idempotency-key': 'one-cancelation' };
    const first = await owner.call(path, { storeId: store.id, email }, { headers });
    const second = await owner.call(path, { storeId: store.id, email }, { headers });
    expect(first.status).toBe(200);
    expect(second.text).toBe(first.text);
  });
});

describeErrorRows(cancelInvitation, {
  missingStoreId: () => send({ storeId: null }),
  malformedStoreId: { got: 'store', send: () => send({ storeId: 'store' }) },
  missingEmail: () => send({ email: null }),
  invalidEmail: () => send({ email: 'a@b' }),
  forbidden: async () => {
    const { owner, store, cancel } = await makeInvitation();
    return cancel({}, await makeMember(test, owner, store.id, 'member'));
  },
  storeNotFound: async () => (await makeInvitation()).cancel({}, await makeMerchant(test)),
  notFound: () => send({ email: 'other@staff.example' }),
});
