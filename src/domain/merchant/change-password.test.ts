import { expect, it } from 'vitest';
import {
  callAsNobody,
  cookieOf,
  PASSWORD,
  signUpConfirmed,
  signUpMerchant,
} from '../../../test/support/accounts.ts';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { codeMailedTo, mailsTo } from '../../../test/support/mail.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { changePassword } from './change-password.ts';

const test = useTestApp();
const NEW = 'another good password';
const right = { currentPassword: PASSWORD, newPassword: NEW };
const send = (body: object, cookie: string) =>
  callAsNobody(test, 'merchant/change-password', body, { cookie });
const asSomebody = async (change: object) =>
  send({ ...right, ...change }, (await signUpMerchant(test)).cookie);
const logIn = (email: string, password: string) =>
  callAsNobody(test, 'merchant/log-in', { email, password });

it('changes the password, ends other sessions and a mailed reset, sends a notice', async () => {
  const { email, cookie } = await signUpConfirmed(test);
  const other = cookieOf(await logIn(email, PASSWORD));
  await callAsNobody(test, 'merchant/request-password-reset', { email });
  const token = await codeMailedTo(test, email);
  expect((await send(right, cookie)).body.data).toEqual({ endedSessions: 1 });
  const session = (of: string) => callAsNobody(test, 'merchant/get-session', {}, { cookie: of });
  expect((await session(cookie)).status).toBe(200);
  expectError(await session(other), 401, 'Log-in required', 'gateway');
  expect([(await logIn(email, PASSWORD)).status, (await logIn(email, NEW)).status]).toEqual([
    401, 200,
  ]);
  const reset = await callAsNobody(test, 'merchant/reset-password', { token, password: PASSWORD });
  expect(reset.status).toBe(400);
  await test.app.worker.runOnce();
  const [mail] = await mailsTo(test, email, 'account.password_changed');
  expect(mail?.text).toContain('The account has no live API keys.');
});

describeErrorRows(changePassword, {
  missingCurrent: () => asSomebody({ currentPassword: '' }),
  missingNew: () => asSomebody({ newPassword: null }),
  shortPassword: () => asSomebody({ newPassword: 'short' }),
  wrong: () => asSomebody({ currentPassword: 'not the password' }),
});
