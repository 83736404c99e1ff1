import { describe, expect, it } from 'vitest';
import {
  callAsNobody,
  cookieOf,
  PASSWORD,
  signUpMerchant,
} from '../../../test/support/accounts.ts';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { codeMailedTo, mailsTo } from '../../../test/support/mail.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { makeTwoFactor } from '../../../test/support/two-factor.ts';
import { sql } from '../../database/database.ts';
import { totpCode } from '../../kit/totp.ts';
import { confirmTotp } from './confirm-totp.ts';
import { logIn } from './log-in.ts';

const test = useTestApp();
const path = 'merchant/confirm-totp';
const { codeRequired, wrongCode, tooManyCodes } = logIn.errors;
const begin = async () => {
  const { cookie, email } = await signUpMerchant(test);
  const call = (to: string, body: object) => callAsNobody(test, to, body, { cookie });
  const { secret } = (await call('merchant/begin-totp', { password: PASSWORD })).body.data;
  return { call, secret, email };
};

describe('two-factor login', () => {
  it('requires password and code, and accepts each code once', async () => {
    const { first, code, logIn: enter } = await makeTwoFactor(test);
    expectError(await enter(), 401, codeRequired.template, 'user');
    expectError(await enter('000000'), 401, wrongCode.template, 'user');
    expectError(await enter(first), 401, wrongCode.template, 'user');
    const next = code();
    const replies = await Promise.all([enter(next), enter(next)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('accepts each recovery code once, in any spelling, and stores only hashes', async () => {
    const { logIn: enter, recoveryCodes } = await makeTwoFactor(test);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [one = '', two = ''] = recoveryCodes;
    const kept = await test.database.query<{ text: string }>(
      sql`select recovery_code::text as text from recovery_code`,
    );
    expect(kept.some(({ text }) => text.includes(one.replaceAll('-', '')))).toBe(false);
    expect((await enter(one)).status).toBe(200);
    expectError(await enter(one), 401, wrongCode.template, 'user');
    expect((await enter(` ${two.toUpperCase().replaceAll('-', ' ')}`)).status).toBe(200);
  });

  it('checks only recovery codes for 15 minutes after ten wrong codes', async () => {
    const { code, logIn: enter, recoveryCodes } = await makeTwoFactor(test);
    for (let wrong = 0; wrong < 10; wrong += 1) await enter('000000');
    expectError(await enter(code()), 429, tooManyCodes.template, 'user');
    const [one] = recoveryCodes;
    expect((await enter(one)).status).toBe(200);
    expectError(await enter(one), 429, tooManyCodes.template, 'user');
    expectError(await enter(code()), 429, tooManyCodes.template, 'user');
    test.clock.advance(15 * 60_000);
    expect((await enter(code())).status).toBe(200);
  });

  it('ends sessions opened without it, and mails a notice that it is on', async () => {
    const { email, cookie } = await signUpMerchant(test);
    const other = cookieOf(
      await callAsNobody(test, 'merchant/log-in', { email, password: PASSWORD }),
    );
    const call = (to: string, body: object) => callAsNobody(test, to, body, { cookie });
    const { secret } = (await call('merchant/begin-totp', { password: PASSWORD })).body.data;
    const on = await call(path, { code: totpCode(secret, test.clock.now()) });
    expect(on.body.data.endedSessions).toBe(1);
    const ended = await callAsNobody(test, 'merchant/get-session', {}, { cookie: other });
    expectError(ended, 401, 'Log-in required', 'gateway');
    const session = await call('merchant/get-session', {});
    expect(session.body.data.merchant.twoFactor).toBe(true);
    expect(await mailsTo(test, email, 'account.two_factor_on')).toHaveLength(1);
  });

  it('is required for a password reset, but the first proof removes a stranger’s', async () => {
    const { email, code } = await makeTwoFactor(test);
    const reset = async (sent?: string) => {
      await callAsNobody(test, 'merchant/request-password-reset', { email });
      const token = await codeMailedTo(test, email);
      const body = { token, password: 'another good password', code: sent };
      return callAsNobody(test, 'merchant/reset-password', body);
    };
    const proof = await reset();
    expect(proof.status).toBe(200);
    const session = { cookie: cookieOf(proof) };
    const call = (to: string, body: object) => callAsNobody(test, to, body, session);
    const password = { password: 'another good password' };
    const { secret } = (await call('merchant/begin-totp', password)).body.data;
    await call(path, { code: totpCode(secret, test.clock.now()) });
    expectError(await reset(), 401, codeRequired.template, 'user');
    expectError(await reset(code()), 401, wrongCode.template, 'user');
    test.clock.advance(30_000);
    expect((await reset(totpCode(secret, test.clock.now()))).status).toBe(200);
  });
});

describeErrorRows(confirmTotp, {
  missingCode: async () => (await begin()).call(path, { code: ' ' }),
  alreadyOn: async () => (await makeTwoFactor(test)).call(path, { code: '123456' }),
  notBegun: async () =>
    callAsNobody(test, path, { code: '123456' }, { cookie: (await signUpMerchant(test)).cookie }),
  wrongCode: async () => (await begin()).call(path, { code: 'wrong' }),
  tooManyCodes: async () => {
    const { call } = await begin();
    for (let wrong = 0; wrong < 10; wrong += 1) await call(path, { code: 'wrong' });
    return call(path, { code: 'wrong' });
  },
});
