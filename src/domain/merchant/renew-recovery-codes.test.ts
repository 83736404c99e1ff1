import { expect, it } from 'vitest';
import { callAsNobody, PASSWORD, signUpMerchant } from '../../../test/support/accounts.ts';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { mailsTo } from '../../../test/support/mail.ts';
import { makePasskey } from '../../../test/support/passkeys.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { makeTwoFactor } from '../../../test/support/two-factor.ts';
import { sql } from '../../database/database.ts';
import { logIn } from './log-in.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';

const test = useTestApp();
const path = 'merchant/renew-recovery-codes';

it('returns ten codes that log in, and the earlier ones stop working', async () => {
  const { email, call, logIn: enter, recoveryCodes: earlier } = await makeTwoFactor(test);
  const { recoveryCodes } = (await call(path, {})).body.data;
  expect(new Set([...recoveryCodes, ...earlier]).size).toBe(20);
  expectError(await enter(earlier[0]), 401, logIn.errors.wrongCode.template, 'user');
  expect((await enter(recoveryCodes[0])).status).toBe(200);
  expectError(await enter(recoveryCodes[0]), 401, logIn.errors.wrongCode.template, 'user');
  expect(await mailsTo(test, email, 'account.recovery_codes_renewed')).toHaveLength(1);
});

it('works for an account that has only passkeys', async () => {
  const { email, call } = await makePasskey(test);
  const { recoveryCodes } = (await call(path, {})).body.data;
  const enter = { email, password: PASSWORD, code: recoveryCodes[0] };
  expect((await callAsNobody(test, 'merchant/log-in', enter)).status).toBe(200);
});

it('leaves ten codes after concurrent calls', async () => {
  const { email, call } = await makeTwoFactor(test);
  const replies = await Promise.all([call(path, {}), call(path, {}), call(path, {})]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  const kept = await test.database.query(sql`
    select from recovery_code join merchant on merchant.id = merchant_id where email = ${email}`);
  expect(kept).toHaveLength(10);
});

it('requires a recent proof, and changes nothing without one', async () => {
  const { call, logIn: enter, recoveryCodes } = await makeTwoFactor(test);
  test.clock.advance(10 * 60_000);
  expectError(await call(path, {}), 403, 'Recent authentication required', 'gateway');
  expect((await enter(recoveryCodes[0])).status).toBe(200);
});

describeErrorRows(renewRecoveryCodes, {
  notOn: async () => callAsNobody(test, path, {}, { cookie: (await signUpMerchant(test)).cookie }),
});
