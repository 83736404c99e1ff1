import { describe, expect, it } from 'vitest';
import { periodBoundary } from '../../src/kit/period.ts';
import { APPROVED_CARD, DECLINED_CARD, eventsOf, type Shop } from '../support/selling.ts';
import {
  advanceTo,
  callOnOrder,
  DAY_MS,
  makeClub,
  replaceCard,
  stateOf,
  storeTime,
  subscribe,
} from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';

const test = useTestApp();
/** A day that most months don't have. */
const ANCHOR_DAY = 31;

describe('a subscription over time', () => {
  it('lives a year of months with a failing card in month 5', async () => {
    const club = await makeClub(test);
    const start = await nextDay(club, ANCHOR_DAY);
    await advanceTo(club, start);
    const orderId = await subscribe(club);
    const month = (count: number) => periodBoundary(start, 'monthly', count);
    await advanceTo(club, month(4));
    await replaceCard(club, orderId, DECLINED_CARD);
    await advanceTo(club, new Date(month(5).getTime() + 2 * DAY_MS));
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'past_due', failedAttempts: 2 });
    await replaceCard(club, orderId, APPROVED_CARD);
    await advanceTo(club, new Date(month(5).getTime() + 3 * DAY_MS));
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'active', periodEnd: month(6) });
    await advanceTo(club, new Date(month(12).getTime() - 1));
    const year = await stateOf(club, orderId);
    expect(year.charged).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(year.periodEnd).toEqual(month(12));

    const events = await eventsOf(club);
    const renewals = events.filter(({ eventType }) => eventType === 'subscription.renewed');
    expect(renewals.map(({ data }) => data.currentPeriodStart)).toEqual(
      Array.from({ length: 11 }, (_, index) =>
        month(index + 1)
          .toISOString()
          .slice(0, 10),
      ),
    );
    const pastDue = events.filter(({ eventType }) => eventType === 'subscription.past_due');
    const months = pastDue.map(({ eventId }) => eventId);
    expect(new Set(months).size).toBe(months.length);
    expect(months[0]).toBe(`${orderId}-${month(5).toISOString().slice(0, 7)}`);
    expect(typesOf(events).filter((type) => type === 'recovered')).toHaveLength(1);
  });

  it('goes from a trial to paying, is canceled, reactivated, and ended', async () => {
    const club = await makeClub(test, { metadata: { trialDays: 7 } });
    const orderId = await subscribe(club);
    const begun = (await storeTime(club)).getTime();
    const day = (days: number) => advanceTo(club, new Date(begun + days * DAY_MS));
    await day(8);
    await callOnOrder(club, 'cancel-order', orderId);
    await callOnOrder(club, 'reactivate-order', orderId);
    await day(45);
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'active', charged: [1, 2] });
    await callOnOrder(club, 'cancel-order', orderId);
    const { periodEnd } = await stateOf(club, orderId);
    await advanceTo(club, new Date(Number(periodEnd) - 1));
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'canceling' });
    await advanceTo(club, periodEnd as Date);
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'canceled', dueAt: null });
    expect(typesOf(await eventsOf(club))).toEqual([
      'activated',
      'payment_succeeded',
      'renewed',
      'canceling',
      'uncanceled',
      'payment_succeeded',
      'renewed',
      'canceling',
      'canceled',
    ]);
  });
});

function typesOf(events: readonly { readonly eventType: string }[]): string[] {
  return events.map(({ eventType }) => eventType.replace('subscription.', ''));
}

/** Noon of the next such day of a month, in the store's time zone. */
async function nextDay(club: Shop, day: number): Promise<Date> {
  const time = await storeTime(club);
  for (let months = 0; ; months += 1) {
    const date = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + months, day, 12));
    if (date.getUTCDate() === day && date > time) return date;
  }
}
