import { expect, it } from 'vitest';
import { openDashboard } from '../../../test/support/dashboard.ts';
import { expectError } from '../../../test/support/error-rows.ts';
import { makeAccount } from '../../../test/support/merchant.ts';
import { useTestApp } from '../../../test/support/test-app.ts';

const test = useTestApp();

it('ends every session of the account, including this one', async () => {
  const account = await makeAccount(test);
  const sessions = [await openDashboard(test, account), await openDashboard(test, account)];
  const other = await openDashboard(test, await makeAccount(test));
  const reply = await sessions[0]?.call('merchant/log-out-everywhere', {});
  expect(reply?.body.data).toEqual({ endedSessions: 2 });
  expect(reply?.headers.get('set-cookie')).toMatch(/^tillgate_session=;.*Max-Age=0/);
  for (const session of sessions) {
    const ended = await session.call('merchant/get-session', {});
    expectError(ended, 401, 'Log-in required', 'gateway');
  }
  expect((await other.call('merchant/get-session', {})).status).toBe(200);
});
