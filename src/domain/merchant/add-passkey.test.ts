import { describe, expect, it } from 'vitest';
import { callAsNobody, PASSWORD } from '../../../test/support/accounts.ts';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { mailsTo } from '../../../test/support/mail.ts';
import { makeOwner, makePasskey } from '../../../test/support/passkeys.ts';
import { makeAuthenticator } from '../../../test/support/software-authenticator.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { totpCode } from '../../kit/totp.ts';
import { addPasskey } from './add-passkey.ts';
import { logIn } from './log-in.ts';

const test = useTestApp();
const path = 'merchant/add-passkey';
const begin = async () => {
  const owner = await makeOwner(test);
  const { options } = (await owner.call('merchant/begin-passkey', {})).body.data;
  return { ...owner, options };
};
const add = async (change: object) => {
  const { call, authenticator, options } = await begin();
  return call(path, { name: 'A key', credential: authenticator.create(options), ...change });
};

describe('add-passkey', () => {
  it('turns two-factor login on: a password alone fails, a recovery code works', async () => {
    const { email, call, recoveryCodes } = await makePasskey(test);
    expect(recoveryCodes).toHaveLength(10);
    const enter = (code?: string) =>
      callAsNobody(test, 'merchant/log-in', { email, password: PASSWORD, code });
    expectError(await enter(), 401, logIn.errors.codeRequired.template, 'user');
    // An unconfirmed authenticator isn't accepted.
    const { secret } = (await call('merchant/begin-totp', { password: PASSWORD })).body.data;
    const pending = await enter(totpCode(secret, test.clock.now()));
    expectError(pending, 401, logIn.errors.wrongCode.template, 'user');
    expect((await enter(recoveryCodes[0])).status).toBe(200);
    expect((await enter(recoveryCodes[0])).status).toBe(401);
    expect(await mailsTo(test, email, 'account.passkey_added')).toHaveLength(1);
  });

  it('refuses another origin, host or session, a late response and an unverified user', async () => {
    const { call, authenticator, options } = await begin();
    const send = (credential: object) => call(path, { name: 'A key', credential });
    const refused = [
      authenticator.create(options, { origin: 'http://evil.example' }),
      authenticator.create(options, { host: 'evil.example' }),
      authenticator.create(options, { isVerified: false }),
      authenticator.create((await begin()).options),
      authenticator.create({ challenge: Buffer.from('9999999999999.00.00').toString('base64url') }),
    ];
    for (const credential of refused) expect((await send(credential)).status).toBe(400);
    const credential = authenticator.create(options);
    test.clock.advance(5 * 60_000);
    expect((await send(credential)).status).toBe(400);
    const fresh = (await call('merchant/begin-passkey', {})).body.data.options;
    expect((await send(authenticator.create(fresh))).status).toBe(200);
  });

  it('accepts a challenge only once, even under concurrent calls', async () => {
    const { call, authenticator, options } = await begin();
    const credential = authenticator.create(options);
    const send = () => call(path, { name: 'A key', credential });
    const replies = await Promise.all([send(), send()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it.each([
    ['with more at its end', (text: string) => `${text}.1`],
    ['with digits that no byte has', (text: string) => `${text}zz`],
    ['in capitals', (text: string) => text.toUpperCase()],
  ])('refuses a used challenge %s', async (_how, respell) => {
    const { call, options } = await begin();
    const { port } = new URL(test.config.PUBLIC_URL);
    const send = (challenge: string) =>
      call(path, { name: 'A key', credential: makeAuthenticator(port).create({ challenge }) });
    expect((await send(options.challenge)).status).toBe(200);
    const text = Buffer.from(options.challenge, 'base64url').toString();
    const again = await send(Buffer.from(respell(text)).toString('base64url'));
    expectError(again, 400, addPasskey.errors.invalid.template, 'user');
  });
});

describeErrorRows(addPasskey, {
  missingName: () => add({ name: ' ' }),
  longName: () => add({ name: 'x'.repeat(65) }),
  controlName: () => add({ name: 'a\u0007b' }),
  missingCredential: () => add({ credential: null }),
  invalid: () => add({ credential: { id: 'x'.repeat(2_000) } }),
  tooMany: async () => {
    const { call, authenticator, options, email } = await begin();
    await test.database.query(sql`
      insert into passkey
        (id, merchant_id, name, credential_id, public_key, counter, transports, created_at)
      select gen_random_uuid(), merchant.id, 'A key', gen_random_uuid()::text, '', 0, '{}', now()
      from merchant, generate_series(1, 10) where email = ${email}`);
    return call(path, { name: 'A key', credential: authenticator.create(options) });
  },
  registered: async () => {
    const { call, authenticator } = await makePasskey(test);
    const { options } = (await call('merchant/begin-passkey', {})).body.data;
    return call(path, { name: 'A key', credential: authenticator.create(options) });
  },
});
