import { describe, expect, it } from 'vitest';
import {
  callAsNobody,
  cookieOf,
  newEmail,
  PASSWORD,
  signUpMerchant,
} from '../../../test/support/accounts.ts';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { makeTwoFactor } from '../../../test/support/two-factor.ts';
import { logIn } from './log-in.ts';

const test = useTestApp();
const send = (body: unknown) => callAsNobody(test, 'merchant/log-in', body);
const WRONG = 'Invalid email or password';

describe('merchant/log-in', () => {
  it('opens a session of its own', async () => {
    const { email, cookie } = await signUpMerchant(test);
    const reply = await send({ email: ` ${email.toUpperCase()}`, password: PASSWORD });
    expect(reply.body.data.merchant).toMatchObject({ email, name: 'A merchant' });
    expect(cookieOf(reply)).not.toBe(cookie);
    for (const session of [cookie, cookieOf(reply)]) {
      const headers = { cookie: session, 'x-environment': 'test' };
      const made = await callAsNobody(test, 'store/create-store', { name: 'S' }, headers);
      expect(made.status).toBe(200);
    }
  });

  it('does not distinguish a wrong password from an unknown address', async () => {
    const { email } = await signUpMerchant(test);
    const wrong = await send({ email, password: 'not the password' });
    const unknown = await send({ email: newEmail(), password: PASSWORD });
    expectError(wrong, 401, WRONG, 'user');
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text]);
    for (const reply of [wrong, unknown]) expect(reply.headers.get('set-cookie')).toBeNull();
  });

  it('refuses an overlong address as unknown', async () => {
    const email = `${'x'.repeat(243)}@m.example`;
    expectError(await send({ email, password: PASSWORD }), 401, WRONG, 'user');
    expectError(await send({ email: `x${email}`, password: PASSWORD }), 401, WRONG, 'user');
  });

  it('refuses an overlong password', async () => {
    const { email } = await signUpMerchant(test);
    expectError(await send({ email, password: 'x'.repeat(201) }), 401, WRONG, 'user');
  });
});

describeErrorRows(logIn, {
  missingEmail: () => send({ password: PASSWORD }),
  missingPassword: () => send({ email: newEmail(), password: '' }),
  wrong: () => send({ email: newEmail(), password: PASSWORD }),
  codeRequired: async () => (await makeTwoFactor(test)).logIn(),
  wrongCode: async () => (await makeTwoFactor(test)).logIn('wrong'),
  tooManyCodes: async () => {
    const { logIn: enter } = await makeTwoFactor(test);
    for (let wrong = 0; wrong < 10; wrong += 1) await enter('wrong');
    return enter('wrong');
  },
});
