import { describe, expect, it } from 'vitest';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { makeMerchant, type TestMerchant } from '../../../test/support/merchant.ts';
import { closeReceivers } from '../../../test/support/receiver.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { makeSite } from '../../../test/support/website.ts';
import { revokeWebsite } from './revoke-website.ts';

const test = useTestApp();
closeReceivers();
const PATH = 'store/revoke-website';

async function makeBound() {
  const site = await makeSite(test);
  site.prove();
  await site.verify();
  const { owner, storeId } = site;
  const revoke = (body: object = {}, by: TestMerchant = owner) =>
    by.call(PATH, { storeId, ...body });
  return { ...site, revoke };
}

const send = async (body: object) => (await makeBound()).revoke(body);

describe(PATH, () => {
  it('unbinds the website, and the store can be deleted again', async () => {
    const { owner, storeId, revoke } = await makeBound();
    const remove = () => owner.call('store/delete-store', { id: storeId });
    const refused = await remove();
    expect(refused.status).toBe(409);
    expect(refused.body.errors).toMatchObject([
      {
        message: 'Store still has 1 bound domain(s); revoke domain binding first',
        ...{ layer: 'store', reason: 'bound_domains', count: 1 },
      },
    ]);
    expect((await revoke()).body.data.store.website).toBeNull();
    expect((await remove()).status).toBe(200);
  });

  it('discards the proof, so the website must be set again', async () => {
    const { verify, revoke } = await makeBound();
    await revoke();
    expect((await verify()).body.errors[0].message).toBe('Store has no website to verify');
  });

  it('replays the answer for the same idempotency key', async () => {
    const { owner, storeId } = await makeBound();
    const headers = { 'x-idempotency-key': 'one-site-less' };
    const first = await owner.call(PATH, { storeId }, { headers });
    expect((await owner.call(PATH, { storeId }, { headers })).text).toBe(first.text);
  });
});

describeErrorRows(revokeWebsite, {
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
