import { describe, expect, it } from 'vitest';
import type { RecordedDispute } from '../../src/contract/dispute.ts';
import { sql } from '../../src/database/database.ts';
import { recordDispute } from '../../src/domain/dispute/record-dispute.ts';
import { decodeId, type Id } from '../../src/kit/id.ts';
import { changePlan, type Member, makeMember, statesOf } from '../support/changing.ts';
import { enterPortal, portalOf } from '../support/portal.ts';
import { makeSale } from '../support/refunding.ts';
import type { Shop } from '../support/selling.ts';
import { advanceDays, FADING_CARD, makeClub, subscribe } from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';

const test = useTestApp();
const KEY = { key: '0190b0a0-0000-4000-8000-000000000000' };
const NEXT_PERIOD = { changeTiming: 'next_period' };

/** The rows of an order's page by their labels. */
function factsOf(text: string): Readonly<Record<string, string>> {
  const rows = [...text.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)];
  return Object.fromEntries(
    rows.map(([, label, value]) => [label, (value ?? '').replace(/<[^>]*>/g, '')]),
  );
}

/** Records what the bank says about the only payment of the order. */
async function dispute(
  { store }: Shop,
  orderId: string,
  status: RecordedDispute['status'],
): Promise<void> {
  const storeId = decodeId('STO', store.id) as Id<'STO'>;
  const [payment] = await test.database.query<{ id: Id<'PAY'> }>(sql`
    select id from payment where store_id = ${storeId} and order_id = ${decodeId('ORD', orderId)}`);
  const key = { id: payment?.id as Id<'PAY'>, storeId };
  const amount = { amountMinor: 990n, currency: 'USD' };
  const facts = { reference: `dp_${orderId}`, reason: 'fraudulent', amount, respondBy: null };
  const now = test.clock.now();
  await test.database.transaction((tx) => recordDispute(tx, key, { ...facts, status }, now));
}

describe('a plan change confirmed for the next period', () => {
  const open = async (member: Member) => {
    const visitor = await enterPortal(member.club);
    const factsNow = async () => factsOf((await visitor.get(`/orders/${member.orderId}`)).text);
    return { visitor, factsNow };
  };

  it('is shown with the new plan and what is charged next', async () => {
    const member = await makeMember(test);
    await changePlan(member, { ...NEXT_PERIOD, changeAmount: '5.00' });
    const { visitor, factsNow } = await open(member);
    expect(await factsNow()).toMatchObject({
      Price: '$9.90 a month',
      'New plan': 'Pro · $19.80 a month',
      'Next payment': expect.stringMatching(/^\$5\.00 on \w+ \d+, \d{4}$/),
    });
    expect((await visitor.get()).text).toContain('Next payment: $5.00 on ');
  });

  it('can be withdrawn, once', async () => {
    const member = await makeMember(test);
    const { club, orderId } = member;
    const changed = await changePlan(member, NEXT_PERIOD);
    const { visitor, factsNow } = await open(member);
    const path = `/orders/${orderId}/keep-plan`;
    expect((await visitor.get(`/orders/${orderId}`)).text).toContain(`${orderId}/keep-plan"`);
    const { text } = await visitor.get(path);
    expect(text).toContain('Keep A plan?');
    expect(text).toContain('The change to Pro will be canceled. You’ll stay subscribed to A plan.');
    const done = `${portalOf(club)}/orders/${orderId}?done=keep-plan`;
    for (const reply of [await visitor.send(path, KEY), await visitor.send(path, KEY)]) {
      expect([reply.status, reply.headers.get('location')]).toEqual([303, done]);
    }
    expect((await visitor.get(`/orders/${orderId}?done=keep-plan`)).text).toContain(
      'Your plan stays the same.',
    );
    expect(Object.keys(await factsNow())).not.toContain('New plan');
    expect(await statesOf(club, orderId, changed)).toEqual(['active', 'canceled']);
    // An old tab leads to the order as it is now.
    expect((await visitor.get(path)).status).toBe(303);
  });

  it('isn’t withdrawn by an old tab once it has taken effect', async () => {
    const member = await makeMember(test);
    const { club, orderId } = member;
    const changed = await changePlan(member, NEXT_PERIOD);
    const { visitor, factsNow } = await open(member);
    await advanceDays(club, 32);
    const reply = await visitor.send(`/orders/${orderId}/keep-plan`, KEY);
    expect([reply.status, reply.headers.get('location')]).toEqual([
      303,
      `${portalOf(club)}/orders/${orderId}`,
    ]);
    expect(await statesOf(club, orderId, changed)).toEqual(['canceled', 'active']);
    expect(Object.keys(await factsNow())).not.toContain('New plan');
  });

  it('can’t be withdrawn by another buyer', async () => {
    const member = await makeMember(test);
    const { club, orderId } = member;
    const changed = await changePlan(member, NEXT_PERIOD);
    const stranger = await enterPortal(club, 'somebody-else');
    expect((await stranger.get(`/orders/${orderId}/keep-plan`)).status).toBe(404);
    expect((await stranger.send(`/orders/${orderId}/keep-plan`, KEY)).status).toBe(404);
    expect(await statesOf(club, orderId, changed)).toEqual(['active', 'pending']);
  });
});

describe('a disputed payment', () => {
  it('can’t be refunded as well, unless the dispute is won', async () => {
    const [won, lost] = [await makeSale(test), await makeSale(test)];
    const offersRefund = async ({ shop, orderId }: typeof won) => {
      const { text } = await (await enterPortal(shop)).get(`/orders/${orderId}`);
      return text.includes('Request a refund');
    };
    expect(await offersRefund(won)).toBe(true);
    await dispute(won.shop, won.orderId, 'open');
    expect(await offersRefund(won)).toBe(false);
    await dispute(won.shop, won.orderId, 'won');
    expect(await offersRefund(won)).toBe(true);
    await dispute(lost.shop, lost.orderId, 'lost');
    expect(await offersRefund(lost)).toBe(false);
  });

  it('leaves no date of a next payment while the subscription isn’t charged', async () => {
    const club = await makeClub(test);
    const orderId = await subscribe(club);
    const visitor = await enterPortal(club);
    const shown = async () =>
      (await visitor.get()).text + (await visitor.get(`/orders/${orderId}`)).text;
    expect((await shown()).match(/Next payment/g)).toHaveLength(2);
    await dispute(club, orderId, 'open');
    expect(await shown()).not.toContain('Next payment');
    await advanceDays(club, 40);
    expect(await shown()).not.toContain('Next payment');
    await dispute(club, orderId, 'won');
    expect((await shown()).match(/Next payment/g)).toHaveLength(2);
  });

  it('promises no access when its subscription is canceled after the period’s end', async () => {
    const club = await makeClub(test);
    const orderId = await subscribe(club);
    const visitor = await enterPortal(club);
    await dispute(club, orderId, 'open');
    const asked = async () => (await visitor.get(`/orders/${orderId}/cancel`)).text;
    expect(await asked()).toContain('You’ll keep access until');
    await advanceDays(club, 40);
    expect(await asked()).toContain('the subscription ends immediately');
    expect(await asked()).not.toContain('You’ll keep access until');
  });
});

describe('an overdue payment', () => {
  it('is announced where another card is saved, not that nothing is charged', async () => {
    const club = await makeClub(test);
    const orderId = await subscribe(club, { card: FADING_CARD });
    await advanceDays(club, 32);
    const { text } = await (await enterPortal(club)).get(`/orders/${orderId}/card`);
    expect(text).toContain('We’ll charge the overdue payment to this card right away.');
    expect(text).not.toContain('You won’t be charged now.');
  });
});
