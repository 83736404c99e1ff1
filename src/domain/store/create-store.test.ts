import { describe, expect, it } from 'vitest';
import { describeErrorRows, unreachable } from '../../../test/support/error-rows.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { needs } from '../../../test/support/needs.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { switchNames } from '../../events/switches.ts';
import { createStore } from './create-store.ts';

const test = useTestApp();
const send = async (body: unknown) => (await makeMerchant(test)).call('store/create-store', body);

describe('store/create-store', () => {
  it('creates an active store with default settings and a slug from its name', async () => {
    const reply = await send({ name: '  Café Zürich  ' });
    expect(reply.status).toBe(200);
    expect(reply.body.data.store).toMatchObject({
      id: expect.stringMatching(/^STO_[0-9A-Za-z]{22}$/),
      name: 'Café Zürich',
      slug: expect.stringMatching(/^cafe-zurich-[0-9a-z]{8}$/),
      status: 'active',
      prodEnabled: false,
      logo: null,
      supportEmail: null,
      website: null,
      deletedAt: null,
    });
  });

  it('turns every notification on and fills in both themes', async () => {
    const { store } = (await send({ name: 'Shop' })).body.data;
    expect(Object.keys(store.notificationSettings)).toEqual(switchNames);
    expect(new Set(Object.values(store.notificationSettings))).toEqual(new Set([true]));
    expect(store.checkoutSettings.defaultDarkMode).toBe(false);
    expect(store.checkoutSettings.light.checkoutColorPrimary).toBe('#000000');
    expect(store.checkoutSettings.dark.checkoutColorPrimary).toBe('#FFFFFF');
  });

  it('counts a name in code points', async () => {
    expect((await send({ name: '🛍'.repeat(48) })).status).toBe(200);
  });

  it('ignores undocumented fields', async () => {
    const body =
      '{"name":"Shop","status":"suspended","prodEnabled":true,"slug":"mine","__proto__":{"logo":"x"}}';
    const { store } = (await send(body)).body.data;
    expect(store).toMatchObject({ status: 'active', prodEnabled: false, logo: null });
    expect(store.slug).not.toBe('mine');
  });

  it('replays the answer for the same idempotency key', async () => {
    const merchant = await makeMerchant(test);
    const headers = { 'x-idempotency-key': 'first-store' };
    const first = await merchant.call('store/create-store', { name: 'One' }, { headers });
    const second = await merchant.call('store/create-store', { name: 'One' }, { headers });
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });

  it('makes exactly 20 stores of 200 concurrent calls', needs('server'), async () => {
    const merchant = await makeMerchant(test);
    const calls = Array.from({ length: 200 }, () =>
      merchant.call('store/create-store', { name: 'Race' }),
    );
    const replies = await Promise.all(calls);
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(20);
    const refused = replies.filter((reply) => reply.status === 400);
    expect(refused).toHaveLength(180);
    for (const reply of refused) {
      expect(reply.body.errors[0].message).toBe(createStore.errors.tooManyStores.template);
    }
  });
});

describeErrorRows(createStore, {
  missingMerchant: unreachable('a request without a merchant is refused by the gateway'),
  missingName: () => send({ name: 7 }),
  blankName: () => send({ name: '   ' }),
  longName: () => send({ name: 'x'.repeat(49) }),
  controlName: () => send({ name: 'a\u0007b' }),
  tooManyStores: async () => {
    const merchant = await makeMerchant(test);
    const first = await makeStore(merchant);
    for (let count = 1; count < 20; count += 1) await makeStore(merchant);
    const refused = await merchant.call('store/create-store', { name: 'One too many' });
    // Deleting a store makes room for another.
    await merchant.call('store/delete-store', { id: first.id });
    expect((await merchant.call('store/create-store', { name: 'Room' })).status).toBe(200);
    return refused;
  },
});
