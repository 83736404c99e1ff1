import { describe, expect, it } from 'vitest';
import { expectError } from '../../../test/support/error-rows.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { useTestApp } from '../../../test/support/test-app.ts';

const test = useTestApp();

/** Creates a store; returns a function that updates it. */
async function newStore() {
  const merchant = await makeMerchant(test);
  const store = await makeStore(merchant);
  const update = (change: object) =>
    merchant.call('store/update-store', { id: store.id, ...change });
  return { store, update };
}
const send = async (change: object) => (await newStore()).update(change);

describe('notification settings', () => {
  const settings = async (
    update: Awaited<ReturnType<typeof newStore>>['update'],
    notificationSettings: unknown,
  ) => (await update({ notificationSettings })).body.data.store.notificationSettings;

  it('keep omitted fields, set given ones, reset those that are null', async () => {
    const { update } = await newStore();
    await settings(update, { notifyNewOrders: false, notifyChargeback: false });
    const kept = await settings(update, { notifyNewSubscriptions: false });
    expect(kept).toMatchObject({ notifyNewOrders: false, notifyNewSubscriptions: false });
    const reset = await settings(update, { notifyNewOrders: null });
    expect(reset).toMatchObject({ notifyNewOrders: true, notifyChargeback: false });
    const all = await settings(update, null);
    expect(new Set(Object.values(all))).toEqual(new Set([true]));
  });

  it('drop platform-managed and legacy keys with a warning', async () => {
    const { update } = await newStore();
    const given = {
      emailTrialStarted: false,
      notifyPayoutCompleted: false,
      notifyPayoutFailed: false,
      notifyNewOrders: false,
    };
    const reply = await update({ notificationSettings: given });
    expect(reply.status).toBe(200);
    expect(reply.body.warnings).toEqual([
      {
        message: expect.stringContaining(
          'emailTrialStarted, notifyPayoutCompleted, notifyPayoutFailed',
        ),
        layer: 'store',
        aiHint: expect.any(String),
      },
    ]);
    const { notificationSettings } = reply.body.data.store;
    expect(notificationSettings).toMatchObject({ emailTrialStarted: true, notifyNewOrders: false });
    expect(notificationSettings).not.toHaveProperty('notifyPayoutCompleted');
  });

  it('accept one switch under two names', async () => {
    const { update } = await newStore();
    const off = await settings(update, { notifySubscriptionPlanChanged: false });
    expect(off.notifySubscriptionUpdated).toBe(false);
    const on = await settings(update, { notifySubscriptionUpdated: true });
    expect(on.notifySubscriptionPlanChanged).toBe(true);
  });

  it('use whichever of two names was changed in an object that is sent back', async () => {
    const { update } = await newStore();
    const names = ['notifySubscriptionUpdated', 'notifySubscriptionPlanChanged'];
    let read = await settings(update, {});
    for (const name of [...names, ...names.toReversed()]) {
      const wanted = !read[name];
      read = await settings(update, { ...read, [name]: wanted });
      expect(names.map((one) => read[one])).toEqual([wanted, wanted]);
    }
  });

  it('are booleans', async () => {
    for (const value of ['false', 0, {}, []]) {
      const reply = await send({ notificationSettings: { notifyNewOrders: value } });
      expectError(
        reply,
        400,
        'Invalid field notificationSettings.notifyNewOrders: expected boolean',
        'store',
      );
    }
    expect((await send({ notificationSettings: [] })).status).toBe(400);
  });
});

describe('checkout settings', () => {
  it('merge field by field and go back to their defaults with null', async () => {
    const { update } = await newStore();
    const set = async (checkoutSettings: unknown) =>
      (await update({ checkoutSettings })).body.data.store.checkoutSettings;
    await set({
      light: { checkoutColorPrimary: '#abc', checkoutLogo: 'https://cdn.example/l.svg' },
    });
    const merged = await set({ defaultDarkMode: true, light: { checkoutBorderRadius: '0px' } });
    expect(merged).toMatchObject({
      defaultDarkMode: true,
      light: { checkoutColorPrimary: '#abc', checkoutBorderRadius: '0px' },
      dark: { checkoutColorPrimary: '#FFFFFF' },
    });
    const field = await set({ light: { checkoutColorPrimary: null }, defaultDarkMode: null });
    expect(field).toMatchObject({
      defaultDarkMode: false,
      light: { checkoutColorPrimary: '#000000', checkoutBorderRadius: '0px' },
    });
    const theme = await set({ light: null, dark: { checkoutColorCard: '#12345678' } });
    expect(theme.light).toMatchObject({ checkoutLogo: null, checkoutBorderRadius: '8px' });
    expect(theme.dark.checkoutColorCard).toBe('#12345678');
    expect((await set(null)).dark.checkoutColorCard).toBe('#2A2A2A');
  });

  it('tell a dark theme that is off from one that was never chosen', async () => {
    const { store, update } = await newStore();
    const followsVisitor = async () =>
      (await (await fetch(`${test.baseUrl}/store/${store.slug}`)).text()).includes(
        '@media (prefers-color-scheme:dark){:root{color-scheme:dark',
      );
    expect(await followsVisitor()).toBe(true);
    for (const unset of [{ defaultDarkMode: null }, null]) {
      await update({ checkoutSettings: { defaultDarkMode: false } });
      expect(await followsVisitor()).toBe(false);
      await update({ checkoutSettings: unset });
      expect(await followsVisitor()).toBe(true);
    }
  });

  it('can not escape a style sheet', async () => {
    const { update } = await newStore();
    const colors = ['red', '#12', '#12345', '#abcg', '#fff;}', 'url(x)', '#fff\n', 7, ''];
    for (const checkoutColorPrimary of colors) {
      const reply = await update({ checkoutSettings: { light: { checkoutColorPrimary } } });
      expect(reply.status, String(checkoutColorPrimary)).toBe(400);
    }
    const radii = ['8', '8pt', '-1px', 'calc(1px)', '8px;}', '8px 9px', '１px', '8px\n', 8];
    for (const checkoutBorderRadius of radii) {
      const reply = await update({ checkoutSettings: { dark: { checkoutBorderRadius } } });
      expect(reply.status, String(checkoutBorderRadius)).toBe(400);
    }
    const logos = ['javascript:alert(1)', 'https://a.example/\n', 'ftp://a.example/', 'x'];
    for (const checkoutLogo of logos) {
      const reply = await update({ checkoutSettings: { dark: { checkoutLogo } } });
      expect(reply.status, checkoutLogo).toBe(400);
    }
  });
});
