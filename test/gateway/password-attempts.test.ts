import { describe, expect, it } from 'vitest';
import type { Action } from '../../src/contract/action.ts';
import { changePassword } from '../../src/domain/merchant/change-password.ts';
import { stepUp } from '../../src/domain/merchant/step-up.ts';
import { countAttempt } from '../../src/gateway/attempts.ts';
import { createRateLimiter } from '../../src/gateway/rate-limit.ts';
import { newId } from '../../src/kit/id.ts';
import { createPasswords } from '../../src/kit/password.ts';
import { callAsNobody, newEmail } from '../support/accounts.ts';
import { openDashboard } from '../support/dashboard.ts';
import { makeMerchant } from '../support/merchant.ts';
import { useTestApp } from '../support/test-app.ts';

/** A third of the service's own cost: still enough for a queue to build up. */
const passwords = createPasswords({ ln: 15, r: 8, p: 1 });
const test = useTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: 'true' }, { passwords });
const WRONG = 'not the right one';
const CALLS = [
  ['change-password', { currentPassword: WRONG, newPassword: 'another horse battery' }],
  ['change-email', { email: newEmail(), password: WRONG }],
  ['begin-totp', { password: WRONG }],
  ['disable-totp', { password: WRONG, code: '123456' }],
  ['step-up', { password: WRONG }],
  ['confirm-totp', { code: '123456' }],
] as const;

describe("guesses at an account's password with a stolen cookie", () => {
  it('are five a minute, counted across all actions, sessions and networks', async () => {
    const merchant = await makeMerchant(test);
    test.clock.stop();
    const statuses: number[] = [];
    for (const [index, [verb, body]] of CALLS.entries()) {
      const session = await openDashboard(test, merchant);
      const headers = { 'x-forwarded-for': `192.0.2.${index}` };
      statuses.push((await session.call(`merchant/${verb}`, body, { headers })).status);
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
  });

  it('count against the network, whichever account they are for', () => {
    const limiter = createRateLimiter(true);
    const now = test.clock.now();
    const attempt = (action: Action, address: string) => () => {
      const caller = {
        kind: 'dashboard',
        merchantId: newId('MER', now),
        storeIds: [],
        sessionId: crypto.randomUUID(),
        provenAt: null,
        environment: 'test',
      } as const;
      countAttempt(limiter, action, { caller, address, input: {} }, now);
    };
    for (let count = 0; count < 10; count += 1) attempt(changePassword, '192.0.2.40')();
    expect(attempt(stepUp, '192.0.2.40')).toThrow('Rate limit exceeded');
    attempt(stepUp, '192.0.2.41')();
  });
});

describe('the queue of password hashing', () => {
  it("isn't filled by one network: another one's login has its turn", async () => {
    const hashes = Array.from({ length: 20 }, () =>
      passwords.hash('x', '192.0.2.50').catch(() => null),
    );
    const headers = { 'x-forwarded-for': '192.0.2.51' };
    const body = { email: newEmail(), password: 'x' };
    const reply = await callAsNobody(test, 'merchant/log-in', body, headers);
    expect(reply.status).toBe(401);
    const done = await Promise.all(hashes);
    expect(done.filter((hash) => hash !== null).length).toBeGreaterThanOrEqual(11);
  });
});
