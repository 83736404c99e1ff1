import { expect, it } from 'vitest';
import { callAsNobody, PASSWORD, signUpMerchant } from '../../../test/support/accounts.ts';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { mailsTo } from '../../../test/support/mail.ts';
import { makePasskey } from '../../../test/support/passkeys.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { totpCode } from '../../kit/totp.ts';
import { removePasskey } from './remove-passkey.ts';

const test = useTestApp();
const path = 'merchant/remove-passkey';

it('ends login with it, and two-factor login with the last factor', async () => {
  const { email, call, passkey, logIn, recoveryCodes } = await makePasskey(test);
  expect((await call(path, { id: passkey.id })).body.data).toEqual({ removed: true });
  expect((await logIn()).reply.status).toBe(401);
  expect((await call('merchant/get-session', {})).body.data.merchant.twoFactor).toBe(false);
  const enter = { email, password: PASSWORD, code: recoveryCodes[0] };
  expect((await callAsNobody(test, 'merchant/log-in', enter)).status).toBe(200);
  expect(await mailsTo(test, email, 'account.passkey_removed')).toHaveLength(1);
  expect(await mailsTo(test, email, 'account.two_factor_off')).toHaveLength(1);
});

it('ends the account’s other sessions, as the mail about a new passkey says', async () => {
  const { email, call, passkey, logIn } = await makePasskey(test);
  const { cookie } = await logIn();
  const asIntruder = () => callAsNobody(test, 'merchant/get-session', {}, { cookie });
  expect((await asIntruder()).status).toBe(200);
  const other = await signUpMerchant(test);
  await call(path, { id: passkey.id });
  expectError(await asIntruder(), 401, 'Log-in required', 'gateway');
  expect((await call('merchant/get-session', {})).status).toBe(200);
  const elsewhere = await callAsNobody(test, 'merchant/get-session', {}, { cookie: other.cookie });
  expect(elsewhere.status).toBe(200);
  await test.app.worker.runOnce();
  const [mail] = await mailsTo(test, email, 'account.passkey_added');
  expect(mail?.text).toContain('first remove the passkey in the dashboard under “Your account”');
});

it('ends no session if there is no such passkey', async () => {
  const { call, logIn, passkey } = await makePasskey(test);
  const { cookie } = await logIn();
  for (const id of [crypto.randomUUID(), ` ${passkey.id}`]) {
    expect((await call(path, { id })).status).toBe(404);
  }
  expect((await callAsNobody(test, 'merchant/get-session', {}, { cookie })).status).toBe(200);
});

it('keeps the authenticator, and disabling the authenticator keeps the passkey', async () => {
  const { call, passkey } = await makePasskey(test);
  const twoFactor = async () => (await call('merchant/get-session', {})).body.data.merchant;
  const { secret } = (await call('merchant/begin-totp', { password: PASSWORD })).body.data;
  const code = () => {
    test.clock.advance(30_000);
    return totpCode(secret, test.clock.now());
  };
  await call('merchant/confirm-totp', { code: code() });
  expect(await twoFactor()).toMatchObject({ twoFactor: true, authenticator: true });
  await call('merchant/disable-totp', { password: PASSWORD, code: code() });
  expect(await twoFactor()).toMatchObject({ twoFactor: true, authenticator: false });
  await call(path, { id: passkey.id });
  expect(await twoFactor()).toMatchObject({ twoFactor: false });
});

describeErrorRows(removePasskey, {
  missingId: async () => (await makePasskey(test)).call(path, {}),
  notFound: async () => {
    const { passkey } = await makePasskey(test);
    return (await makePasskey(test)).call(path, { id: passkey.id });
  },
});
