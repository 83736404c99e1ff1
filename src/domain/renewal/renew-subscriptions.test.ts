import { describe, expect, it } from 'vitest';
import { eventsOf } from '../../../test/support/selling.ts';
import {
  advanceDays,
  callOnOrder,
  eventTypesOf,
  FADING_CARD,
  makeClub,
  replaceCard,
  stateOf,
  subscribe,
} from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';

const test = useTestApp();

describe('renew-subscriptions', () => {
  it('charges the next period when it is due and records payment and renewal', async () => {
    const club = await makeClub(test);
    const orderId = await subscribe(club);
    await advanceDays(club, 32);
    expect(await stateOf(club, orderId)).toMatchObject({
      ...{ status: 'active', periodNumber: 2, periods: ['1:charged', '2:charged'] },
      charged: [1, 2],
    });
    const [activated, paid, renewed] = await eventsOf(club);
    expect(activated.data).toMatchObject({ orderStatus: 'active', periodNumber: 1 });
    expect(activated.eventId).toBe(orderId);
    expect(paid).toMatchObject({ eventType: 'subscription.payment_succeeded' });
    expect(paid.eventId).toBe(paid.data.paymentId);
    expect(paid.data).toMatchObject({ chargedAmount: '9.90', periodNumber: 2 });
    expect(renewed).toMatchObject({
      ...{ eventType: 'subscription.renewed', eventId: `${orderId}-${renewed.timestamp}` },
      data: { paymentId: paid.data.paymentId },
    });
  });

  it('marks only its own day for the analyses, however many payments came before', async () => {
    const club = await makeClub(test, { billingPeriod: 'weekly' });
    await subscribe(club);
    const marks = async () => {
      const [row] = await test.database.query<{ count: number }>(sql`
        select count(*)::integer as count from rollup_mark
        where store_id = ${decodeId('STO', club.store.id)}`);
      return row?.count ?? 0;
    };
    await advanceDays(club, 70);
    const afterTen = await marks();
    await advanceDays(club, 70);
    const perRenewal = ((await marks()) - afterTen) / 10;
    expect(perRenewal).toBeGreaterThan(0);
    expect(perRenewal).toBeLessThan(5);
  });

  it('retries a failed renewal after 1, 3, 5 and 7 days, then cancels', async () => {
    const club = await makeClub(test, { billingPeriod: 'weekly' });
    const orderId = await subscribe(club, { card: FADING_CARD });
    await advanceDays(club, 7);
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'past_due', failedAttempts: 1 });
    for (const [days, failedAttempts] of [
      [1, 2],
      [2, 3],
      [2, 4],
    ] as const) {
      await advanceDays(club, days);
      expect(await stateOf(club, orderId)).toMatchObject({ status: 'past_due', failedAttempts });
    }
    await advanceDays(club, 2);
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'canceled', dueAt: null });
    const types = await eventTypesOf(club);
    expect(types.filter((type) => type === 'canceled')).toHaveLength(1);
  });

  it('recovers when a retry succeeds', async () => {
    const club = await makeClub(test, { billingPeriod: 'weekly' });
    const orderId = await subscribe(club, { card: FADING_CARD });
    await advanceDays(club, 7);
    await replaceCard(club, orderId, '4242424242424242');
    await advanceDays(club, 1);
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'active', periodNumber: 2 });
    expect((await eventTypesOf(club)).slice(1)).toEqual([
      'past_due',
      'payment_succeeded',
      'renewed',
      'recovered',
    ]);
  });

  it('ends a canceled subscription with its period', async () => {
    const club = await makeClub(test);
    const orderId = await subscribe(club);
    await callOnOrder(club, 'cancel-order', orderId);
    await advanceDays(club, 27);
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'canceling' });
    await advanceDays(club, 5);
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'canceled', charged: [1] });
    expect(await eventTypesOf(club)).toEqual(['activated', 'canceling', 'canceled']);
  });
});
