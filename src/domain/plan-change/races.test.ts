import { describe, expect, it } from 'vitest';
import { expectSoundBooks } from '../../../test/support/books.ts';
import {
  changePlan,
  chargesOf,
  confirm,
  makeChange,
  makeMember,
  statesOf,
} from '../../../test/support/changing.ts';
import { dataOf, eventsOf } from '../../../test/support/selling.ts';
import { callOnOrder, stateOf } from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { encodeId, type Id } from '../../kit/id.ts';
import { createSandboxProvider } from '../../providers/sandbox/sandbox-provider.ts';

const test = useTestApp();
const CLICKS = 12;

/** The order status or the error message of an answer. */
function outcome({ status, body }: { readonly status: number; readonly body: unknown }): string {
  const { data, errors } = body as {
    data: { status: string } | null;
    errors?: { message: string }[];
  };
  return status === 200 ? (data?.status ?? '') : (errors?.[0]?.message ?? String(status));
}

describe('concurrent plan changes', () => {
  it('from one session make one charge and one new order', async () => {
    const { club, ...member } = await makeMember(test);
    const sessionId = await makeChange({ club, ...member });
    const replies = await Promise.all(
      Array.from({ length: CLICKS }, () => confirm(club, sessionId)),
    );
    const allowed = ['active', 'Payment is already being processed'];
    expect(replies.map(outcome).filter((text) => !allowed.includes(text))).toEqual([]);
    const { orderId } = dataOf(await confirm(club, sessionId));
    expect(await chargesOf(club, orderId)).toEqual([990]);
    expect(await statesOf(club, member.orderId, orderId)).toEqual(['canceled', 'active']);
    const changed = (await eventsOf(club)).filter(
      ({ eventType }) => eventType === 'subscription.plan_changed',
    );
    expect(changed).toHaveLength(1);
    await expectSoundBooks(test);
  });

  it('from several sessions make only one change', async () => {
    const member = await makeMember(test);
    const { club } = member;
    const sessions: string[] = [];
    for (let made = 0; made < CLICKS; made += 1) sessions.push(await makeChange(member));
    const replies = await Promise.all(sessions.map((sessionId) => confirm(club, sessionId)));
    const active = replies.filter(({ status }) => status === 200);
    expect(active).toHaveLength(1);
    expect(await charged(member.club.store.slug)).toEqual([990, 990]);
    await expectSoundBooks(test);
  });

  it('and a cancellation result in one or the other', async () => {
    const member = await makeMember(test);
    const { club, orderId } = member;
    const sessionId = await makeChange(member);
    const [confirmed, canceled] = await Promise.all([
      confirm(club, sessionId),
      callOnOrder(club, 'cancel-order', orderId),
    ]);
    expect([confirmed.status, canceled.status].filter((status) => status === 200)).toHaveLength(1);
    const [origin] = await statesOf(club, orderId);
    expect(origin).toBe(confirmed.status === 200 ? 'canceled' : 'canceling');
    await expectSoundBooks(test);
  });

  it('and a due renewal never charge twice', async () => {
    const member = await makeMember(test);
    const { club, orderId } = member;
    const sessionId = await makeChange(member);
    const { periodEnd } = await stateOf(club, orderId);
    await test.database.query(sql`
      insert into test_clock (store_id, at)
      select id, ${periodEnd}::timestamptz from store where slug = ${club.store.slug}`);
    const [confirmed] = await Promise.all([
      confirm(club, sessionId),
      test.app.worker.runOnce(),
      test.app.worker.runOnce(),
    ]);
    await test.app.worker.runOnce();
    // The unused part of a period is zero once it has ended, and all of it when it has just
    // started.
    const sums =
      confirmed.status === 200
        ? [
            [990, 1980],
            [990, 990, 990],
          ]
        : [[990, 990]];
    expect(sums).toContainEqual(await charged(club.store.slug));
    await expectSoundBooks(test);
  });

  it('that stop between charge and record are completed once by the worker', async () => {
    const member = await makeMember(test);
    const { club, orderId } = member;
    const sessionId = await makeChange(member);
    const { changed, paymentId } = await stopAfterCharge(member.club.store.slug, sessionId, club);
    expect(await statesOf(club, orderId, changed)).toEqual(['active', 'pending']);
    const again = await confirm(club, sessionId);
    expect(outcome(again)).toBe('Payment is already being processed');
    expect(outcome(await callOnOrder(club, 'cancel-order', orderId))).toBe(
      'Payment is already being processed',
    );
    await test.database.query(sql`
      update payment set leased_until = ${test.clock.now()} where id = ${paymentId}`);
    await test.app.worker.runOnce();
    expect(await statesOf(club, orderId, changed)).toEqual(['canceled', 'active']);
    expect(dataOf(await confirm(club, sessionId)).status).toBe('active');
    expect(await charged(club.store.slug)).toEqual([990, 990]);
    await expectSoundBooks(test);
  });

  it('scheduled by several sessions leave one pending change', async () => {
    const member = await makeMember(test);
    const { club, orderId } = member;
    const timing = { changeTiming: 'next_period' };
    await changePlan(member, timing);
    const sessions = [await makeChange(member, timing), await makeChange(member, timing)];
    const replies = await Promise.all(sessions.map((sessionId) => confirm(club, sessionId)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const [row] = await test.database.query<{ pending: number }>(sql`
      select count(*)::integer as pending from orders join store on store.id = store_id
      where store.slug = ${club.store.slug} and orders.status = 'pending'`);
    expect(row?.pending).toBe(1);
    expect(await statesOf(club, orderId)).toEqual(['active']);
  });
});

/** Amounts of all the store's successful charges, the oldest first. */
async function charged(slug: string): Promise<number[]> {
  const rows = await test.database.query<{ minor: number }>(sql`
    select amount_minor::integer as minor from payment join store on store.id = store_id
    where store.slug = ${slug} and payment.status = 'succeeded' order by paid_at, payment.id`);
  return rows.map(({ minor }) => minor);
}

/** Charges at the provider without recording it, as a process that stopped would leave it. */
async function stopAfterCharge(
  slug: string,
  sessionId: string,
  club: Parameters<typeof confirm>[0],
) {
  await test.database.query(sql`
    alter table ledger_entry add constraint stopped check (account <> 'sales') not valid`);
  try {
    expect((await confirm(club, sessionId)).status).toBe(500);
  } finally {
    await test.database.query(sql`alter table ledger_entry drop constraint stopped`);
  }
  const [payment] = await test.database.query<{ id: Id<'PAY'>; orderId: Id<'ORD'> }>(sql`
    select payment.id, order_id as "orderId" from payment join store on store.id = store_id
    where store.slug = ${slug} and payment.status = 'pending'`);
  if (!payment) throw new Error('No charge was left open');
  const outcomeThere = await createSandboxProvider(test.database).lookUp(
    payment.id,
    test.clock.now(),
  );
  expect(outcomeThere.status).toBe('succeeded');
  return { changed: encodeId('ORD', payment.orderId), paymentId: payment.id };
}
