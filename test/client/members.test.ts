import { WaffoPancake } from '@waffo/pancake-ts';
import { describe, expect, it } from 'vitest';
import { makeMerchant, type TestMerchant } from '../support/merchant.ts';
import { useTestApp } from '../support/test-app.ts';

const test = useTestApp();

/** The published client, unmodified except for its base URL. */
function clientOf(merchant: TestMerchant): WaffoPancake {
  const pem = merchant.keys.test.privateKey.export({ type: 'pkcs8', format: 'pem' });
  return new WaffoPancake({
    merchantId: merchant.shortId,
    privateKey: pem.toString(),
    baseUrl: test.baseUrl,
  });
}

async function makeTeam() {
  const owner = clientOf(await makeMerchant(test));
  const colleague = await makeMerchant(test);
  const { store } = await owner.stores.create({ name: 'Team' });
  return { owner, colleague, store };
}

describe('the published client: storeMerchants', () => {
  it('adds a merchant, changes the role and removes', async () => {
    const { owner, colleague, store } = await makeTeam();
    const storeId = store.id;
    const added = await owner.storeMerchants.add({
      storeId,
      email: colleague.email,
      role: 'admin',
    });
    expect(added).toMatchObject({
      storeId,
      merchantId: colleague.shortId,
      email: colleague.email,
      role: 'admin',
      status: 'active',
    });

    const rename = (name: string) => clientOf(colleague).stores.update({ id: storeId, name });
    expect((await rename('By the admin')).store.name).toBe('By the admin');

    const merchantId = added.merchantId;
    const updated = await owner.storeMerchants.updateRole({ storeId, merchantId, role: 'member' });
    expect(updated).toMatchObject({ storeId, merchantId, role: 'member' });
    await expect(rename('By a member')).rejects.toMatchObject({ status: 403 });

    const removed = await owner.storeMerchants.remove({ storeId, merchantId });
    expect(new Date(removed.removedAt).toISOString()).toBe(removed.removedAt);
    await expect(rename('By a stranger')).rejects.toMatchObject({ status: 403 });
  });

  it('invites an address without an account', async () => {
    const { owner, store } = await makeTeam();
    const email = 'not-here-yet@staff.example';
    const invited = await owner.storeMerchants.add({ storeId: store.id, email, role: 'member' });
    expect(invited).toMatchObject({ email, role: 'member', status: 'invited', merchantId: null });
  });

  it("throws the service's errors", async () => {
    const { owner, colleague, store } = await makeTeam();
    const { shortId: merchantId } = colleague;
    const remove = owner.storeMerchants.remove({ storeId: store.id, merchantId });
    await expect(remove).rejects.toMatchObject({
      status: 404,
      errors: [{ message: 'Merchant not found', layer: 'store' }],
    });
  });

  it('repeats a call with its idempotency key without repeating its effect', async () => {
    const { owner, colleague, store } = await makeTeam();
    const params = { storeId: store.id, email: colleague.email, role: 'admin' } as const;
    const options = { idempotencyKey: 'add-colleague-once' };
    const first = await owner.storeMerchants.add(params, options);
    expect(await owner.storeMerchants.add(params, options)).toEqual(first);
  });
});
