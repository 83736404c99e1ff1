import { expect, it } from 'vitest';
import { callAsNobody, PASSWORD, signUpMerchant } from '../../../test/support/accounts.ts';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { mailsTo } from '../../../test/support/mail.ts';
import { callAsOperator } from '../../../test/support/operator.ts';
import { makePasskey } from '../../../test/support/passkeys.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { makeTwoFactor } from '../../../test/support/two-factor.ts';
import { sql } from '../../database/database.ts';
import { removeSecondFactor } from './remove-second-factor.ts';

const test = useTestApp();
const path = 'merchant/remove-second-factor';
const remove = (fields: object) => callAsOperator(test, path, fields);

it('lets the password alone log in, ends sessions, mails a notice and is audited', async () => {
  const { email, call, logIn } = await makeTwoFactor(test);
  const other = await makeTwoFactor(test);
  const reply = await remove({ email: ` ${email.toUpperCase()} ` });
  const { merchantId, endedSessions } = reply.body.data;
  expect(endedSessions).toBe(1);
  expectError(await call('merchant/get-session', {}), 401, 'Log-in required', 'gateway');
  const entered = await logIn();
  expect([entered.status, entered.body.data.merchant.id]).toEqual([200, merchantId]);
  expect(await mailsTo(test, email, 'account.second_factor_removed')).toHaveLength(1);
  const entries = await test.database.query(sql`
    select action, credential from audit_log join merchant on merchant.id = merchant_id
    where email = ${email} and credential = 'operator'`);
  expect(entries).toEqual([{ action: path, credential: 'operator' }]);
  expectError(await other.logIn(), 401, 'Second factor required', 'user');
});

it('also removes passkeys and recovery codes', async () => {
  const { email, logIn } = await makePasskey(test);
  expect((await remove({ email })).status).toBe(200);
  expect((await logIn()).reply.status).toBe(401);
  const enter = { email, password: PASSWORD };
  expect((await callAsNobody(test, 'merchant/log-in', enter)).status).toBe(200);
  const kept = await test.database.query(sql`
    select from recovery_code join merchant on merchant.id = merchant_id where email = ${email}`);
  expect(kept).toEqual([]);
});

it('is only for the operator', async () => {
  const { email, call, logIn } = await makeTwoFactor(test);
  expect((await call(path, { email })).status).toBe(404);
  expectError(await logIn(), 401, 'Second factor required', 'user');
});

describeErrorRows(removeSecondFactor, {
  missingEmail: () => remove({ email: ' ' }),
  notFound: () => remove({ email: 'nobody@merchant.example' }),
  notOn: async () => remove({ email: (await signUpMerchant(test)).email }),
});
