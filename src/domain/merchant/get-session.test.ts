import { describe, expect, it } from 'vitest';
import { makeMember, openDashboard } from '../../../test/support/dashboard.ts';
import { expectError } from '../../../test/support/error-rows.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { useTestApp } from '../../../test/support/test-app.ts';

const test = useTestApp();

describe('merchant/get-session', () => {
  it('shows who is logged in, and their stores with the role on each', async () => {
    const owner = await makeMerchant(test);
    const store = await makeStore(owner, 'Shared');
    const member = await makeMember(test, owner, store.id, 'member');
    const own = await makeStore(member, 'Own');
    const dashboard = await openDashboard(test, member);
    const { data } = (await dashboard.call('merchant/get-session', {})).body;
    expect(data.merchant).toMatchObject({ email: member.email, emailConfirmed: false });
    const shared = { status: 'active', logo: null, prodEnabled: false, twoFactorRequired: false };
    expect(data.stores).toEqual([
      { id: store.id, name: 'Shared', slug: store.slug, role: 'member', ...shared },
      { id: own.id, name: 'Own', slug: own.slug, role: 'owner', ...shared },
    ]);
  });

  it('omits deleted stores and those of others', async () => {
    const [owner, other] = [await makeMerchant(test), await makeMerchant(test)];
    await makeStore(other);
    const store = await makeStore(owner);
    const dashboard = await openDashboard(test, owner);
    await dashboard.call('store/delete-store', { id: store.id });
    expect((await dashboard.call('merchant/get-session', {})).body.data.stores).toEqual([]);
  });

  it('refuses an API key and a call without a session', async () => {
    const merchant = await makeMerchant(test);
    const signed = await merchant.call('merchant/get-session', {});
    expectError(signed, 403, 'Insufficient permissions', 'gateway');
    const dashboard = await openDashboard(test, merchant);
    await dashboard.call('merchant/log-out', {});
    const ended = await dashboard.call('merchant/get-session', {});
    expectError(ended, 401, 'Log-in required', 'gateway');
  });
});
