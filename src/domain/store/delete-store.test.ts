import { describe, expect, it } from 'vitest';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows, expectError, unreachable } from '../../../test/support/error-rows.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { needs } from '../../../test/support/needs.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { decodeId, encodeId, newId } from '../../kit/id.ts';
import { deleteStore } from './delete-store.ts';

const test = useTestApp();
const PATH = 'store/delete-store';

async function newStore() {
  const merchant = await makeMerchant(test);
  const store = await makeStore(merchant);
  return { merchant, store, remove: () => merchant.call(PATH, { id: store.id }) };
}

describe('store/delete-store', () => {
  it('marks the store as deleted, hides its settings and keeps its status', async () => {
    const { merchant, store, remove } = await newStore();
    await merchant.call('store/update-store', { id: store.id, status: 'suspended' });
    const reply = await remove();
    expect(reply.status).toBe(200);
    expect(reply.body.data.store).toMatchObject({
      id: store.id,
      slug: store.slug,
      status: 'suspended',
      notificationSettings: null,
      checkoutSettings: null,
      deletedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });

  it('makes the store permanently unreachable', async () => {
    const { merchant, store, remove } = await newStore();
    await remove();
    const product = { storeId: store.id, name: 'P', prices: {} };
    expect((await remove()).status).toBe(404);
    expect((await merchant.call('store/update-store', { id: store.id })).status).toBe(404);
    const created = await merchant.call('onetime-product/create-product', product);
    expect(created.status).not.toBe(200);
  });

  it('ends memberships, which members’ calls would read forever', async () => {
    const { merchant, store, remove } = await newStore();
    await makeMember(test, merchant, store.id, 'admin');
    await remove();
    const members = await test.database.query<{ role: string }>(sql`
      select role from store_merchant where store_id = ${decodeId('STO', store.id)}`);
    expect(members).toEqual([{ role: 'owner' }]);
  });

  it('replays its answer for the same idempotency key', async () => {
    const { merchant, store } = await newStore();
    const headers = { 'x-idempotency-key': 'delete-once' };
    const first = await merchant.call(PATH, { id: store.id }, { headers });
    const second = await merchant.call(PATH, { id: store.id }, { headers });
    expect([first.status, second.text]).toEqual([200, first.text]);
  });

  it('ignores undocumented fields', async () => {
    const { merchant, store } = await newStore();
    const other = await makeStore(merchant);
    const body = { id: store.id, storeId: other.id, force: true, deletedAt: null };
    expect((await merchant.call(PATH, body)).body.data.store.deletedAt).not.toBeNull();
    expect((await merchant.call('store/update-store', { id: other.id })).status).toBe(200);
  });
});

describe('store/delete-store: races', () => {
  it('never leaves a live product in a deleted store', needs('server'), async () => {
    const merchant = await makeMerchant(test);
    const prices = { USD: { amount: '1.00', taxCategory: 'saas' } };
    const rounds = Array.from({ length: 15 }, async () => {
      const store = await makeStore(merchant);
      const product = { storeId: store.id, name: 'Late', prices };
      const [, removed, created] = await Promise.all([
        merchant.call('onetime-product/create-product', product),
        merchant.call(PATH, { id: store.id }),
        merchant.call('onetime-product/create-product', product),
      ]);
      expect([200, 409]).toContain(removed.status);
      expect([200, 404]).toContain(created.status);
    });
    await Promise.all(rounds);
    const orphans = await test.database.query(sql`
      select from product join store on store.id = product.store_id
      join store_merchant owner on owner.store_id = store.id
      where store.deleted_at is not null and owner.merchant_id = ${merchant.id}`);
    expect(orphans).toEqual([]);
  });

  it('deletes only once under concurrent calls', needs('server'), async () => {
    const { remove } = await newStore();
    const replies = await Promise.all(Array.from({ length: 10 }, remove));
    const statuses = replies.map((reply) => reply.status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 404)]);
  });
});

describeErrorRows(deleteStore, {
  missingMerchant: unreachable('a request without a merchant is refused by the gateway'),
  missingId: async () => (await makeMerchant(test)).call(PATH, {}),
  malformedId: {
    got: 'STO_short',
    send: async () => (await makeMerchant(test)).call(PATH, { id: 'STO_short' }),
  },
  forbidden: async () => {
    const { merchant, store } = await newStore();
    const member = await makeMember(test, merchant, store.id, 'member');
    const { template } = deleteStore.errors.forbidden;
    expectError(await member.call(PATH, { id: store.id }), 403, template, 'store');
    const admin = await makeMember(test, merchant, store.id, 'admin');
    return admin.call(PATH, { id: store.id });
  },
  notFound: async () => {
    const { store } = await newStore();
    const stranger = await makeMerchant(test);
    const { template } = deleteStore.errors.forbidden;
    expectError(await stranger.call(PATH, { id: store.id }), 403, template, 'store');
    return stranger.call(PATH, { id: encodeId('STO', newId('STO', test.clock.now())) });
  },
});
