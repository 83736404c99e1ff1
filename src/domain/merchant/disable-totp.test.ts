import { expect, it } from 'vitest';
import {
  callAsNobody,
  cookieOf,
  PASSWORD,
  signUpMerchant,
} from '../../../test/support/accounts.ts';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { mailsTo } from '../../../test/support/mail.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { makeTwoFactor } from '../../../test/support/two-factor.ts';
import { sql } from '../../database/database.ts';
import { disableTotp } from './disable-totp.ts';

const test = useTestApp();
const path = 'merchant/disable-totp';
const right = { password: PASSWORD, code: '123456' };
const asSomebody = async (change: object) =>
  callAsNobody(
    test,
    path,
    { ...right, ...change },
    { cookie: (await signUpMerchant(test)).cookie },
  );

it('requires both factors, and then the password alone logs in again', async () => {
  const { email, call, code, logIn } = await makeTwoFactor(test);
  expect((await call(path, { password: PASSWORD, code: code() })).body.data.disabled).toBe(true);
  expect((await logIn()).status).toBe(200);
  expect(await mailsTo(test, email, 'account.two_factor_off')).toHaveLength(1);
});

it('ends the account’s other sessions', async () => {
  const { call, code, logIn } = await makeTwoFactor(test);
  const cookie = cookieOf(await logIn(code()));
  const other = () => callAsNobody(test, 'merchant/get-session', {}, { cookie });
  expect((await other()).status).toBe(200);
  await call(path, { password: PASSWORD, code: code() });
  expectError(await other(), 401, 'Log-in required', 'gateway');
  expect((await call('merchant/get-session', {})).status).toBe(200);
});

it('leaves no recovery codes behind if they are renewed concurrently', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { email, call, code } = await makeTwoFactor(test);
    const renewed = call('merchant/renew-recovery-codes', {});
    const disabled = await call(path, { password: PASSWORD, code: code() });
    await renewed;
    expect(disabled.status).toBe(200);
    const left = await test.database.query(sql`
      select from recovery_code join merchant on merchant.id = recovery_code.merchant_id
      where merchant.email = ${email}`);
    expect(left).toHaveLength(0);
  }
});

describeErrorRows(disableTotp, {
  missingPassword: () => asSomebody({ password: '' }),
  missingCode: () => asSomebody({ code: ' ' }),
  wrong: () => asSomebody({ password: 'not the password' }),
  notOn: () => asSomebody({}),
  wrongCode: async () => (await makeTwoFactor(test)).call(path, { ...right, code: 'wrong' }),
  tooManyCodes: async () => {
    const { call } = await makeTwoFactor(test);
    for (let wrong = 0; wrong < 10; wrong += 1) await call(path, { ...right, code: 'wrong' });
    return call(path, { ...right, code: 'wrong' });
  },
});
