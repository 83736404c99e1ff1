import { describe, expect, it } from 'vitest';
import { callAsNobody, cookieOf, newEmail, PASSWORD } from '../../../test/support/accounts.ts';
import { makeMember, openDashboard } from '../../../test/support/dashboard.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { codeMailedTo } from '../../../test/support/mail.ts';
import {
  makeMerchant,
  makeStore,
  type Reply,
  type TestMerchant,
} from '../../../test/support/merchant.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { acceptInvitation } from './accept-invitation.ts';

const test = useTestApp();
const path = 'store-merchant/accept-invitation';
const DAY_MS = 24 * 60 * 60 * 1000;

/** Invites an address, which then signs up through the service itself. */
async function makeInvitation(inviter?: TestMerchant, storeId?: string) {
  const email = newEmail();
  const owner = inviter ?? (await makeMerchant(test));
  const store = { id: storeId ?? (await makeStore(owner)).id };
  const invite = async (to = store.id) => {
    await owner.call('store-merchant/add-merchant', { storeId: to, email, role: 'admin' });
    return codeMailedTo(test, email);
  };
  const token = await invite();
  const cookie = await signUp(email);
  return {
    email,
    owner,
    store,
    token,
    invite,
    cookie,
    accept: (sent = token) => send(sent, cookie),
  };
}

async function signUp(email: string): Promise<string> {
  const body = { email, password: PASSWORD, name: 'Newcomer' };
  return cookieOf(await callAsNobody(test, 'merchant/sign-up', body));
}

function send(token: unknown, cookie: string, headers = {}): Promise<Reply> {
  return callAsNobody(test, path, { token }, { cookie, ...headers });
}

async function expectNotFound(reply: Promise<Reply>) {
  expect((await reply).body.errors).toEqual([{ message: 'Invitation not found', layer: 'store' }]);
}

describe(path, () => {
  it('joins the store with the mailed link, and confirms the address', async () => {
    const { email, store, cookie, accept } = await makeInvitation();
    expect((await accept()).body.data).toEqual({
      storeId: store.id,
      merchantId: expect.stringMatching(/^MER_/),
      email,
      role: 'admin',
      status: 'active',
      addedAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    });
    const session = await callAsNobody(test, 'merchant/get-session', {}, { cookie });
    expect(session.body.data).toMatchObject({
      merchant: { emailConfirmed: true },
      stores: [{ id: store.id, role: 'admin' }],
    });
  });

  it('starts every membership that the address is invited to', async () => {
    const { owner, store, cookie, invite, accept } = await makeInvitation();
    const other = await makeStore(owner);
    await invite(other.id);
    expect((await accept()).status).toBe(200);
    const session = await callAsNobody(test, 'merchant/get-session', {}, { cookie });
    const ids = session.body.data.stores.map(({ id }: { id: string }) => id);
    expect(ids.toSorted()).toEqual([store.id, other.id].toSorted());
  });

  it('accepts a link only once, even under concurrent calls', async () => {
    const { accept } = await makeInvitation();
    const replies = await Promise.all([accept(), accept()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
    await expectNotFound(accept());
  });

  it('gives nothing to an account with the address but without the link', async () => {
    const { cookie, accept } = await makeInvitation();
    await expectNotFound(accept('0123456789abcdef0123456789abcdef'));
    const session = await callAsNobody(test, 'merchant/get-session', {}, { cookie });
    expect(session.body.data.stores).toEqual([]);
  });

  it('gives nothing to an account with the link but another address', async () => {
    const { token, accept } = await makeInvitation();
    const thief = await openDashboard(test, await makeMerchant(test));
    await expectNotFound(thief.call(path, { token }));
    expect((await accept()).status).toBe(200);
  });

  it('accepts only the link of the latest invitation', async () => {
    const { token, invite, accept } = await makeInvitation();
    const latest = await invite();
    await expectNotFound(accept(token));
    expect((await accept(latest)).status).toBe(200);
  });

  it('refuses a withdrawn invitation', async () => {
    const { owner, store, email, accept } = await makeInvitation();
    await owner.call('store-merchant/cancel-invitation', { storeId: store.id, email });
    await expectNotFound(accept());
  });

  it('refuses after the store was deleted', async () => {
    const { owner, store, accept } = await makeInvitation();
    await owner.call('store/delete-store', { id: store.id });
    await expectNotFound(accept());
  });

  it('refuses after the inviter was removed', async () => {
    const owner = await makeMerchant(test);
    const store = await makeStore(owner);
    const admin = await makeMember(test, owner, store.id, 'admin');
    const { accept } = await makeInvitation(admin, store.id);
    const body = { storeId: store.id, merchantId: admin.shortId };
    await owner.call('store-merchant/remove-merchant', body);
    await expectNotFound(accept());
  });

  it('stays refused if the inviter, removed or demoted, becomes an admin again', async () => {
    for (const [end, again] of [
      ['store-merchant/remove-merchant', 'store-merchant/add-merchant'],
      ['store-merchant/update-role', 'store-merchant/update-role'],
    ] as const) {
      const owner = await makeMerchant(test);
      const store = await makeStore(owner);
      const admin = await makeMember(test, owner, store.id, 'admin');
      const { accept } = await makeInvitation(admin, store.id);
      const member = { storeId: store.id, merchantId: admin.shortId, role: 'member' };
      expect((await owner.call(end, member)).status).toBe(200);
      const raised = { ...member, email: admin.email, role: 'admin' };
      expect((await owner.call(again, raised)).status).toBe(200);
      await expectNotFound(accept());
    }
  });

  it('replays the answer for the same idempotency key', async () => {
    const { token, cookie } = await makeInvitation();
    const headers = { 'x-idempotency-key': 'one-acceptance' };
    const first = await send(token, cookie, headers);
    const second = await send(token, cookie, headers);
    expect(first.status).toBe(200);
    expect(second.text).toBe(first.text);
  });

  // This comes last because it advances the file's clock.
  it('refuses seven days later', async () => {
    const { accept } = await makeInvitation();
    test.clock.advance(7 * DAY_MS);
    await expectNotFound(accept());
  });
});

describeErrorRows(acceptInvitation, {
  missingToken: async () => send(' ', await signUp(newEmail())),
  notFound: async () => send('wrong', await signUp(newEmail())),
});
