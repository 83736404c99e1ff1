import { describe, expect, it } from 'vitest';
import {
  callAsNobody,
  newEmail,
  PASSWORD,
  signUpMerchant,
} from '../../../test/support/accounts.ts';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { codeMailedTo, mailsTo } from '../../../test/support/mail.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { HOUR_MS } from '../../kit/period.ts';
import { confirmEmailChange } from './confirm-email-change.ts';

const test = useTestApp();
const INVALID = 'Link is invalid or has expired, request a new one';
const send = (token: unknown, cookie: string) =>
  callAsNobody(test, 'merchant/confirm-email-change', { token }, { cookie });

/** A confirmed account that has requested a new address. */
async function makeChange(next = newEmail()) {
  const { email, cookie } = await signUpMerchant(test);
  const proof = { token: await codeMailedTo(test, email) };
  await callAsNobody(test, 'merchant/confirm-email', proof, { cookie });
  const change = { email: next, password: PASSWORD };
  await callAsNobody(test, 'merchant/change-email', change, { cookie });
  const tokens = [await codeMailedTo(test, email), await codeMailedTo(test, next)] as const;
  const emailNow = async () => {
    const session = await callAsNobody(test, 'merchant/get-session', {}, { cookie });
    return session.body.data.merchant.email;
  };
  return { email, next, cookie, tokens, emailNow };
}

describe('merchant/confirm-email-change', () => {
  it.each([
    [0, 1],
    [1, 0],
  ] as const)('requires both addresses, in order %i, %i', async (one, two) => {
    const { email, next, cookie, tokens, emailNow } = await makeChange();
    const first = await send(tokens[one], cookie);
    expect(first.body.data).toEqual({ newEmail: next, isComplete: false });
    expectError(await send(tokens[one], cookie), 400, INVALID, 'user');
    expect(await emailNow()).toBe(email);
    const second = await send(tokens[two], cookie);
    expect(second.body.data).toEqual({ newEmail: next, isComplete: true });
    expect(await emailNow()).toBe(next);
    await test.app.worker.runOnce();
    for (const address of [email, next]) {
      expect(await mailsTo(test, address, 'account.email_changed')).toHaveLength(1);
    }
    const logIn = (address: string) =>
      callAsNobody(test, 'merchant/log-in', { email: address, password: PASSWORD });
    expect([(await logIn(email)).status, (await logIn(next)).status]).toEqual([401, 200]);
  });

  it("refuses another account's link, and any link after a password change", async () => {
    const { cookie, tokens } = await makeChange();
    expectError(await send(tokens[0], (await signUpMerchant(test)).cookie), 400, INVALID, 'user');
    const body = { currentPassword: PASSWORD, newPassword: 'another good password' };
    await callAsNobody(test, 'merchant/change-password', body, { cookie });
    expectError(await send(tokens[0], cookie), 400, INVALID, 'user');
  });

  it('refuses a link after 24 hours', async () => {
    const { cookie, tokens } = await makeChange();
    test.clock.advance(24 * HOUR_MS);
    expectError(await send(tokens[0], cookie), 400, INVALID, 'user');
  });
});

describeErrorRows(confirmEmailChange, {
  missingToken: async () => send(' ', (await signUpMerchant(test)).cookie),
  invalidToken: async () => send('nonsense', (await signUpMerchant(test)).cookie),
  emailTaken: async () => {
    const { next, cookie, tokens } = await makeChange();
    const body = { email: next, password: PASSWORD, name: 'Quicker' };
    await callAsNobody(test, 'merchant/sign-up', body);
    await send(tokens[0], cookie);
    return send(tokens[1], cookie);
  },
});
