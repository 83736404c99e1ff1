import { describe, expect, it } from 'vitest';
import { newEmail } from '../../../test/support/accounts.ts';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { codeMailedTo } from '../../../test/support/mail.ts';
import { makeMerchant, makeStore, type TestMerchant } from '../../../test/support/merchant.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { confirmSupportEmail } from './confirm-support-email.ts';

const test = useTestApp();
const PATH = 'store/confirm-support-email';
const TEN_MINUTES_MS = 600_000;

async function makeWaiting() {
  const owner = await makeMerchant(test);
  const store = await makeStore(owner);
  const bind = async (email = newEmail()) => {
    await owner.call('store/bind-support-email', { storeId: store.id, email });
    return { email, code: await codeMailedTo(test, email) };
  };
  const { email, code } = await bind();
  const confirm = (body: object = {}, by: TestMerchant = owner) =>
    by.call(PATH, { storeId: store.id, code, ...body });
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  return { owner, store, email, code, wrong, bind, confirm };
}

const send = async (body: object) => (await makeWaiting()).confirm(body);

describe(PATH, () => {
  it('binds the address to which the code was mailed', async () => {
    const { email, confirm } = await makeWaiting();
    const reply = await confirm();
    expect(reply.status).toBe(200);
    expect(reply.body.data.store.supportEmail).toBe(email);
  });

  it('accepts a code once', async () => {
    const { confirm } = await makeWaiting();
    await confirm();
    expect((await confirm()).body.errors[0].message).toMatch(/^No support email is waiting/);
  });

  it('still accepts the right code on the fifth try', async () => {
    const { wrong, confirm } = await makeWaiting();
    for (let tries = 0; tries < 4; tries += 1) await confirm({ code: wrong });
    expect((await confirm()).status).toBe(200);
  });

  it('allows five tries, however many are concurrent', async () => {
    const { wrong, confirm } = await makeWaiting();
    const replies = await Promise.all(Array.from({ length: 12 }, () => confirm({ code: wrong })));
    const messages = replies.map(({ body }) => body.errors[0].message);
    expect(messages.filter((message) => message === 'Wrong code')).toHaveLength(5);
    expect((await confirm()).status).toBe(400);
  });

  it('accepts only the latest code, for the address to which it was mailed', async () => {
    const { bind, confirm, code } = await makeWaiting();
    const later = await bind();
    if (later.code !== code) expect((await confirm()).status).toBe(400);
    const reply = await confirm({ code: later.code });
    expect(reply.body.data.store.supportEmail).toBe(later.email);
  });

  it('keeps the bound address until the new one is confirmed', async () => {
    const { owner, store, email, bind, confirm } = await makeWaiting();
    await confirm();
    await bind();
    const shown = await owner.call('store/update-store', { id: store.id });
    expect(shown.body.data.store.supportEmail).toBe(email);
  });

  it('replays the answer for the same idempotency key', async () => {
    const { owner, store, code } = await makeWaiting();
    const headers = { 'x-idempotency-key': 'one-confirmation' };
    const first = await owner.call(PATH, { storeId: store.id, code }, { headers });
    const second = await owner.call(PATH, { storeId: store.id, code }, { headers });
    expect(first.status).toBe(200);
    expect(second.text).toBe(first.text);
  });

  it('does not count a stranger’s tries', async () => {
    const { wrong, confirm } = await makeWaiting();
    const stranger = await makeMerchant(test);
    for (let tries = 0; tries < 6; tries += 1) {
      expectError(await confirm({ code: wrong }, stranger), 404, 'Store not found', 'store');
    }
    expect((await confirm()).status).toBe(200);
  });
});

describeErrorRows(confirmSupportEmail, {
  missingStoreId: () => send({ storeId: null }),
  malformedStoreId: { got: 'STO_1', send: () => send({ storeId: 'STO_1' }) },
  missingCode: () => send({ code: ' ' }),
  forbidden: async () => {
    const { owner, store, confirm } = await makeWaiting();
    return confirm({}, await makeMember(test, owner, store.id, 'member'));
  },
  storeNotFound: async () => (await makeWaiting()).confirm({}, await makeMerchant(test)),
  notPending: async () => {
    const owner = await makeMerchant(test);
    return owner.call(PATH, { storeId: (await makeStore(owner)).id, code: '123456' });
  },
  expiredCode: async () => {
    const { confirm } = await makeWaiting();
    test.clock.advance(TEN_MINUTES_MS);
    return confirm();
  },
  tooManyTries: async () => {
    const { wrong, confirm } = await makeWaiting();
    for (let tries = 0; tries < 5; tries += 1) await confirm({ code: wrong });
    return confirm();
  },
  wrongCode: async () => {
    const { wrong, confirm } = await makeWaiting();
    return confirm({ code: wrong });
  },
});
