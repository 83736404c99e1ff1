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

  it('tells a wrong password and an unknown address by nothing', async () => {
    const { email } = await signUpMerchant(test);
    const wrong = await send({ email, password: 'not the password' });
    const unknown = await send({ email: newEmail(), password: PASSWORD });
    expectError(wrong, 401, WRONG, 'user');
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text]);
    for (const reply of [wrong, unknown]) expect(reply.headers.get('set-cookie')).toBeNull();
  });

  it('refuses a password longer than any', async () => {
    const { email } = await signUpMerchant(test);
    expectError(await send({ email, password: 'x'.repeat(201) }), 401, WRONG, 'user');
  });
});

describeErrorRows(logIn, {
  missingEmail: () => send({ password: PASSWORD }),
  missingPassword: () => send({ email: newEmail(), password: '' }),
  wrong: () => send({ email: newEmail(), password: PASSWORD }),
});
