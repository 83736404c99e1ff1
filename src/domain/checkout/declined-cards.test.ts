import { describe, expect, it } from 'vitest';
import { confirm, makeChange, makeMember, otherCard } from '../../../test/support/changing.ts';
import { expectError } from '../../../test/support/error-rows.ts';
import { post, type Reply } from '../../../test/support/merchant.ts';
import { needs } from '../../../test/support/needs.ts';
import { uuidOf } from '../../../test/support/paying-cases.ts';
import {
  APPROVED_CARD,
  DECLINED_CARD,
  makeSession,
  makeShop,
  payingBody,
  type Shop,
} from '../../../test/support/selling.ts';
import { makeClub } from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { testCards } from '../../providers/sandbox/test-cards.ts';
import { MAX_DECLINES } from '../checkout-session/attempts.queries.ts';

const test = useTestApp();
const CLOSED = [
  400,
  'Checkout session is closed after too many declined payments',
  'order',
] as const;
const TRIAL = { metadata: { trialDays: 14 } };
/** Clients that try cards on one session concurrently. */
const CLIENTS = 30;

const SALES = [
  ['a purchase', () => makeShop(test)],
  ['a subscription', () => makeClub(test)],
  ['a free trial', () => makeClub(test, TRIAL)],
] as const;

describe.each(SALES)('declined cards on a session of %s', (_name, make) => {
  it('close it after ten: no further card is tried, and its order ends', async () => {
    const shop = await make();
    const sessionId = await makeSession(shop);
    for (let declined = 1; declined <= MAX_DECLINES; declined += 1) {
      expect(await stateOf(shop, sessionId)).toBe('open');
      expect(messageOf(await pay(shop, sessionId))).toBe('Payment declined: card_declined');
    }
    expectError(await pay(shop, sessionId, APPROVED_CARD), ...CLOSED);
    expect(await stateOf(shop, sessionId)).toBe('closed');
    await test.app.worker.runOnce();
    expect(await orderOf(sessionId)).toMatch(/^(canceled|closed)$/);
    expectError(await pay(shop, sessionId, APPROVED_CARD), ...CLOSED);
    expect(await stateOf(shop, sessionId)).toBe('closed');
  });

  it('leave the tenth attempt for a good card', async () => {
    const shop = await make();
    const sessionId = await makeSession(shop);
    for (let declined = 1; declined < MAX_DECLINES; declined += 1) await pay(shop, sessionId);
    expect((await pay(shop, sessionId, APPROVED_CARD)).status).toBe(200);
    expect(await stateOf(shop, sessionId)).toBe('already-paid');
  });

  it(
    `stop at ten for ${CLIENTS} concurrent clients`,
    {
      ...needs('server'),
      timeout: 60_000,
    },
    async () => {
      const shop = await make();
      const sessionId = await makeSession(shop);
      const messages = await Promise.all(
        Array.from({ length: CLIENTS }, () => payUntilAnswered(shop, sessionId)),
      );
      const declined = messages.filter((message) => message.startsWith('Payment declined'));
      expect(declined).toHaveLength(MAX_DECLINES);
      expect(new Set(messages)).toEqual(new Set(['Payment declined: card_declined', CLOSED[1]]));
      expect(await chargesOf(sessionId)).toBeLessThanOrEqual(MAX_DECLINES);
    },
  );
});

describe('a failure that is not a declined card', () => {
  it('gives the attempt back: a charge that never arrived, a refused amount', async () => {
    const shop = await makeShop(test);
    const sessionId = await makeSession(shop);
    const lost = testCards.find(({ behavior }) => behavior === 'lose_request');
    expect((await pay(shop, sessionId, lost?.number)).status).toBe(502);
    expect(await declinesOf(sessionId)).toBe(1);
    test.clock.advance(61_000);
    await test.app.worker.runOnce();
    const body = { ...(await payingBody(test, sessionId)), amountDue: '1.00' };
    expect((await send(shop, body)).status).toBe(409);
    expect(await declinesOf(sessionId)).toBe(0);
  });

  it('gives the attempt back: a trial whose provider does not answer', async () => {
    const club = await makeClub(test, TRIAL);
    const sessionId = await makeSession(club);
    const body = await payingBody(test, sessionId);
    await test.database.query(sql`alter table sandbox_token rename to sandbox_token_away`);
    try {
      expect((await send(club, body)).status).toBe(502);
    } finally {
      await test.database.query(sql`alter table sandbox_token_away rename to sandbox_token`);
    }
    expect(await declinesOf(sessionId)).toBe(0);
  });
});

describe.each([
  ['that is immediate', {}],
  ['for the next period', { changeTiming: 'next_period' }],
])('declined cards on a plan change %s', (_name, timing) => {
  it('close its session after ten', async () => {
    const member = await makeMember(test);
    const sessionId = await makeChange(member, timing);
    for (let declined = 1; declined <= MAX_DECLINES; declined += 1) {
      const reply = await confirm(member.club, sessionId, await otherCard(test, DECLINED_CARD));
      expect(messageOf(reply)).toBe('Payment declined: card_declined');
    }
    expectError(await confirm(member.club, sessionId), ...CLOSED);
    const page = await fetch(`${test.baseUrl}/store/${member.club.store.slug}/change/${sessionId}`);
    expect(await page.text()).toContain('data-state="closed"');
  });
});

async function pay(shop: Shop, sessionId: string, card = DECLINED_CARD): Promise<Reply> {
  return send(shop, await payingBody(test, sessionId, card));
}

function send(
  { store }: Shop,
  { checkoutSessionId, ...body }: Awaited<ReturnType<typeof payingBody>>,
) {
  const target = `/store/${store.slug}/checkout/${checkoutSessionId}/pay`;
  return post(test.baseUrl, target, JSON.stringify(body));
}

/** The message of one attempt, retried while another attempt is in progress. */
async function payUntilAnswered(shop: Shop, sessionId: string): Promise<string> {
  const message = messageOf(await pay(shop, sessionId));
  return message === 'Payment is already being processed'
    ? payUntilAnswered(shop, sessionId)
    : message;
}

function messageOf({ body }: Reply): string {
  return body.errors?.[0].message ?? 'paid';
}

async function stateOf({ store }: Shop, sessionId: string): Promise<string | undefined> {
  const page = await fetch(`${test.baseUrl}/store/${store.slug}/checkout/${sessionId}`);
  return /data-state="([a-z-]+)"/.exec(await page.text())?.[1];
}

async function orderOf(sessionId: string): Promise<string | undefined> {
  const [order] = await test.database.query<{ status: string }>(sql`
    select status from orders where checkout_session_id = ${uuidOf(sessionId)}`);
  return order?.status;
}

async function declinesOf(sessionId: string): Promise<number | undefined> {
  const [session] = await test.database.query<{ declines: number }>(sql`
    select declines from checkout_session where id = ${uuidOf(sessionId)}`);
  return session?.declines;
}

/** Charges that reached the provider. */
async function chargesOf(sessionId: string): Promise<number> {
  const rows = await test.database.query(sql`
    select from sandbox_charge join payment on payment.id::text = idempotency_key
    join orders on orders.store_id = payment.store_id and orders.id = payment.order_id
    where orders.checkout_session_id = ${uuidOf(sessionId)}`);
  return rows.length;
}
