import { describe, expect, it } from 'vitest';
import type { Tx } from '../../src/database/database.ts';
import { lockMerchant } from '../../src/domain/api-key/api-key.queries.ts';
import { confirmEmailOf } from '../../src/domain/merchant/account-link.queries.ts';
import { logIn } from '../../src/domain/merchant/log-in.ts';
import { findMerchantByEmail } from '../../src/domain/merchant/merchant.queries.ts';
import { insertPasskey } from '../../src/domain/merchant/passkey.queries.ts';
import {
  confirmAuthenticator,
  makeFactorRow,
  putSecondFactor,
} from '../../src/domain/merchant/second-factor.queries.ts';
import { listSessions } from '../../src/domain/merchant/session.queries.ts';
import { type Id, newUuid } from '../../src/kit/id.ts';
import { callAsNobody, PASSWORD, signUpMerchant } from '../support/accounts.ts';
import { expectError } from '../support/error-rows.ts';
import { codeMailedTo } from '../support/mail.ts';
import type { Reply } from '../support/merchant.ts';
import { needs } from '../support/needs.ts';
import { makePasskey } from '../support/passkeys.ts';
import { useTestApp } from '../support/test-app.ts';
import { callWhile } from './call-while.ts';

const test = useTestApp();
const { codeRequired, wrongCode } = logIn.errors;
type Change = (tx: Tx, merchantId: Id<'MER'>) => Promise<unknown>;

const FACTORS: Readonly<Record<string, Change>> = {
  'an authenticator': async (tx, merchantId) => {
    const now = test.clock.now();
    await putSecondFactor(tx, merchantId, 'a sealed secret', now);
    expect(await confirmAuthenticator(tx, merchantId, 'a sealed secret', now)).toHaveLength(1);
  },
  'a passkey': async (tx, merchantId) => {
    const now = test.clock.now();
    const id = newUuid(now);
    await insertPasskey(tx, {
      ...{ id, merchantId, name: 'A key', credentialId: id, transports: [] },
      ...{ publicKey: Buffer.from('no key'), counter: 0, createdAt: now, lastUsedAt: null },
    });
    await makeFactorRow(tx, merchantId, now);
  },
};

describe('two-factor login turned on during', needs('server'), () => {
  describe.each(Object.entries(FACTORS))('with %s', (_name, turnOn) => {
    it('a login, opens no session without a code', async () => {
      const { email } = await signUpMerchant(test);
      const reply = await callDuring(turnOn, email, logInAs(email));
      expectError(reply, 401, codeRequired.template, 'user');
      expect(await countSessions(email)).toBe(1);
    });

    it('a password reset, leaves password and link as they are', async () => {
      const { email } = await signUpMerchant(test);
      await confirmEmailOf(test.database, await idOf(email), test.clock.now());
      const reset = await makeReset(email);
      expectError(await callDuring(turnOn, email, reset), 401, codeRequired.template, 'user');
      expect(await countSessions(email)).toBe(1);
      expectError(await reset(), 401, codeRequired.template, 'user');
    });
  });

  it('a password reset, after the address was confirmed, requires a code', async () => {
    const { email } = await signUpMerchant(test);
    const change: Change = async (tx, merchantId) => {
      await confirmEmailOf(tx, merchantId, test.clock.now());
      await FACTORS['an authenticator']?.(tx, merchantId);
    };
    const reply = await callDuring(change, email, await makeReset(email));
    expectError(reply, 401, codeRequired.template, 'user');
  });

  it('a login with a code, refuses the earlier factor’s code', needs('plain-server'), async () => {
    const { email, recoveryCodes } = await makePasskey(test);
    const turnOn = FACTORS['an authenticator'] as Change;
    const reply = await callDuring(turnOn, email, logInAs(email, recoveryCodes[0]));
    expectError(reply, 401, wrongCode.template, 'user');
    expect(await countSessions(email)).toBe(1);
  });
});

/** The answer to a call that had checked the account before the change. */
async function callDuring(change: Change, email: string, call: () => Promise<Reply>) {
  const id = await idOf(email);
  const steps = {
    hold: (tx: Tx) => lockMerchant(tx, id),
    finish: (tx: Tx) => change(tx, id),
  };
  const [reply] = await callWhile(test.database, steps, [call]);
  return reply as Reply;
}

function logInAs(email: string, code?: string) {
  return () => callAsNobody(test, 'merchant/log-in', { email, password: PASSWORD, code });
}

/** A password reset without a code. */
async function makeReset(email: string) {
  await callAsNobody(test, 'merchant/request-password-reset', { email });
  const body = { token: await codeMailedTo(test, email), password: 'another good password' };
  return () => callAsNobody(test, 'merchant/reset-password', body);
}

async function idOf(email: string): Promise<Id<'MER'>> {
  const [account] = await findMerchantByEmail(test.database, email);
  if (!account) throw new Error(`No account of ${email}`);
  return account.id;
}

async function countSessions(email: string): Promise<number> {
  return (await listSessions(test.database, await idOf(email), test.clock.now())).length;
}
