import { describe, expect, it } from 'vitest';
import { newEmail } from '../../../test/support/accounts.ts';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { codeMailedTo } from '../../../test/support/mail.ts';
import { makeMerchant, makeStore, type TestMerchant } from '../../../test/support/merchant.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { revokeSupportEmail } from './revoke-support-email.ts';

const test = useTestApp();
const PATH = 'store/revoke-support-email';

async function makeBound() {
  const owner = await makeMerchant(test);
  const storeId = (await makeStore(owner)).id;
  const email = newEmail();
  await owner.call('store/bind-support-email', { storeId, email });
  const code = await codeMailedTo(test, email);
  const confirm = () => owner.call('store/confirm-support-email', { storeId, code });
  const revoke = (body: object = {}, by: TestMerchant = owner) =>
    by.call(PATH, { storeId, ...body });
  return { owner, storeId, confirm, revoke };
}

const send = async (body: object) => (await makeBound()).revoke(body);

describe(PATH, () => {
  it('unbinds the address, and the store can be deleted again', async () => {
    const { owner, storeId, confirm, revoke } = await makeBound();
    await confirm();
    const remove = () => owner.call('store/delete-store', { id: storeId });
    const refused = await remove();
    expect(refused.status).toBe(409);
    expect(refused.body.errors).toMatchObject([
      {
        message: 'Store still has 1 bound email(s); revoke email binding first',
        ...{ layer: 'store', reason: 'bound_emails', count: 1 },
      },
    ]);
    expect((await revoke()).body.data.store.supportEmail).toBeNull();
    expect((await remove()).status).toBe(200);
  });

  it('withdraws a pending code, which then confirms nothing', async () => {
    const { confirm, revoke } = await makeBound();
    expect((await revoke()).status).toBe(200);
    expect((await confirm()).status).toBe(400);
  });

  it('replays the answer for the same idempotency key', async () => {
    const { owner, storeId } = await makeBound();
    const headers = { 'x-idempotency-key': 'one-revocation' };
    const first = await owner.call(PATH, { storeId }, { headers });
    expect((await owner.call(PATH, { storeId }, { headers })).text).toBe(first.text);
  });
});

describeErrorRows(revokeSupportEmail, {
  missingStoreId: () => send({ storeId: null }),
  malformedStoreId: { got: 'STO_1', send: () => send({ storeId: 'STO_1' }) },
  forbidden: async () => {
    const { owner, storeId, revoke } = await makeBound();
    return revoke({}, await makeMember(test, owner, storeId, 'member'));
  },
  storeNotFound: async () => (await makeBound()).revoke({}, await makeMerchant(test)),
  notBound: async () => {
    const { revoke } = await makeBound();
    await revoke();
    return revoke();
  },
});
