import { describe, expect, it } from 'vitest';
import {
  callAsNobody,
  cookieOf,
  newEmail,
  PASSWORD,
  signUpMerchant,
} from '../../../test/support/accounts.ts';
import { codeMailedTo } from '../../../test/support/mail.ts';
import { makeMerchant, makeStore, type Reply } from '../../../test/support/merchant.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { raw, sql } from '../../database/database.ts';

const test = useTestApp();

/** Confirms an invited address; returns the cookie of the session that does. */
type Confirm = (email: string) => Promise<{ readonly reply: Reply; readonly cookie: string }>;

const WAYS: Readonly<Record<string, { fields: readonly string[]; confirm: Confirm }>> = {
  'merchant/confirm-email': {
    fields: ['token'],
    confirm: async (email) => {
      const cookie = await signUp(email);
      const token = await codeMailedTo(test, email);
      return { reply: await send('merchant/confirm-email', { token }, cookie), cookie };
    },
  },
  'merchant/confirm-email-change': {
    fields: ['token'],
    confirm: async (email) => {
      const { cookie } = await signUpMerchant(test);
      await send('merchant/change-email', { email, password: PASSWORD }, cookie);
      const token = await codeMailedTo(test, email);
      return { reply: await send('merchant/confirm-email-change', { token }, cookie), cookie };
    },
  },
  'merchant/reset-password': {
    fields: ['token', 'password'],
    confirm: async (email) => {
      await signUp(email);
      await callAsNobody(test, 'merchant/request-password-reset', { email });
      const body = { token: await codeMailedTo(test, email), password: 'another good password' };
      const reply = await callAsNobody(test, 'merchant/reset-password', body);
      return { reply, cookie: cookieOf(reply) };
    },
  },
  'store-merchant/accept-invitation': {
    fields: ['token'],
    confirm: async (email) => {
      const token = await codeMailedTo(test, email);
      const cookie = await signUp(email);
      return { reply: await send('store-merchant/accept-invitation', { token }, cookie), cookie };
    },
  },
};

describe.each(Object.entries(WAYS))('%s', (action, { fields, confirm }) => {
  it('adds one entry to the audit log of each store that the address joins', async () => {
    const { email, stores, entriesOf } = await makeInvited();
    const { reply, cookie } = await confirm(email);
    expect(reply.status).toBe(200);
    const session = await currentSession(cookie);
    for (const { id } of stores) {
      const [entry, ...earlier] = await entriesOf(id);
      expect(entry).toMatchObject({
        ...{ action, storeId: id, environment: null, ...session.merchant },
        credential: { kind: 'dashboard', id: session.id },
        subject: { type: 'merchant', id: session.merchant.merchantId },
        details: { fields, role: 'admin' },
      });
      expect(earlier.map((other) => other.action)).not.toContain(action);
    }
  });

  it('joins no store if an entry cannot be written', async () => {
    const { email, stores, owner } = await makeInvited();
    await test.database.query(sql`
      alter table audit_log add constraint never
        check (store_id is null or action <> ${raw(`'${action}'`)}) not valid`);
    const { reply } = await confirm(email).finally(() =>
      test.database.query(sql`alter table audit_log drop constraint never`),
    );
    expect(reply.status).toBe(500);
    for (const { id: storeId } of stores) {
      const open = await owner.call('store-merchant/list-invitations', { storeId });
      expect(open.body.data.invitations).toMatchObject([{ email }]);
    }
  });
});

/** An address that is invited to two stores. */
async function makeInvited() {
  const owner = await makeMerchant(test);
  const stores = [await makeStore(owner), await makeStore(owner)];
  const email = newEmail();
  for (const { id: storeId } of stores) {
    await owner.call('store-merchant/add-merchant', { storeId, email, role: 'admin' });
  }
  const entriesOf = async (storeId: string): Promise<{ readonly action: string }[]> =>
    (await owner.call('audit/list-entries', { storeId })).body.data.entries;
  return { owner, email, stores, entriesOf };
}

async function signUp(email: string): Promise<string> {
  const body = { email, password: PASSWORD, name: 'Newcomer' };
  return cookieOf(await callAsNobody(test, 'merchant/sign-up', body));
}

function send(path: string, body: object, cookie: string): Promise<Reply> {
  return callAsNobody(test, path, body, { cookie });
}

async function currentSession(cookie: string) {
  const listed = await send('merchant/list-sessions', {}, cookie);
  const sessions: { id: string; isCurrent: boolean }[] = listed.body.data.sessions;
  const { merchant } = (await send('merchant/get-session', {}, cookie)).body.data;
  return {
    id: sessions.find(({ isCurrent }) => isCurrent)?.id,
    merchant: { merchantId: merchant.id, merchantEmail: merchant.email },
  };
}
