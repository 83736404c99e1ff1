import { describe, expect, it } from 'vitest';
import { cookieOf } from '../../../test/support/accounts.ts';
import { openDashboard } from '../../../test/support/dashboard.ts';
import { expectError } from '../../../test/support/error-rows.ts';
import { makeMerchant } from '../../../test/support/merchant.ts';
import { useTestApp } from '../../../test/support/test-app.ts';

const test = useTestApp();

describe('merchant/log-out', () => {
  it('ends this session and no other', async () => {
    const merchant = await makeMerchant(test);
    const here = await openDashboard(test, merchant);
    const elsewhere = await openDashboard(test, merchant);
    const reply = await here.call('merchant/log-out', {}, { environment: null });
    expect(reply.body).toEqual({ data: { loggedOut: true } });
    expect(cookieOf(reply)).toBe('tillgate_session=');
    expectError(await here.call('merchant/log-out', {}), 401, 'Log-in required', 'gateway');
    const made = await elsewhere.call('store/create-store', { name: 'Still here' });
    expect(made.status).toBe(200);
  });

  it('refuses an API key', async () => {
    const merchant = await makeMerchant(test);
    const reply = await merchant.call('merchant/log-out', {});
    expectError(reply, 403, 'Insufficient permissions', 'gateway');
  });
});
