import { totpCode } from '../../src/kit/totp.ts';
import { callAsNobody, PASSWORD, signUpMerchant } from './accounts.ts';
import type { TestApp } from './test-app.ts';

const STEP_MS = 30_000;

/** An account with two-factor login enabled; `code` returns a code that wasn't used yet. */
export async function makeTwoFactor(test: TestApp) {
  const { email, cookie } = await signUpMerchant(test);
  const call = (path: string, body: object) => callAsNobody(test, path, body, { cookie });
  const begun = await call('merchant/begin-totp', { password: PASSWORD });
  const { secret } = begun.body.data;
  const code = () => {
    test.clock.advance(STEP_MS);
    return totpCode(secret, test.clock.now());
  };
  const first = code();
  const confirmed = await call('merchant/confirm-totp', { code: first });
  const logIn = (sent?: string) =>
    callAsNobody(test, 'merchant/log-in', { email, password: PASSWORD, code: sent });
  const recoveryCodes: string[] = confirmed.body.data.recoveryCodes;
  return { email, cookie, secret, first, code, call, logIn, recoveryCodes };
}
