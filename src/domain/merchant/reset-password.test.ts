import { describe, expect, it } from 'vitest';
import {
  callAsNobody,
  cookieOf,
  newEmail,
  PASSWORD,
  signUpMerchant,
} from '../../../test/support/accounts.ts';
import { openDashboard } from '../../../test/support/dashboard.ts';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { codeMailedTo, mailsTo } from '../../../test/support/mail.ts';
import { makeMerchant, makeStore, type TestMerchant } from '../../../test/support/merchant.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { makeTwoFactor } from '../../../test/support/two-factor.ts';
import { sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';
import { confirmEmailOf } from './account-link.queries.ts';
import { findMerchantByEmail } from './merchant.queries.ts';
import { resetPassword } from './reset-password.ts';

const test = useTestApp();
const NEW = 'another good password';
const INVALID = 'Link is invalid or has expired, request a new one';
const MINUTE_MS = 60_000;
const send = (body: object) => callAsNobody(test, 'merchant/reset-password', body);
const sessionOf = (cookie: string) => callAsNobody(test, 'merchant/get-session', {}, { cookie });

type Caller = Pick<TestMerchant, 'call'>;

async function accountOf(email: string): Promise<Pick<TestMerchant, 'id'>> {
  const [account] = await findMerchantByEmail(test.database, email);
  if (!account) throw new Error(`No account of ${email}`);
  return account;
}

/** An account that has just been mailed a reset link. */
async function makeForgetful() {
  const account = await signUpMerchant(test);
  await callAsNobody(test, 'merchant/request-password-reset', { email: account.email });
  return { ...account, token: await codeMailedTo(test, account.email) };
}

describe('merchant/reset-password', () => {
  it('sets the password, logs in, ends open sessions and confirms the address', async () => {
    const { email, cookie, token } = await makeForgetful();
    const reply = await send({ token, password: NEW });
    expect(reply.body.data.merchant).toMatchObject({ email });
    const session = await sessionOf(cookieOf(reply));
    expect(session.body.data.merchant).toMatchObject({ email, emailConfirmed: true });
    expectError(await sessionOf(cookie), 401, 'Log-in required', 'gateway');
    const logIn = (password: string) => callAsNobody(test, 'merchant/log-in', { email, password });
    expect((await logIn(PASSWORD)).status).toBe(401);
    expect((await logIn(NEW)).status).toBe(200);
  });

  it('removes keys, memberships, members and invitations from before the first proof', async () => {
    const { email } = await signUpMerchant(test);
    const squatter = await accountOf(email);
    const host = await makeMerchant(test);
    const hostStore = await makeStore(host);
    const add = (by: Caller, storeId: string, to: string) =>
      by.call('store-merchant/add-merchant', { storeId, email: to, role: 'admin' });
    expect((await add(host, hostStore.id, email)).status).toBe(200);
    const dashboard = await openDashboard(test, squatter);
    const made = await dashboard.call('store/create-store', { name: 'Prepared' });
    const { id: storeId } = made.body.data.store;
    const accomplice = await makeMerchant(test);
    expect((await add(dashboard, storeId, accomplice.email)).status).toBe(200);
    expect((await add(dashboard, storeId, newEmail())).status).toBe(200);
    const key = { environment: 'prod', nickname: 'sleeper' };
    expect((await dashboard.call('api-key/create-key', key)).status).toBe(200);
    const leak = { channel: 'http', url: 'https://squatter.example/', events: ['order.completed'] };
    const webhook = { storeId, ...leak, testMode: true };
    expect((await dashboard.call('store/add-webhook', webhook)).status).toBe(200);
    await test.database.query(sql`
      update store set support_email = 'squatter@example.com'
      where id = ${decodeId('STO', storeId)}`);

    await callAsNobody(test, 'merchant/request-password-reset', { email });
    const reply = await send({ token: await codeMailedTo(test, email), password: NEW });
    const cookie = cookieOf(reply);
    const session = await sessionOf(cookie);
    expect(session.body.data.stores).toMatchObject([{ id: storeId, role: 'owner' }]);
    const left = await test.database.query<{ kind: string }>(sql`
      select 'key' as kind from api_key
        where merchant_id = ${squatter.id} and deleted_at is null
      union all select 'member' from store_merchant
        where merchant_id = ${accomplice.id} or (merchant_id = ${squatter.id} and role <> 'owner')
      union all select 'invitation' from store_invitation where invited_by = ${squatter.id}
      union all select 'webhook' from webhook
        where store_id = ${decodeId('STO', storeId)} and disabled_reason is distinct from 'first_proof'
      union all select 'support address' from store
        where id = ${decodeId('STO', storeId)} and support_email is not null`);
    expect(left).toEqual([]);
    expectError(
      await dashboard.call('merchant/get-session', {}),
      401,
      'Log-in required',
      'gateway',
    );
    await test.app.worker.runOnce();
    const [mail] = await mailsTo(test, email, 'account.password_reset');
    expect(mail?.text).toContain('This address hadn’t been confirmed before');
    expect(mail?.text).toContain('webhooks were disabled');
  });

  it('keeps a confirmed account’s keys and memberships, and mails the live keys', async () => {
    const { email } = await signUpMerchant(test);
    const account = await accountOf(email);
    await confirmEmailOf(test.database, account.id, test.clock.now());
    const dashboard = await openDashboard(test, account);
    await dashboard.call('api-key/create-key', { environment: 'prod', nickname: 'web server' });
    await callAsNobody(test, 'merchant/request-password-reset', { email });
    expect((await send({ token: await codeMailedTo(test, email), password: NEW })).status).toBe(
      200,
    );
    const keys = await test.database.query(sql`
      select from api_key where merchant_id = ${account.id} and deleted_at is null`);
    expect(keys).toHaveLength(1);
    await test.app.worker.runOnce();
    const [mail] = await mailsTo(test, email, 'account.password_reset');
    expect(mail?.text).toMatch(/“web server” \(prod\), created .*, never used/);
  });

  it('accepts a link only once, even under concurrent calls', async () => {
    const { token } = await makeForgetful();
    const replies = await Promise.all([
      send({ token, password: NEW }),
      send({ token, password: NEW }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    expectError(await send({ token, password: NEW }), 400, INVALID, 'user');
  });

  it('accepts only the newest link, for 30 minutes', async () => {
    const { email, token: older } = await makeForgetful();
    await callAsNobody(test, 'merchant/request-password-reset', { email });
    expectError(await send({ token: older, password: NEW }), 400, INVALID, 'user');
    const token = await codeMailedTo(test, email);
    test.clock.advance(30 * MINUTE_MS);
    expectError(await send({ token, password: NEW }), 400, INVALID, 'user');
  });

  it('refuses a link that confirms an address', async () => {
    const { email } = await signUpMerchant(test);
    const token = await codeMailedTo(test, email);
    expectError(await send({ token, password: NEW }), 400, INVALID, 'user');
  });

  it('does not use up the link if the password is refused', async () => {
    const { token } = await makeForgetful();
    expect((await send({ token, password: 'short' })).status).toBe(400);
    expect((await send({ token, password: NEW })).status).toBe(200);
  });
});

/** The last response of several tries by a confirmed account with two-factor login. */
async function sendWithFactor(code?: string, tries = 1) {
  const { email } = await makeTwoFactor(test);
  await confirmEmailOf(test.database, (await accountOf(email)).id, test.clock.now());
  await callAsNobody(test, 'merchant/request-password-reset', { email });
  const body = { token: await codeMailedTo(test, email), password: NEW, code };
  let reply = await send(body);
  for (let sent = 1; sent < tries; sent += 1) reply = await send(body);
  return reply;
}

describeErrorRows(resetPassword, {
  missingToken: () => send({ password: NEW }),
  missingPassword: () => send({ token: 'x' }),
  shortPassword: () => send({ token: 'x', password: 'x'.repeat(9) }),
  invalidToken: () => send({ token: 'nonsense', password: NEW }),
  codeRequired: () => sendWithFactor(),
  wrongCode: () => sendWithFactor('wrong'),
  tooManyCodes: () => sendWithFactor('wrong', 11),
});
