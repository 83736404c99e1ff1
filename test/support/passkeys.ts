import { callAsNobody, cookieOf, signUpMerchant } from './accounts.ts';
import { makeAuthenticator } from './software-authenticator.ts';
import type { TestApp } from './test-app.ts';

/** A new account with a session, and an authenticator that has no passkey yet. */
export async function makeOwner(test: TestApp) {
  const { email, cookie } = await signUpMerchant(test);
  const call = (path: string, body: object) => callAsNobody(test, path, body, { cookie });
  const authenticator = makeAuthenticator(new URL(test.config.PUBLIC_URL).port);
  return { email, cookie, call, authenticator };
}

/** An account with a passkey. */
export async function makePasskey(test: TestApp) {
  const owner = await makeOwner(test);
  const { options } = (await owner.call('merchant/begin-passkey', {})).body.data;
  const credential = owner.authenticator.create(options);
  const added = await owner.call('merchant/add-passkey', { name: 'Laptop', credential });
  if (added.status !== 200) throw new Error(`add-passkey answered ${added.text}`);
  const { passkey, recoveryCodes } = added.body.data;
  const logIn = async (quirks: object = {}) => {
    const begun = await callAsNobody(test, 'merchant/begin-passkey-log-in', {});
    const answer = owner.authenticator.get(begun.body.data.options, quirks);
    const reply = await callAsNobody(test, 'merchant/log-in-with-passkey', { credential: answer });
    return { reply, answer, cookie: cookieOf(reply) };
  };
  return { ...owner, passkey, recoveryCodes: recoveryCodes as string[], logIn };
}
