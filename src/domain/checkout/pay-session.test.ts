import { describe, expect, it } from 'vitest';
import { describeErrorRows, expectError, unreachable } from '../../../test/support/error-rows.ts';
import { whileInsertsFail } from '../../../test/support/failing-inserts.ts';
import { post } from '../../../test/support/merchant.ts';
import { needs } from '../../../test/support/needs.ts';
import { payingCases } from '../../../test/support/paying-cases.ts';
import {
  DECLINED_CARD,
  dataOf,
  eventsOf,
  makeBuyerToken,
  makeSession,
  makeShop,
  payingBody,
  type Shop,
} from '../../../test/support/selling.ts';
import { makeClub } from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';
import { paySession } from './pay-session.ts';

const test = useTestApp();
/** The SQLSTATE that a server returns when its disk is full. */
const DISK_FULL = '53100';
/** As in docs/contract/invariants.md#20. */
const SESSIONS = 500;
const CLICKS = 5;
/** Sessions clicked on concurrently. */
const WAVE = 20;

describe('checkout/pay-session', () => {
  it('pays without a token and leads to the session’s URL', async () => {
    const shop = await makeShop(test, { successUrl: 'https://product.example/' });
    const own = await makeSession(shop, { successUrl: 'https://session.example/' });
    expect(dataOf(await pay(shop, await payingBody(test, own)))).toEqual({
      orderId: expect.stringMatching(/^ORD_/),
      status: 'completed',
      successUrl: 'https://session.example/',
    });
    const plain = await payingBody(test, await makeSession(shop));
    expect(dataOf(await pay(shop, plain)).successUrl).toBe('https://product.example/');
    const [event] = await eventsOf(shop);
    expect(event.data).not.toHaveProperty('merchantProvidedBuyerIdentity');
  });

  it('leads nowhere when neither session nor product has a success URL', async () => {
    const shop = await makeShop(test);
    const body = await payingBody(test, await makeSession(shop));
    const first = await pay(shop, body);
    expect(dataOf(first).successUrl).toBeNull();
    expect((await pay(shop, body)).text).toBe(first.text);
  });

  it('stores the buyer identity of the session token', async () => {
    const shop = await makeShop(test);
    const headers = { authorization: `Bearer ${await makeBuyerToken(shop, 'user-9')}` };
    dataOf(await pay(shop, await payingBody(test, await makeSession(shop)), headers));
    const [event] = await eventsOf(shop);
    expect(event.data.merchantProvidedBuyerIdentity).toBe('user-9');
  });

  it.each([
    ['a nonsense token', { paymentToken: 'nonsense' }],
    ['a good card', {}],
    ['the payer’s own email', { buyerEmail: 'buyer@example.com', paymentToken: 'nonsense' }],
  ])('reveals nothing about a paid session to a stranger with %s', async (_name, change) => {
    const shop = await makeShop(test);
    const sessionId = await makeSession(shop);
    dataOf(await pay(shop, await payingBody(test, sessionId)));
    const reply = await pay(shop, { ...(await payingBody(test, sessionId)), ...change });
    expectError(reply, 409, 'Checkout session has already been paid', 'order');
    expect(reply.text).not.toContain('ORD_');
  });

  it('returns the order to the buyer whose token paid for it, whichever card is sent', async () => {
    const shop = await makeShop(test);
    const sessionId = await makeSession(shop);
    const asBuyer = async (identity: string) => ({
      authorization: `Bearer ${await makeBuyerToken(shop, identity)}`,
    });
    const first = await pay(shop, await payingBody(test, sessionId), await asBuyer('user-9'));
    const again = await pay(shop, await payingBody(test, sessionId), await asBuyer('user-9'));
    expect(dataOf(again)).toEqual(dataOf(first));
    const other = await pay(shop, await payingBody(test, sessionId), await asBuyer('user-8'));
    expectError(other, 409, 'Checkout session has already been paid', 'order');
  });

  it.each([
    ['a purchase', () => makeShop(test)],
    ['a free trial', () => makeClub(test, { metadata: { trialDays: 14 } })],
  ])('answers a repeat of the request that paid for %s, not of a declined one', async (_name, make) => {
    const shop = await make();
    const sessionId = await makeSession(shop);
    const declined = await payingBody(test, sessionId, DECLINED_CARD);
    await pay(shop, declined);
    const body = await payingBody(test, sessionId);
    const first = await pay(shop, body);
    expect((await pay(shop, body)).text).toBe(first.text);
    expectError(await pay(shop, declined), 409, 'Checkout session has already been paid', 'order');
  });

  // Several statements fail at the same time; an unhandled rejection would end the process.
  it.each([
    ['a product', makeShop],
    ['a subscription', makeClub],
  ])('answers 503 when the database disk is full, for %s', async (_name, make) => {
    const shop = await make(test);
    const body = await payingBody(test, await makeSession(shop));
    const full = await whileInsertsFail(test, 'orders', DISK_FULL, () => pay(shop, body));
    expect(full.status).toBe(503);
    expect((await pay(shop, body)).status).toBe(200);
  });

  it("does not find another store's session", async () => {
    const sessionId = await makeSession(await makeShop(test));
    const reply = await pay(await makeShop(test), await payingBody(test, sessionId));
    expectError(reply, 404, 'Checkout session not found', 'order');
  });

  it(
    `makes one charge and one order for each of ${SESSIONS} sessions of ${CLICKS} clicks`,
    { ...needs('server'), timeout: 180_000 },
    async () => {
      const shop = await makeShop(test);
      const replies: Awaited<ReturnType<typeof pay>>[] = [];
      for (let made = 0; made < SESSIONS; made += WAVE) {
        const worker = test.app.worker.runOnce();
        const wave = await Promise.all(Array.from({ length: WAVE }, () => clickAtOnce(shop)));
        await worker;
        await test.app.worker.runOnce();
        replies.push(...wave.flat());
      }
      for (const reply of replies.filter(({ status }) => status !== 200)) {
        expectError(reply, 409, paySession.errors.charging.template, 'order');
      }
      const paid = replies.filter(({ status }) => status === 200);
      expect(new Set(paid.map(({ body }) => body.data.orderId)).size).toBe(SESSIONS);
      expect(await totalsOf(shop)).toEqual({
        sessions: SESSIONS,
        orders: SESSIONS,
        payments: SESSIONS,
        charges: SESSIONS,
        events: SESSIONS,
      });
    },
  );
});

/** Five clicks on a new session while the page loads. */
async function clickAtOnce(shop: Shop) {
  const sessionId = await makeSession(shop);
  const body = await payingBody(test, sessionId);
  const page = fetch(`${test.baseUrl}/store/${shop.store.slug}/checkout/${sessionId}`);
  const clicks = Array.from({ length: CLICKS }, () => pay(shop, body));
  await (await page).text();
  return Promise.all(clicks);
}

describeErrorRows(paySession, {
  ...payingCases(test, (shop, body) => pay(shop, body)),
  missingSessionId: unreachable('the session is part of the URL'),
  malformedSessionId: unreachable('the URL matches no page: 404'),
  otherKind: unreachable('the page sells both'),
});

function pay({ store }: Shop, body: Readonly<Record<string, unknown>>, headers = {}) {
  const { checkoutSessionId, ...fields } = body;
  const target = `/store/${store.slug}/checkout/${checkoutSessionId}/pay`;
  return post(test.baseUrl, target, JSON.stringify(fields), headers);
}

async function totalsOf({ store }: Shop) {
  const storeId = decodeId('STO', store.id);
  const [totals] = await test.database.query(sql`
    select
      (select count(*)::int from checkout_session
        where store_id = ${storeId} and status = 'completed') as sessions,
      (select count(*)::int from orders where store_id = ${storeId}) as orders,
      (select count(*)::int from payment where store_id = ${storeId}) as payments,
      (select count(*)::int from sandbox_charge join payment on payment.id::text = idempotency_key
        where store_id = ${storeId} and sandbox_charge.status = 'succeeded') as charges,
      (select count(*)::int from event where store_id = ${storeId}) as events`);
  return totals;
}
