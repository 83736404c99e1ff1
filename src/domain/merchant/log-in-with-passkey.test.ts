import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { callAsNobody } from '../../../test/support/accounts.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { mailsTo } from '../../../test/support/mail.ts';
import { makePasskey } from '../../../test/support/passkeys.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { logInWithPasskey } from './log-in-with-passkey.ts';

const test = useTestApp();
const path = 'merchant/log-in-with-passkey';
const send = (credential: unknown) => callAsNobody(test, path, { credential });

describe('log-in-with-passkey', () => {
  it('opens a session with the passkey alone, and mails a notice', async () => {
    const { email, logIn } = await makePasskey(test);
    const { reply, cookie } = await logIn();
    expect(reply.body.data.merchant.email).toBe(email);
    const session = await callAsNobody(test, 'merchant/get-session', {}, { cookie });
    expect(session.status).toBe(200);
    expect(await mailsTo(test, email, 'account.new_log_in')).toHaveLength(1);
  });

  it('accepts a passkey response only once, even under concurrent calls', async () => {
    const { logIn, authenticator } = await makePasskey(test);
    const { answer } = await logIn();
    expect((await send(answer)).status).toBe(401);
    const begun = await callAsNobody(test, 'merchant/begin-passkey-log-in', {});
    const once = authenticator.get(begun.body.data.options);
    const replies = await Promise.all([send(once), send(once)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('refuses another key, origin or host, an unverified user and a session’s challenge', async () => {
    const { logIn, call, authenticator } = await makePasskey(test);
    const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const quirks = [
      { key },
      { origin: 'http://evil.example' },
      { host: 'evil.example' },
      { isVerified: false },
    ];
    for (const quirk of quirks) expect((await logIn(quirk)).reply.status).toBe(401);
    const { options } = (await call('merchant/begin-passkey-step-up', {})).body.data;
    expect((await send(authenticator.get(options))).status).toBe(401);
    expect((await logIn()).reply.status).toBe(200);
  });
});

describeErrorRows(logInWithPasskey, {
  missingCredential: () => send(undefined),
  wrong: () => send({ id: 'unknown', response: {} }),
});
