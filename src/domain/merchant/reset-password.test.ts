import { describe, expect, it } from 'vitest';
import {
  callAsNobody,
  cookieOf,
  PASSWORD,
  signUpMerchant,
} from '../../../test/support/accounts.ts';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { codeMailedTo } from '../../../test/support/mail.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { resetPassword } from './reset-password.ts';

const test = useTestApp();
const NEW = 'another good password';
const INVALID = 'Link is invalid or has expired, request a new one';
const MINUTE_MS = 60_000;
const send = (body: object) => callAsNobody(test, 'merchant/reset-password', body);
const sessionOf = (cookie: string) => callAsNobody(test, 'merchant/get-session', {}, { cookie });

/** An account that has just been mailed a link. */
async function makeForgetful() {
  const account = await signUpMerchant(test);
  await callAsNobody(test, 'merchant/request-password-reset', { email: account.email });
  return { ...account, token: await codeMailedTo(test, account.email) };
}

describe('merchant/reset-password', () => {
  it('sets the password, logs in, ends what was open and confirms the address', async () => {
    const { email, cookie, token } = await makeForgetful();
    const reply = await send({ token, password: NEW });
    expect(reply.body.data.merchant).toMatchObject({ email });
    const session = await sessionOf(cookieOf(reply));
    expect(session.body.data.merchant).toMatchObject({ email, emailConfirmed: true });
    expectError(await sessionOf(cookie), 401, 'Log-in required', 'gateway');
    const logIn = (password: string) => callAsNobody(test, 'merchant/log-in', { email, password });
    expect((await logIn(PASSWORD)).status).toBe(401);
    expect((await logIn(NEW)).status).toBe(200);
  });

  it('takes a link once, also when two come at the same time', async () => {
    const { token } = await makeForgetful();
    const replies = await Promise.all([
      send({ token, password: NEW }),
      send({ token, password: NEW }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    expectError(await send({ token, password: NEW }), 400, INVALID, 'user');
  });

  it('takes only the newest link, and for 30 minutes', async () => {
    const { email, token: older } = await makeForgetful();
    await callAsNobody(test, 'merchant/request-password-reset', { email });
    expectError(await send({ token: older, password: NEW }), 400, INVALID, 'user');
    const token = await codeMailedTo(test, email);
    test.clock.advance(30 * MINUTE_MS);
    expectError(await send({ token, password: NEW }), 400, INVALID, 'user');
  });

  it('takes no link that confirms an address', async () => {
    const { email } = await signUpMerchant(test);
    const token = await codeMailedTo(test, email);
    expectError(await send({ token, password: NEW }), 400, INVALID, 'user');
  });

  it('leaves a link alone when the password is refused', async () => {
    const { token } = await makeForgetful();
    expect((await send({ token, password: 'short' })).status).toBe(400);
    expect((await send({ token, password: NEW })).status).toBe(200);
  });
});

describeErrorRows(resetPassword, {
  missingToken: () => send({ password: NEW }),
  missingPassword: () => send({ token: 'x' }),
  shortPassword: () => send({ token: 'x', password: 'x'.repeat(9) }),
  invalidToken: () => send({ token: 'nonsense', password: NEW }),
});
