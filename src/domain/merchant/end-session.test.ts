import { expect, it } from 'vitest';
import { openDashboard } from '../../../test/support/dashboard.ts';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { makeAccount } from '../../../test/support/merchant.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { endSession } from './end-session.ts';

const test = useTestApp();
const path = 'merchant/end-session';

it("ends one session of the caller's account immediately, and no other", async () => {
  const account = await makeAccount(test);
  const here = await openDashboard(test, account);
  const there = await openDashboard(test, account);
  const stranger = await openDashboard(test, await makeAccount(test));
  const foreign = await stranger.call(path, { id: there.sessionId });
  expectError(foreign, 404, 'Session not found', 'user');
  const padded = await here.call(path, { id: ` ${there.sessionId}` });
  expectError(padded, 404, 'Session not found', 'user');
  expect((await here.call(path, { id: there.sessionId })).body.data).toEqual({ ended: true });
  const ended = await there.call('merchant/get-session', {});
  expectError(ended, 401, 'Log-in required', 'gateway');
  expect((await here.call('merchant/get-session', {})).status).toBe(200);
});

describeErrorRows(endSession, {
  missingId: async () => (await openDashboard(test, await makeAccount(test))).call(path, {}),
  notFound: async () =>
    (await openDashboard(test, await makeAccount(test))).call(path, { id: 'x' }),
});
