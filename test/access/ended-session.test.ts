import { describe, expect, it } from 'vitest';
import { type ActionPath, actions } from '../../src/actions.ts';
import { sql, type Tx } from '../../src/database/database.ts';
import { lockMerchant } from '../../src/domain/api-key/api-key.queries.ts';
import { findMerchantByEmail } from '../../src/domain/merchant/merchant.queries.ts';
import { sessionHash } from '../../src/kit/session-secret.ts';
import { totpCode } from '../../src/kit/totp.ts';
import { callAsNobody, newEmail, PASSWORD, signUpMerchant } from '../support/accounts.ts';
import { openDashboard } from '../support/dashboard.ts';
import { expectError } from '../support/error-rows.ts';
import { codeMailedTo } from '../support/mail.ts';
import { makeMerchant, type Reply } from '../support/merchant.ts';
import { needs } from '../support/needs.ts';
import { makeOwner, makePasskey } from '../support/passkeys.ts';
import { useTestApp } from '../support/test-app.ts';
import { makeTwoFactor } from '../support/two-factor.ts';
import { callWhile } from './call-while.ts';
import { newInvitation } from './objects.ts';
import { makePlaces } from './places.ts';
import type { Fields } from './row.ts';
import { hashTables } from './snapshot.ts';

const test = useTestApp();

interface Account {
  readonly email: string;
  readonly cookie: string;
  call(path: string, body: object): Promise<Reply>;
}
type Case = () => Promise<Account & { readonly body: Fields }>;

/** Calls of an account's session that would succeed. */
const CASES: Readonly<Partial<Record<ActionPath, Case>>> = {
  'merchant/confirm-email': asNew(({ email }) => linkTo(email)),
  'merchant/request-email-confirmation': asNew(() => ({})),
  'merchant/update-name': asNew(() => ({ name: 'Another name' })),
  'merchant/change-password': asNew(() => ({
    ...{ currentPassword: PASSWORD, newPassword: 'another good password' },
  })),
  'merchant/change-email': asNew(() => ({ email: newEmail(), password: PASSWORD })),
  'merchant/confirm-email-change': asNew(async ({ call }) => {
    const email = newEmail();
    await call('merchant/change-email', { email, password: PASSWORD });
    return linkTo(email);
  }),
  'merchant/end-session': asNew(async ({ email }) => ({
    id: (await openDashboard(test, await accountOf(email))).sessionId,
  })),
  'merchant/log-out-everywhere': asNew(() => ({})),
  'merchant/step-up': asNew(() => ({ password: PASSWORD })),
  'merchant/begin-totp': asNew(() => ({ password: PASSWORD })),
  'merchant/confirm-totp': asNew(async ({ call }) => {
    const begun = await call('merchant/begin-totp', { password: PASSWORD });
    return { code: totpCode(begun.body.data.secret, test.clock.now()) };
  }),
  'merchant/disable-totp': async () => {
    const account = await makeTwoFactor(test);
    return { ...account, body: { password: PASSWORD, code: account.code() } };
  },
  'merchant/renew-recovery-codes': async () => ({ ...(await makeTwoFactor(test)), body: {} }),
  'merchant/add-passkey': async () => {
    const { authenticator, ...account } = await makeOwner(test);
    const begun = await account.call('merchant/begin-passkey', {});
    const credential = authenticator.create(begun.body.data.options);
    return { ...account, body: { name: 'Laptop', credential } };
  },
  'merchant/rename-passkey': async () => {
    const { passkey, ...account } = await makePasskey(test);
    return { ...account, body: { id: passkey.id, name: 'Phone' } };
  },
  'merchant/remove-passkey': async () => {
    const { passkey, ...account } = await makePasskey(test);
    return { ...account, body: { id: passkey.id } };
  },
  'api-key/create-key': asNew(() => ({ environment: 'test', nickname: 'Late' })),
  'api-key/delete-key': asNew(async ({ call }) => {
    const made = await call('api-key/create-key', { environment: 'test', nickname: 'Early' });
    return { id: made.body.data.apiKey.id };
  }),
  'store-merchant/accept-invitation': asNew(async ({ email }) => {
    const { test: host } = await makePlaces(test, await makeMerchant(test));
    return { token: await newInvitation(host, email) };
  }),
};

/** Calls that an ended session may finish, each with its reason. */
const HARMLESS: Readonly<Partial<Record<ActionPath, string>>> = {
  'merchant/log-out': 'ends only its own session',
  'merchant/get-session': 'reads',
  'merchant/list-sessions': 'reads',
  'merchant/list-passkeys': 'reads',
  'merchant/begin-passkey': 'changes nothing; its answer is for this session only',
  'merchant/begin-passkey-step-up': 'changes nothing; its answer is for this session only',
};

it('has a case or a reason for every call that only the account’s own session can make', () => {
  const paths = actions
    .filter(({ auth }) => auth.length === 1 && auth[0] === 'dashboard')
    .map(({ path }) => path)
    .filter((path) => /^(merchant|api-key|store-merchant)\//.test(path));
  const known = [...Object.keys(CASES), ...Object.keys(HARMLESS)];
  expect(paths.toSorted()).toEqual(known.toSorted());
});

describe('a session that ends during a call', needs('server'), () => {
  it.each(Object.entries(CASES))('has no effect through %s', async (path, prepare) => {
    const { email, cookie, call, body } = await prepare();
    const account = await accountOf(email);
    const other = await openDashboard(test, account);
    const before = await hashTables(test.database);
    const hold = async (tx: Tx) => {
      await lockMerchant(tx, account.id);
      const tokenHash = sessionHash(cookie.split('=')[1] ?? '');
      await tx.query(sql`delete from dashboard_session where token_hash = ${tokenHash}`);
    };
    const [reply] = await callWhile(test.database, { hold }, [() => call(path, body)]);
    expectError(reply as Reply, 401, 'Log-in required', 'gateway');
    // A code is used up even if its call is refused.
    const changed = { dashboard_session: '', second_factor: '' };
    expect({ ...(await hashTables(test.database)), ...changed }).toEqual({ ...before, ...changed });
    expect((await other.call('merchant/get-session', {})).status).toBe(200);
  });

  it('ends only one of two sessions that end each other', async () => {
    const rounds = Array.from({ length: 10 }, async () => {
      const { email } = await signUpMerchant(test);
      const account = await accountOf(email);
      const [one, two] = [await openDashboard(test, account), await openDashboard(test, account)];
      const replies = await Promise.all([
        one.call('merchant/end-session', { id: two.sessionId }),
        two.call('merchant/end-session', { id: one.sessionId }),
      ]);
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    });
    await Promise.all(rounds);
  });
});

function asNew(bodyOf: (account: Account) => Fields | Promise<Fields>): Case {
  return async () => {
    const { email, cookie } = await signUpMerchant(test);
    const call = (path: string, body: object) => callAsNobody(test, path, body, { cookie });
    const account = { email, cookie, call };
    return { ...account, body: await bodyOf(account) };
  };
}

async function linkTo(email: string): Promise<Fields> {
  return { token: await codeMailedTo(test, email) };
}

async function accountOf(email: string) {
  const [account] = await findMerchantByEmail(test.database, email);
  if (!account) throw new Error(`No account of ${email}`);
  return account;
}
