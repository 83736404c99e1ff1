import { describe, expect, it } from 'vitest';
import { changesOf } from '../../../test/support/moves.ts';
import { DECLINED_CARD, eventsOf } from '../../../test/support/selling.ts';
import {
  advanceTo,
  DAY_MS,
  eventTypesOf,
  FADING_CARD,
  makeClub,
  replaceCard,
  startCharge,
  stateOf,
  storeTime,
  subscribe,
} from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { runWithoutTriggers } from '../../../test/support/without-triggers.ts';
import { sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';
import { SUBSCRIPTION_ORDER_MOVES } from '../order/subscription-order.states.ts';

const test = useTestApp();
const WEEKLY = { billingPeriod: 'weekly' };
const STATES = ['pending', 'active', 'canceling', 'past_due', 'canceled', 'closed', 'expired'];

describe('after an outage', () => {
  it('the current period is charged once, and skipped ones are recorded', async () => {
    const club = await makeClub(test, WEEKLY);
    const orderId = await subscribe(club);
    test.clock.advance(24 * DAY_MS);
    await test.app.worker.runOnce();
    expect(await stateOf(club, orderId)).toMatchObject({
      ...{ status: 'active', periodNumber: 4, charged: [1, 4] },
      periods: ['1:charged', '2:skipped', '3:skipped', '4:charged'],
    });
    expect(await eventTypesOf(club)).toEqual(['activated', 'payment_succeeded', 'renewed']);
  });

  it('long overdue retries do not run back to back', async () => {
    const club = await makeClub(test, WEEKLY);
    const orderId = await subscribe(club, { card: FADING_CARD });
    test.clock.advance(7 * DAY_MS);
    await test.app.worker.runOnce();
    test.clock.advance(30 * DAY_MS);
    await test.app.worker.runOnce();
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'past_due', failedAttempts: 2 });
  });

  it('a charge that never reached the provider is voided and retried, not counted', async () => {
    const club = await makeClub(test, WEEKLY);
    const orderId = await subscribe(club);
    test.clock.advance(7 * DAY_MS);
    await startCharge(test, orderId, -1);
    await test.app.worker.runOnce();
    expect(await stateOf(club, orderId)).toMatchObject({ failedAttempts: 0, charged: [1, 2] });
    expect(await eventTypesOf(club)).toEqual(['activated', 'payment_succeeded', 'renewed']);
  });
});

describe('a charge that never reached the provider', () => {
  it('is retried and not counted even if that turns out days later', async () => {
    const club = await makeClub(test, WEEKLY);
    const orderId = await subscribe(club);
    test.clock.advance(7 * DAY_MS);
    await startCharge(test, orderId, -1);
    test.clock.advance(2 * DAY_MS);
    await test.app.worker.runOnce();
    expect(await stateOf(club, orderId)).toMatchObject({ failedAttempts: 0, charged: [1, 2] });
    expect(await eventTypesOf(club)).toEqual(['activated', 'payment_succeeded', 'renewed']);
  });
});

describe('a failing subscription', () => {
  it('is reported past due once per UTC calendar month', async () => {
    const club = await makeClub(test, WEEKLY);
    const time = await storeTime(club);
    const endOfMonth = Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 2, 1) - DAY_MS;
    await advanceTo(club, new Date(endOfMonth - 7 * DAY_MS));
    const orderId = await subscribe(club);
    await replaceCard(club, orderId, DECLINED_CARD);
    await advanceTo(club, new Date(endOfMonth + 6 * DAY_MS));
    const told = (await eventsOf(club)).filter(({ eventType }) => eventType.endsWith('past_due'));
    const months = [endOfMonth, endOfMonth + DAY_MS].map((ms) => new Date(ms).toISOString());
    expect(told.map(({ eventId }) => eventId)).toEqual(
      months.map((month) => `${orderId}-${month.slice(0, 7)}`),
    );
    expect(told[0].data).toMatchObject({
      ...{ orderStatus: 'past_due', paymentFailureReason: 'card_declined', periodNumber: 1 },
    });
  });

  it('is reported past due in a month whose only failure is the last retry', async () => {
    const club = await makeClub(test, WEEKLY);
    const time = await storeTime(club);
    const newMonth = Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 2, 1);
    await advanceTo(club, new Date(newMonth - 13 * DAY_MS));
    const orderId = await subscribe(club);
    await replaceCard(club, orderId, DECLINED_CARD);
    await advanceTo(club, new Date(newMonth + 2 * DAY_MS));
    const told = (await eventsOf(club)).slice(1);
    const months = [newMonth - DAY_MS, newMonth].map((ms) => new Date(ms).toISOString());
    expect(told.map(({ eventId }) => eventId)).toEqual([
      ...months.map((month) => `${orderId}-${month.slice(0, 7)}`),
      orderId,
    ]);
    expect(told[1].data).toMatchObject({ orderStatus: 'past_due', periodNumber: 1 });
    expect(told[2].data).toMatchObject({ orderStatus: 'canceled' });
    // The second past due and the cancellation are one change, which is mailed once.
    const mails = await test.database.query<{ type: string; count: number }>(sql`
      select event_type as type, count(*)::int as count from email_delivery
      where event_id like ${`${orderId}%`} and recipient_type = 'buyer'
        and event_type in ('subscription.past_due', 'subscription.canceled')
      group by event_type order by event_type`);
    expect(mails).toEqual([
      { type: 'subscription.canceled', count: 1 },
      { type: 'subscription.past_due', count: 1 },
    ]);
  });

  it('is charged at most five times a day, whatever fails', async () => {
    const club = await makeClub(test, WEEKLY);
    const orderId = await subscribe(club);
    test.clock.advance(7 * DAY_MS);
    for (let count = 0; count < 5; count += 1) {
      await startCharge(test, orderId, -1);
      await test.database.query(sql`update payment set status = 'failed'
        where order_id = ${decodeId('ORD', orderId)} and status = 'pending'`);
    }
    await expect(test.app.worker.runOnce()).rejects.toThrow('charged too often within a day');
    expect(await stateOf(club, orderId)).toMatchObject({ charged: [1] });
    test.clock.advance(2 * DAY_MS);
    await test.app.worker.runOnce();
    expect(await stateOf(club, orderId)).toMatchObject({ charged: [1, 2] });
  });
});

it('charges that never reached the provider do not count toward the daily limit', async () => {
  const club = await makeClub(test, WEEKLY);
  const orderId = await subscribe(club);
  test.clock.advance(7 * DAY_MS);
  for (let count = 0; count < 6; count += 1) {
    await startCharge(test, orderId, -1);
    await test.database.query(sql`
      update payment set status = 'failed', failure_reason = 'not_completed'
      where order_id = ${decodeId('ORD', orderId)} and status = 'pending'`);
  }
  expect(await test.app.worker.runOnce().catch(String)).toBeTypeOf('number');
  expect(await stateOf(club, orderId)).toMatchObject({ charged: [1, 2], failedAttempts: 0 });
});

describe('the database', () => {
  it('refuses a second live charge for a period', async () => {
    const club = await makeClub(test);
    const orderId = await subscribe(club);
    await startCharge(test, orderId);
    await expect(startCharge(test, orderId)).rejects.toThrow('one_');
  });

  it('refuses every move between states that is not in the table', async () => {
    const club = await makeClub(test);
    const id = decodeId('ORD', await subscribe(club));
    const legal = changesOf(SUBSCRIPTION_ORDER_MOVES).map(({ from, to }) => `${from} ${to}`);
    const allowed: string[] = [];
    for (const from of STATES) {
      for (const to of STATES.filter((state) => state !== from)) {
        await runWithoutTriggers(
          test.database,
          sql`update orders set status = ${from} where id = ${id}`,
        );
        await test.database
          .query(sql`update orders set status = ${to} where id = ${id}`)
          .then(() => allowed.push(`${from} ${to}`))
          .catch(() => {});
      }
    }
    expect(allowed.sort()).toEqual(legal.sort());
  });
});
