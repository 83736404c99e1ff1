import { describe, expect, it } from 'vitest';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { mailsOfStore } from '../../../test/support/mail.ts';
import { makeMerchant, makeStore, post } from '../../../test/support/merchant.ts';
import { needs } from '../../../test/support/needs.ts';
import { callAsOperator, submitTicket } from '../../../test/support/operator.ts';
import { TEST_SECRET_KEY, useTestApp } from '../../../test/support/test-app.ts';
import { signOperatorCall } from '../../kit/operator-token.ts';
import { addMs } from '../../kit/time.ts';
import { resolveTicket } from './resolve-ticket.ts';

const test = useTestApp();
const ACTION = 'kyb-ticket/resolve-ticket';
const PATH = `/operator/${ACTION}`;

async function makeTicket() {
  const owner = await makeMerchant(test);
  const store = await makeStore(owner, 'A shop');
  const ticketId = await submitTicket(owner, store.id);
  const resolve = (body: object) => callAsOperator(test, ACTION, { ticketId, ...body });
  const isEnabled = async () => {
    const own = { environment: 'prod' } as const;
    const reply = await owner.call('store/update-store', { id: store.id }, own);
    return reply.body.data.store.prodEnabled;
  };
  return { owner, store, ticketId, resolve, isEnabled };
}

describe(ACTION, () => {
  it('approves a ticket: the store is enabled and its owner notified', async () => {
    const { owner, store, resolve, isEnabled } = await makeTicket();
    expect(await isEnabled()).toBe(false);
    const reply = await resolve({ decision: 'approve', note: 'Welcome' });
    expect(reply.body.data.ticket).toMatchObject({
      ...{ status: 'succeeded', decisionNote: 'Welcome', submittedBy: owner.email },
    });
    expect(await isEnabled()).toBe(true);
    expect(await mailsOfStore(test, store.id)).toMatchObject([
      {
        ...{ type: 'kyb_ticket.succeeded', recipientType: 'merchant', toAddress: owner.email },
        subject: 'A shop is enabled for production',
      },
    ]);
  });

  it("rejects a ticket under review: the store doesn't change", async () => {
    const { store, resolve, isEnabled } = await makeTicket();
    expect((await resolve({ decision: 'review' })).body.data.ticket.status).toBe('processing');
    expect((await resolve({ decision: 'review' })).body.data.ticket.status).toBe('processing');
    const reply = await resolve({ decision: 'reject', note: 'Documents are missing' });
    expect(reply.body.data.ticket.status).toBe('rejected');
    expect(await isEnabled()).toBe(false);
    await test.app.worker.runOnce();
    const [mail] = await mailsOfStore(test, store.id);
    expect(mail?.text).toContain('Note: Documents are missing');
  });

  it('doesn’t put a decided ticket under review again', async () => {
    const { resolve } = await makeTicket();
    await resolve({ decision: 'approve' });
    const words = 'KYB ticket is already decided, current status: succeeded';
    expectError(await resolve({ decision: 'review' }), 400, words, 'ticket');
  });

  it('tells the loser of two decisions what was decided', needs('server'), async () => {
    for (let round = 0; round < 10; round += 1) {
      const { resolve } = await makeTicket();
      const replies = await Promise.all([
        resolve({ decision: 'approve' }),
        resolve({ decision: 'reject' }),
      ]);
      const [won] = replies.filter(({ status }) => status === 200);
      const [lost] = replies.filter(({ status }) => status === 400);
      const { status } = won?.body.data.ticket ?? {};
      const words = `KYB ticket is already decided, current status: ${status}`;
      expect(lost?.body.errors[0].message).toBe(words);
    }
  });

  it('allows production sales once approved', async () => {
    const { owner, store, resolve } = await makeTicket();
    const product = {
      ...{ storeId: store.id, name: 'A book' },
      prices: { USD: { amount: '5.00', taxCategory: 'ebook' } },
    };
    const environment = 'prod' as const;
    const made = await owner.call('onetime-product/create-product', product, { environment });
    const body = { productId: made.body.data.product.id, currency: 'USD' };
    const open = () => owner.call('checkout/create-session', body, { environment });
    expectError(await open(), 403, 'Store is not enabled for production', 'order');
    await resolve({ decision: 'approve' });
    expect((await open()).status).toBe(200);
  });
});

describe('operator calls', () => {
  const missing = async (headers: Readonly<Record<string, string>>, text = '{}') =>
    expectError(await post(test.baseUrl, PATH, text, headers), 404, 'Not found', 'gateway');
  const tokenFor = (path: string, text: string, ageMs = 0, key = TEST_SECRET_KEY) =>
    signOperatorCall(key, { path, body: Buffer.from(text) }, addMs(test.clock.now(), -ageMs));

  it('are 404 without a token, with a merchant’s signature or with a wrong key', async () => {
    await missing({});
    await missing({ authorization: 'Bearer x' });
    const wrong = await tokenFor(PATH, '{}', 0, 'another key, just as long as it has to be');
    await missing({ authorization: `Bearer ${wrong}` });
    const owner = await makeMerchant(test);
    expect((await owner.call(ACTION, {})).status).toBe(404);
  });

  it('accept a token only for its own path, body and minute', async () => {
    await missing({ authorization: `Bearer ${await tokenFor(`${PATH}x`, '{}')}` });
    await missing({ authorization: `Bearer ${await tokenFor(PATH, '{"a":1}')}` });
    await missing({ authorization: `Bearer ${await tokenFor(PATH, '{}', 61_000)}` });
  });

  it('are 404 through a proxy', async () => {
    const { ticketId } = await makeTicket();
    const fields = { ticketId, decision: 'approve' };
    const reply = await callAsOperator(test, ACTION, fields, { 'x-forwarded-for': '127.0.0.1' });
    expectError(reply, 404, 'Not found', 'gateway');
  });
});

describeErrorRows(resolveTicket, {
  missingTicketId: async () => (await makeTicket()).resolve({ ticketId: '', decision: 'approve' }),
  malformedTicketId: {
    got: 'TKT_1',
    send: async () => (await makeTicket()).resolve({ ticketId: 'TKT_1', decision: 'approve' }),
  },
  missingDecision: async () => (await makeTicket()).resolve({}),
  invalidDecision: async () => (await makeTicket()).resolve({ decision: 'ignore' }),
  longNote: async () =>
    (await makeTicket()).resolve({ decision: 'reject', note: 'x'.repeat(1_001) }),
  notFound: async () =>
    (await makeTicket()).resolve({
      ticketId: 'TKT_0000000000000000000000',
      decision: 'approve',
    }),
  decided: {
    got: 'rejected',
    send: async () => {
      const { resolve } = await makeTicket();
      await resolve({ decision: 'reject' });
      return resolve({ decision: 'approve' });
    },
  },
});
