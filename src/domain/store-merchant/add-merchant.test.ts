import { describe, expect, it } from 'vitest';
import { newEmail } from '../../../test/support/accounts.ts';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { codeMailedTo, mailsOfStore, mailsTo } from '../../../test/support/mail.ts';
import {
  makeMerchant,
  makeStore,
  post,
  signHeaders,
  type TestMerchant,
} from '../../../test/support/merchant.ts';
import { needs } from '../../../test/support/needs.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { confirmEmailOf } from '../merchant/account-link.queries.ts';
import { addMerchant } from './add-merchant.ts';

const test = useTestApp();
const path = 'store-merchant/add-merchant';

async function makeOwner() {
  const owner = await makeMerchant(test);
  const store = await makeStore(owner);
  const add = (body: object, by: TestMerchant = owner) =>
    by.call(path, { storeId: store.id, email: 'new@staff.example', role: 'admin', ...body });
  return { owner, store, add };
}

const send = async (body: object) => (await makeOwner()).add(body);

describe(path, () => {
  it('gives an existing account its role immediately', async () => {
    const { store, add } = await makeOwner();
    const colleague = await makeMerchant(test);
    const reply = await add({ email: colleague.email, role: 'admin' });
    expect(reply.body.data).toEqual({
      storeId: store.id,
      merchantId: colleague.shortId,
      email: colleague.email,
      role: 'admin',
      status: 'active',
      addedAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    });
    const rename = await colleague.call('store/update-store', { id: store.id, name: 'Ours' });
    expect(rename.status).toBe(200);
  });

  it('warns if the address of the account was never confirmed', async () => {
    const { add } = await makeOwner();
    const colleague = await makeMerchant(test);
    const { warnings } = (await add({ email: colleague.email })).body;
    expect(warnings).toEqual([
      {
        message: `The account's address ${colleague.email} has not been confirmed by email`,
        layer: 'store',
        aiHint: expect.any(String),
      },
    ]);
  });

  it('does not warn if the address is confirmed', async () => {
    const { add } = await makeOwner();
    const colleague = await makeMerchant(test);
    await confirmEmailOf(test.database, colleague.id, test.clock.now());
    const reply = await add({ email: colleague.email });
    expect([reply.status, reply.body.warnings]).toEqual([200, undefined]);
  });

  it('finds an account however its address is spelled', async () => {
    const { add } = await makeOwner();
    const colleague = await makeMerchant(test);
    const reply = await add({ email: `  ${colleague.email.toUpperCase()} ` });
    expect(reply.body.data).toMatchObject({ email: colleague.email, status: 'active' });
  });

  it('invites an address without an account', async () => {
    const { store, add } = await makeOwner();
    const { status, body } = await add({ email: 'nobody@staff.example', role: 'member' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      storeId: store.id,
      merchantId: null,
      email: 'nobody@staff.example',
      role: 'member',
      status: 'invited',
      invitationExpiresAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    });
  });

  it('mails the link to the invited address and does not show it to the inviter', async () => {
    const { owner, store, add } = await makeOwner();
    const email = 'secret@staff.example';
    const { text } = await add({ email });
    const token = await codeMailedTo(test, email);
    expect(text).not.toContain(token);
    const rows = await test.database.query<{ text: string }>(sql`
      select row_to_json(i)::text as text from store_invitation i
      union all select row_to_json(m)::text from email_delivery m
      union all select row_to_json(a)::text from audit_log a`);
    expect(rows.filter((row) => row.text.includes(token))).toEqual([]);
    await test.app.worker.runOnce();
    const [mail] = await mailsTo(test, email, 'account.invitation');
    expect(mail?.subject).toBe('You are invited to A store');
    expect(mail?.text).toContain(`/dashboard/invitation#token=${token}`);
    const query = JSON.stringify({ query: '{ emailDeliveries { toAddress } }' });
    const signed = signHeaders('/v1/graphql', query, owner.shortId, owner.keys.prod.privateKey);
    expect((await post(test.baseUrl, '/v1/graphql', query, signed)).text).not.toContain(email);
    expect((await mailsOfStore(test, store.id)).map(({ toAddress }) => toAddress)).toEqual([]);
  });

  it('remains an invitation if an account signs up with the address in the meantime', async () => {
    const { add } = await makeOwner();
    const email = 'squatted@staff.example';
    await add({ email });
    const stranger = await makeMerchant(test);
    await test.database.query(sql`update merchant set email = ${email} where id = ${stranger.id}`);
    const again = await add({ email });
    expect(again.body.data).toMatchObject({ status: 'invited', merchantId: null });
    await confirmEmailOf(test.database, stranger.id, test.clock.now());
    const proven = await add({ email });
    expect(proven.body.data).toMatchObject({ status: 'active', merchantId: stranger.shortId });
  });

  it('is 404 for a deleted store', async () => {
    const { owner, store, add } = await makeOwner();
    await owner.call('store/delete-store', { id: store.id });
    expect((await add({})).body.errors[0].message).toBe('Store not found');
  });

  it('lets an admin add', async () => {
    const { owner, store, add } = await makeOwner();
    const admin = await makeMember(test, owner, store.id, 'admin');
    expect((await add({ email: 'by-admin@staff.example' }, admin)).status).toBe(200);
  });

  it('replays the answer for the same idempotency key', async () => {
    const { owner, store } = await makeOwner();
    const body = { storeId: store.id, email: 'twice@staff.example', role: 'member' };
    const headers = { 'x-idempotency-key': 'one-invitation' };
    const first = await owner.call(path, body, { headers });
    const second = await owner.call(path, body, { headers });
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });

  it('refuses a caller who is removed during the call', needs('server'), async () => {
    const { owner, store, add } = await makeOwner();
    const admin = await makeMember(test, owner, store.id, 'admin');
    const late = await test.database.transaction(async (tx) => {
      await tx.query(sql`delete from store_merchant where merchant_id = ${admin.id}`);
      const pending = add({ email: 'late@staff.example' }, admin);
      // The call now waits for this transaction or starts after it; it is refused either way.
      return { pending };
    });
    expect((await late.pending).status).toBe(404);
  });
});

describeErrorRows(addMerchant, {
  missingStoreId: () => send({ storeId: null }),
  malformedStoreId: { got: 'STO_1', send: () => send({ storeId: 'STO_1' }) },
  missingEmail: () => send({ email: ' ' }),
  invalidEmail: () => send({ email: 'nobody' }),
  missingRole: () => send({ role: undefined }),
  invalidRole: () => send({ role: 'owner' }),
  forbidden: async () => {
    const { owner, store, add } = await makeOwner();
    return add({}, await makeMember(test, owner, store.id, 'member'));
  },
  storeNotFound: async () => (await makeOwner()).add({}, await makeMerchant(test)),
  alreadyMember: async () => {
    const { owner, add } = await makeOwner();
    return add({ email: owner.email });
  },
  tooManyMails: async () => {
    const email = newEmail();
    for (let mails = 0; mails < 5; mails += 1) await send({ email });
    return send({ email });
  },
  tooManyMembers: async () => {
    const { owner, add } = await makeOwner();
    await test.database.query(sql`
      insert into store_invitation
        (store_id, email, role, code_hash, invited_by, created_at, expires_at)
      select store_id, n || '@crowd.example', 'member', sha256(store_id::text::bytea || n::text::bytea),
        merchant_id, ${test.clock.now()}, ${new Date(Date.now() + 60_000)}
      from store_merchant, generate_series(1, 99) n where merchant_id = ${owner.id}`);
    return add({});
  },
});
