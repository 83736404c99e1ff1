import { describe, expect, it } from 'vitest';
import { makeMember, openDashboard } from '../../../test/support/dashboard.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import {
  makeMerchant,
  makeStore,
  post,
  type TestMerchant,
} from '../../../test/support/merchant.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { acceptInvitation } from './accept-invitation.ts';

const test = useTestApp();
const path = 'store-merchant/accept-invitation';
const DAY_MS = 24 * 60 * 60 * 1000;
let count = 0;

/** An address that is invited, then signs up through the service itself. */
async function makeInvitation(inviter?: TestMerchant, storeId?: string) {
  count += 1;
  const email = `invited-${count}@staff.example`;
  const owner = inviter ?? (await makeMerchant(test));
  const store = { id: storeId ?? (await makeStore(owner)).id };
  const invite = async () => {
    const body = { storeId: store.id, email, role: 'admin' };
    return (await owner.call('store-merchant/add-merchant', body)).body.data.invitationCode;
  };
  const code = (await invite()) as string;
  const session = await signUp(email);
  return { email, owner, store, code, invite, accept: (sent = code) => session(path, sent) };
}

async function signUp(email: string) {
  const body = { email, password: 'a password of mine', name: 'Newcomer' };
  const reply = await post(test.baseUrl, '/v1/actions/merchant/sign-up', JSON.stringify(body));
  const cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? '';
  return (action: string, code: unknown) =>
    post(test.baseUrl, `/v1/actions/${action}`, JSON.stringify({ code }), { cookie });
}

async function expectNotFound(reply: ReturnType<typeof post>) {
  expect((await reply).body.errors).toEqual([{ message: 'Invitation not found', layer: 'store' }]);
}

describe(path, () => {
  it('joins the store by the code', async () => {
    const { email, store, accept } = await makeInvitation();
    const reply = await accept();
    expect(reply.body.data).toEqual({
      storeId: store.id,
      merchantId: expect.stringMatching(/^MER_/),
      email,
      role: 'admin',
      status: 'active',
      addedAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    });
  });

  it('takes a code once', async () => {
    const { accept } = await makeInvitation();
    expect((await accept()).status).toBe(200);
    await expectNotFound(accept());
  });

  it('gives nothing to whoever signs up with the address but has no code', async () => {
    const { accept } = await makeInvitation();
    await expectNotFound(accept('0123456789abcdef0123456789abcdef'));
  });

  it('gives nothing to whoever has the code but another address', async () => {
    const { code, accept } = await makeInvitation();
    const thief = await openDashboard(test, await makeMerchant(test));
    await expectNotFound(thief.call(path, { code }));
    expect((await accept()).status).toBe(200);
  });

  it('takes the code of the latest invitation alone', async () => {
    const { code, invite, accept } = await makeInvitation();
    const latest = await invite();
    await expectNotFound(accept(code));
    expect((await accept(latest)).status).toBe(200);
  });

  it('refuses after the invitation was canceled', async () => {
    const { owner, store, email, accept } = await makeInvitation();
    await owner.call('store-merchant/cancel-invitation', { storeId: store.id, email });
    await expectNotFound(accept());
  });

  it('refuses once the store is deleted', async () => {
    const { owner, store, accept } = await makeInvitation();
    await owner.call('store/delete-store', { id: store.id });
    await expectNotFound(accept());
  });

  it('refuses once whoever invited was removed', async () => {
    const owner = await makeMerchant(test);
    const store = await makeStore(owner);
    const admin = await makeMember(test, owner, store.id, 'admin');
    const { accept } = await makeInvitation(admin, store.id);
    const body = { storeId: store.id, merchantId: admin.shortId };
    await owner.call('store-merchant/remove-merchant', body);
    await expectNotFound(accept());
  });

  it('replays the answer for the same idempotency key', async () => {
    const { code, email } = await makeInvitation();
    const [account] = await test.database.query<{ id: TestMerchant['id'] }>(
      sql`select id from merchant where email = ${email}`,
    );
    const dashboard = await openDashboard(test, account as { id: TestMerchant['id'] });
    const headers = { 'x-idempotency-key': 'one-acceptance' };
    const first = await dashboard.call(path, { code }, { headers });
    const second = await dashboard.call(path, { code }, { headers });
    expect(first.status).toBe(200);
    expect(second.text).toBe(first.text);
  });

  // Last: it moves the clock of the file.
  it('refuses seven days later', async () => {
    const { accept } = await makeInvitation();
    test.clock.advance(7 * DAY_MS);
    await expectNotFound(accept());
  });
});

describeErrorRows(acceptInvitation, {
  missingCode: async () => (await signUp('no-code@staff.example'))(path, ' '),
  notFound: async () => (await signUp('wrong-code@staff.example'))(path, 'wrong'),
});
