import { describe, expect, it } from 'vitest';
import { newEmail } from '../../../test/support/accounts.ts';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { codeMailedTo, mailsOfStore } from '../../../test/support/mail.ts';
import { makeMerchant, makeStore, type TestMerchant } from '../../../test/support/merchant.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { bindSupportEmail } from './bind-support-email.ts';

const test = useTestApp();
const PATH = 'store/bind-support-email';

async function makeOwner() {
  const owner = await makeMerchant(test);
  const store = await makeStore(owner, 'A shop');
  const email = newEmail();
  const bind = (body: object = {}, by: TestMerchant = owner) =>
    by.call(PATH, { storeId: store.id, email, ...body });
  return { owner, store, email, bind };
}

const send = async (body: object) => (await makeOwner()).bind(body);

describe(PATH, () => {
  it('mails a six-digit code to the address and binds nothing yet', async () => {
    const { owner, store, email, bind } = await makeOwner();
    const reply = await bind({ email: ` ${email.toUpperCase()} ` });
    expect(reply.body.data).toEqual({
      supportEmail: {
        ...{ storeId: store.id, email, status: 'pending' },
        expiresAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      },
    });
    expect(await codeMailedTo(test, email)).toMatch(/^\d{6}$/);
    expect(await mailsOfStore(test, store.id)).toMatchObject([
      { toAddress: email, subject: 'Confirm this address for A shop', status: 'pending' },
    ]);
    const shown = await owner.call('store/update-store', { id: store.id });
    expect(shown.body.data.store.supportEmail).toBeNull();
  });

  it('stores the code hashed and sealed, never in plain text', async () => {
    const { email, bind } = await makeOwner();
    await bind();
    const code = await codeMailedTo(test, email);
    const rows = await test.database.query<{ text: string }>(sql`
      select encode(code_hash, 'escape') as text from support_email_code where email = ${email}
      union all select concat_ws(' ', content, subject, sealed_code)
      from email_delivery where to_address = ${email}`);
    expect(rows).toHaveLength(2);
    for (const { text } of rows) expect(text).not.toContain(code);
  });

  it('shows the mail’s text in the log if no mail server is configured', async () => {
    const { store, email, bind } = await makeOwner();
    await bind();
    const code = await codeMailedTo(test, email);
    await test.app.worker.runOnce();
    const [mail] = await mailsOfStore(test, store.id);
    expect(mail).toMatchObject({ status: 'success', attemptCount: 1, sealedCode: null });
    expect(mail?.text).toContain(code);
    expect(mail?.error).toMatch(/^No mail server is configured/);
  });

  it('says when the address may get another code', async () => {
    const { bind } = await makeOwner();
    test.clock.stop();
    await bind();
    test.clock.advance(600_000);
    for (let sent = 1; sent < 5; sent += 1) await bind();
    const refused = await bind();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3000']);
    test.clock.advance(2_999_000);
    expect((await bind()).headers.get('retry-after')).toBe('1');
    test.clock.advance(1_000);
    expect((await bind()).status).toBe(200);
  });

  it('lets an admin request a code, and replays for the same idempotency key', async () => {
    const { owner, store, email } = await makeOwner();
    const admin = await makeMember(test, owner, store.id, 'admin');
    const headers = { 'x-idempotency-key': 'one-code' };
    const body = { storeId: store.id, email };
    const first = await admin.call(PATH, body, { headers });
    const second = await admin.call(PATH, body, { headers });
    expect(second.text).toBe(first.text);
    expect(await mailsOfStore(test, store.id)).toHaveLength(1);
  });
});

describeErrorRows(bindSupportEmail, {
  missingStoreId: () => send({ storeId: null }),
  malformedStoreId: { got: 'STO_1', send: () => send({ storeId: 'STO_1' }) },
  missingEmail: () => send({ email: ' ' }),
  invalidEmail: () => send({ email: 'a@b@c' }),
  forbidden: async () => {
    const { owner, store, bind } = await makeOwner();
    return bind({}, await makeMember(test, owner, store.id, 'member'));
  },
  storeNotFound: async () => (await makeOwner()).bind({}, await makeMerchant(test)),
  tooManyCodes: async () => {
    const { bind } = await makeOwner();
    for (let sent = 0; sent < 5; sent += 1) await bind();
    return bind();
  },
});
