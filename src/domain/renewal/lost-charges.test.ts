import { describe, expect, it } from 'vitest';
import {
  confirm,
  makeChange,
  makeMember,
  otherCard,
  statesOf,
} from '../../../test/support/changing.ts';
import { stayOnOneDay } from '../../../test/support/same-day.ts';
import { APPROVED_CARD, dataOf } from '../../../test/support/selling.ts';
import {
  advanceDays,
  advanceTo,
  eventTypesOf,
  makeClub,
  replaceCard,
  stateOf,
  storeTime,
  subscribe,
} from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';

const test = useTestApp();
stayOnOneDay(test);
/** The provider never receives a charge of this card. */
const LOST_CARD = '4000000000006611';
const MINUTE_MS = 60_000;

describe('a charge that never reaches the provider', () => {
  it('is tried five times in the first hour and a quarter, then counts as declined', async () => {
    const club = await makeClub(test, { metadata: { trialDays: 7 } });
    const orderId = await subscribe(club, { card: LOST_CARD });
    const { dueAt } = await stateOf(club, orderId);
    const after = (minutes: number) => new Date(Number(dueAt) + minutes * MINUTE_MS);
    for (const [minutes, count] of [
      [0, 2],
      [1, 3],
      [11, 4],
      [70, 4],
      [71, 5],
    ] as const) {
      await advanceTo(club, after(minutes));
      expect([minutes, await lostOf(orderId)]).toEqual([minutes, count]);
    }
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'past_due', failedAttempts: 1 });
    const overdue = await stateOf(club, orderId);
    await replaceCard(club, orderId, APPROVED_CARD);
    await advanceTo(club, overdue.dueAt as Date);
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'active', charged: [1] });
  });

  it('ends a subscription like any other failure', async () => {
    const club = await makeClub(test, { metadata: { trialDays: 7 } });
    // All retries are in one calendar month: in another one, there would be another event.
    const time = await storeTime(club);
    await advanceTo(club, new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 1)));
    const orderId = await subscribe(club, { card: LOST_CARD });
    await advanceDays(club, 20);
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'canceled', charged: [] });
    expect(await lostOf(orderId)).toBe(25);
    expect(await eventTypesOf(club)).toEqual(['activated', 'past_due', 'canceled']);
  });

  it('ends a scheduled change, and the subscription renews as before', async () => {
    const member = await makeMember(test);
    const { club, orderId } = member;
    const sessionId = await makeChange(member, { changeTiming: 'next_period' });
    const card = await otherCard(test, LOST_CARD);
    const { orderId: changed } = dataOf(await confirm(club, sessionId, card));
    await advanceDays(club, 32);
    expect(await statesOf(club, orderId, changed)).toEqual(['active', 'closed']);
    expect(await lostOf(changed)).toBe(5);
    expect(await stateOf(club, orderId)).toMatchObject({ charged: [1, 2] });
    expect(await eventTypesOf(club)).toContain('plan_change_failed');
  });
});

/** Number of the order's payments that failed without reaching the provider. */
async function lostOf(orderId: string): Promise<number> {
  const [row] = await test.database.query<{ lost: number }>(sql`
    select count(*)::integer as lost from payment
    where order_id = ${decodeId('ORD', orderId)} and failure_reason = 'not_completed'`);
  return row?.lost ?? 0;
}
