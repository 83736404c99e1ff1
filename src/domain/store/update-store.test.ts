import { describe, expect, it } from 'vitest';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows, expectError, unreachable } from '../../../test/support/error-rows.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { needs } from '../../../test/support/needs.ts';
import { sendStale } from '../../../test/support/stale.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { encodeId, newId } from '../../kit/id.ts';
import { updateStore } from './update-store.ts';

const test = useTestApp();
const PATH = 'store/update-store';

/** Creates a merchant with a store; returns a function that updates it. */
async function newStore() {
  const merchant = await makeMerchant(test);
  const store = await makeStore(merchant);
  const update = (change: object) => merchant.call(PATH, { id: store.id, ...change });
  return { merchant, store, update };
}
const send = async (change: object) => (await newStore()).update(change);

describe('store/update-store', () => {
  it('changes the supplied fields and no others', async () => {
    const { store, update } = await newStore();
    const reply = await update({ name: '  New name ', logo: 'https://cdn.example/logo.png' });
    expect(reply.status).toBe(200);
    expect(reply.body.warnings).toBeUndefined();
    const { updatedAt, ...rest } = reply.body.data.store;
    const { updatedAt: before, ...old } = store as typeof rest;
    expect(rest).toEqual({ ...old, name: 'New name', logo: 'https://cdn.example/logo.png' });
    expect(updatedAt >= before).toBe(true);
  });

  it('keeps updatedAt if it changes nothing', async () => {
    const { update } = await newStore();
    const checkoutSettings = { dark: {}, defaultDarkMode: false };
    await update({ logo: 'https://cdn.example/logo.png', checkoutSettings });
    const { store } = (await update({})).body.data;
    test.clock.advance(1000);
    const same = { ...store, notificationSettings: { notifyNewOrders: true } };
    for (const change of [{}, store, same, { checkoutSettings: { light: null } }]) {
      expect((await update(change)).body.data.store).toEqual(store);
    }
    const renamed = (await update({ name: 'Another' })).body.data.store;
    expect(renamed.updatedAt > store.updatedAt).toBe(true);
  });

  it('keeps the slug under a new name', async () => {
    const { store, update } = await newStore();
    expect((await update({ name: 'Other' })).body.data.store.slug).toBe(store.slug);
  });

  it('moves between all three states', async () => {
    const { update } = await newStore();
    for (const status of ['inactive', 'suspended', 'active', 'suspended', 'inactive', 'active']) {
      expect((await update({ status })).body.data.store.status).toBe(status);
    }
  });

  it('removes the logo with null', async () => {
    const { update } = await newStore();
    await update({ logo: 'https://cdn.example/logo.png' });
    expect((await update({ logo: null })).body.data.store.logo).toBeNull();
  });

  it('accepts only http(s) logos of at most 2,048 characters', async () => {
    const { update } = await newStore();
    const long = `https://cdn.example/${'x'.repeat(2_048 - 20)}`;
    expect((await update({ logo: long })).status).toBe(200);
    const refused = [`${long}x`, 'javascript:alert(1)', 'data:image/png;base64,x', '', 'logo.png'];
    for (const logo of refused) expect((await update({ logo })).status, logo).toBe(400);
  });

  it('may be called by an admin, in either environment', async () => {
    const { merchant, store } = await newStore();
    const admin = await makeMember(test, merchant, store.id, 'admin');
    const options = { environment: 'prod' } as const;
    const reply = await admin.call(PATH, { id: store.id, name: 'By an admin' }, options);
    expect(reply.body.data.store.name).toBe('By an admin');
  });

  it('replays the answer for the same idempotency key', async () => {
    const { merchant, store } = await newStore();
    const headers = { 'x-idempotency-key': 'rename-once' };
    const first = await merchant.call(PATH, { id: store.id, name: 'A' }, { headers });
    await merchant.call(PATH, { id: store.id, name: 'B' });
    const replay = await merchant.call(PATH, { id: store.id, name: 'A' }, { headers });
    expect(replay.text).toBe(first.text);
  });

  it('keeps all concurrent changes of different fields', needs('server'), async () => {
    const { update } = await newStore();
    const switches = ['notifyNewOrders', 'notifyChargeback', 'notifySubscriptionEnded'];
    await Promise.all([
      update({ name: 'Raced' }),
      update({ status: 'inactive' }),
      update({ logo: 'https://cdn.example/raced.png' }),
      ...switches.map((name) => update({ notificationSettings: { [name]: false } })),
      update({ checkoutSettings: { light: { checkoutColorCard: '#111' } } }),
      update({ checkoutSettings: { light: { checkoutColorText: '#222' } } }),
      update({ checkoutSettings: { dark: { checkoutBorderRadius: '2rem' } } }),
      update({ checkoutSettings: { defaultDarkMode: true } }),
    ]);
    const { store } = (await update({})).body.data;
    expect(store).toMatchObject({ name: 'Raced', status: 'inactive' });
    expect(store.logo).toBe('https://cdn.example/raced.png');
    for (const name of switches) expect(store.notificationSettings[name]).toBe(false);
    expect(store.checkoutSettings).toMatchObject({
      defaultDarkMode: true,
      light: { checkoutColorCard: '#111', checkoutColorText: '#222' },
      dark: { checkoutBorderRadius: '2rem' },
    });
  });
});

describe('store/update-store: what it does not change', () => {
  it('ignores webhookSettings with a warning', async () => {
    const { store, update } = await newStore();
    const ignored = [{ url: 'https://x.example' }, null, 'x', 'a\u0000b', ['\ud800'], 2 ** 60];
    for (const webhookSettings of ignored) {
      const reply = await update({ webhookSettings });
      expect(reply.status).toBe(200);
      expect(reply.body.warnings).toMatchObject([{ layer: 'store', aiHint: expect.any(String) }]);
      const { updatedAt: _, ...rest } = reply.body.data.store;
      expect(store).toMatchObject(rest);
    }
  });

  it('drops platform-managed switches and unknown ones whatever their values', async () => {
    const { update } = await newStore();
    const notificationSettings = { emailReceipt: '\u0000', unknown: 2 ** 60, '\u0000': 'x' };
    const reply = await update({ notificationSettings });
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body.warnings).toMatchObject([
      { message: expect.stringMatching(/: emailReceipt$/) },
    ]);
  });

  it('silently drops supportEmail and website', async () => {
    const reply = await send({ supportEmail: 'a@b.example', website: 'https://b.example' });
    expect(reply.status).toBe(200);
    expect(reply.body.warnings).toBeUndefined();
    expect(reply.body.data.store).toMatchObject({ supportEmail: null, website: null });
  });

  it('ignores undocumented fields', async () => {
    const { merchant, store } = await newStore();
    const body = `{"id":"${store.id}","slug":"mine","prodEnabled":true,"createdAt":"2000-01-01",
      "deletedAt":"2000-01-01","merchantId":"MER_1","role":"owner",
      "__proto__":{"name":"Inherited"},"constructor":{"prototype":{"name":"Polluted"}},
      "notificationSettings":{"__proto__":{"notifyNewOrders":false},"notifyUnknown":false},
      "checkoutSettings":{"__proto__":{"defaultDarkMode":true},"css":"x","light":{"css":"x"}}}`;
    const reply = await merchant.call(PATH, body);
    expect(reply.status).toBe(200);
    const { updatedAt: _, ...rest } = reply.body.data.store;
    expect(store).toMatchObject(rest);
  });
});

describeErrorRows(updateStore, {
  changedMeanwhile: () => sendStale(send),
  missingMerchant: unreachable('a request without a merchant is refused by the gateway'),
  missingId: () => send({ id: null }),
  malformedId: { got: 'PROD_1', send: () => send({ id: 'PROD_1' }) },
  blankName: () => send({ name: null }),
  longName: () => send({ name: '🛍'.repeat(49) }),
  controlName: () => send({ name: 'a\u0085b' }),
  invalidStatus: () => send({ status: 'deleted' }),
  invalidLogo: () => send({ logo: 7 }),
  forbidden: async () => {
    const { merchant, store } = await newStore();
    const stranger = await makeMerchant(test);
    const foreign = await stranger.call(PATH, { id: store.id, name: 'Mine' });
    expectError(foreign, 403, 'Not authorized to update this store', 'store');
    const member = await makeMember(test, merchant, store.id, 'member');
    return member.call(PATH, { id: store.id, name: 'By a member' });
  },
  notFound: async () => {
    const { merchant, store } = await newStore();
    const missing = { id: encodeId('STO', newId('STO', test.clock.now())) };
    expect((await merchant.call(PATH, missing)).status).toBe(404);
    await merchant.call('store/delete-store', { id: store.id });
    return merchant.call(PATH, { id: store.id, name: 'Too late' });
  },
});
