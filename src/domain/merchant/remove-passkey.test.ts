import { expect, it } from 'vitest';
import { callAsNobody, PASSWORD } from '../../../test/support/accounts.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
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
