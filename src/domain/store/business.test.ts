import { describe, expect, it } from 'vitest';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { useTestApp } from '../../../test/support/test-app.ts';

const test = useTestApp();

/** A store, and a way to change it. */
async function newStore() {
  const merchant = await makeMerchant(test);
  const store = await makeStore(merchant);
  const update = (change: object) =>
    merchant.call('store/update-store', { id: store.id, ...change });
  return { store, update };
}

describe('who sells', () => {
  it('is stored trimmed, with its lines, and null or blank clears it', async () => {
    const { store, update } = await newStore();
    expect(store).toMatchObject({ businessName: null, taxId: null, businessAddress: null });
    const given = { businessName: ' Acme GmbH ', taxId: 'DE1', businessAddress: 'A 1\r\nBerlin\n' };
    const kept = { businessName: 'Acme GmbH', taxId: 'DE1', businessAddress: 'A 1\nBerlin' };
    expect((await update(given)).body.data.store).toMatchObject(kept);
    const { updatedAt } = (await update({})).body.data.store;
    expect((await update(kept)).body.data.store).toMatchObject({ ...kept, updatedAt });
    const cleared = (await update({ taxId: null, businessAddress: '  ' })).body.data.store;
    expect(cleared).toMatchObject({ ...kept, taxId: null, businessAddress: null });
  });

  it('is refused if it is too long or not a string, naming the field', async () => {
    const { update } = await newStore();
    const long = { businessName: 200, taxId: 64, businessAddress: 300 };
    for (const [field, length] of Object.entries(long)) {
      expect((await update({ [field]: '王'.repeat(length) })).status, field).toBe(200);
      for (const value of ['x'.repeat(length + 1), 'a\u0007', 5, {}]) {
        const reply = await update({ [field]: value });
        expect(reply.status, field).toBe(400);
        expect(reply.body.errors[0].message).toContain(`Invalid field ${field}`);
      }
    }
    expect((await update({ taxId: 'a\nb' })).status).toBe(400);
    expect((await update({ businessAddress: 'a\n'.repeat(8) })).status).toBe(200);
    expect((await update({ businessAddress: `${'a\n'.repeat(8)}a` })).status).toBe(400);
  });
});
