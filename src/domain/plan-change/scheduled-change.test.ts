import { describe, expect, it } from 'vitest';
import { expectSoundBooks } from '../../../test/support/books.ts';
import {
  addPriced,
  changePlan,
  chargesOf,
  confirm,
  linksOf,
  makeChange,
  makeMember,
  otherCard,
  previewOf,
  statesOf,
} from '../../../test/support/changing.ts';
import { APPROVED_CARD, DECLINED_CARD, dataOf, eventsOf } from '../../../test/support/selling.ts';
import {
  advanceDays,
  advanceTo,
  callOnOrder,
  eventTypesOf,
  FADING_CARD,
  replaceCard,
  stateOf,
  subscribe,
} from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { periodBoundary } from '../../kit/period.ts';

const test = useTestApp();

describe('a change at the period’s end', () => {
  it('keeps the plan until then, and renews with the new one on the same day', async () => {
    const member = await makeMember(test);
    const { club, orderId } = member;
    const basic = await addPriced(club, '2.00', { name: 'Basic' });
    const before = await stateOf(club, orderId);
    const sessionId = await makeChange({ ...member, pro: basic });
    expect(dataOf(await previewOf(club, sessionId))).toMatchObject({
      ...{ changeTiming: 'next_period', amountDue: '0.00', nextAmount: '2.00' },
      nextChargeAt: before.periodEnd?.toISOString(),
    });
    const { orderId: changed, status } = dataOf(await confirm(club, sessionId));
    expect(status).toBe('pending');
    expect(dataOf(await confirm(club, sessionId))).toEqual({ orderId: changed, status });
    expect(await statesOf(club, orderId, changed)).toEqual(['active', 'pending']);
    expect(await linksOf(club, orderId)).toMatchObject({ scheduled: changed, successor: null });
    const scheduled = (await eventsOf(club)).at(-1);
    expect(scheduled).toMatchObject({
      eventType: 'subscription.plan_change_scheduled',
      eventId: `${orderId}-${scheduled.timestamp}`,
      data: {
        ...{ orderId, orderStatus: 'active', productName: 'A plan', targetOrderId: changed },
        ...{ targetProductName: 'Basic', targetPlanPrice: { total: '2.00' } },
        effectiveAt: before.periodEnd?.toISOString(),
      },
    });
    await advanceTo(club, before.periodEnd as Date);
    expect(await statesOf(club, orderId, changed)).toEqual(['canceled', 'active']);
    expect(await chargesOf(club, orderId)).toEqual([990]);
    expect(await chargesOf(club, changed)).toEqual([200]);
    const after = await stateOf(club, changed);
    expect(after.periodStart).toEqual(before.periodEnd);
    const anchor = before.periodStart as Date;
    expect(after.periodEnd).toEqual(periodBoundary(anchor, 'monthly', 2));
    await advanceTo(club, after.periodEnd as Date);
    expect(await chargesOf(club, changed)).toEqual([200, 200]);
    expect((await stateOf(club, changed)).periodEnd).toEqual(periodBoundary(anchor, 'monthly', 3));
    expect((await eventTypesOf(club)).slice(2, 5)).toEqual([
      ...['payment_succeeded', 'plan_changed', 'updated'],
    ]);
    await expectSoundBooks(test);
  });

  it('starts a different billing period at the end of the paid one', async () => {
    const member = await makeMember(test);
    const { club, orderId } = member;
    const pro = await addPriced(club, '90.00', { billingPeriod: 'yearly' });
    const { periodEnd } = await stateOf(club, orderId);
    const changed = await changePlan({ ...member, pro }, { changeTiming: 'next_period' });
    await advanceTo(club, periodEnd as Date);
    expect(await stateOf(club, changed)).toMatchObject({
      ...{ periodStart: periodEnd, periodEnd: periodBoundary(periodEnd as Date, 'yearly', 1) },
    });
    expect(await chargesOf(club, changed)).toEqual([9000]);
  });

  it('charges the merchant’s amount, even zero, for the first period only', async () => {
    const member = await makeMember(test);
    const { club } = member;
    const timing = { changeTiming: 'next_period' };
    const changed = await changePlan(member, { ...timing, changeAmount: '0.00' });
    await advanceDays(club, 31);
    expect(await statesOf(club, member.orderId, changed)).toEqual(['canceled', 'active']);
    expect((await stateOf(club, changed)).periods).toEqual(['1:credited']);
    await advanceDays(club, 31);
    expect(await chargesOf(club, changed)).toEqual([1980]);
    await expectSoundBooks(test);
  });

  it('is replaced by a later request, and by an immediate change', async () => {
    const member = await makeMember(test);
    const { club, orderId } = member;
    const timing = { changeTiming: 'next_period' };
    const first = await changePlan(member, timing);
    const basic = await addPriced(club, '2.00');
    const second = await changePlan({ ...member, pro: basic });
    expect(await statesOf(club, orderId, first, second)).toEqual(['active', 'canceled', 'pending']);
    const third = await changePlan(member, { changeTiming: 'immediate' });
    expect(await statesOf(club, orderId, second, third)).toEqual([
      'canceled',
      'canceled',
      'active',
    ]);
    expect(await linksOf(club, orderId)).toMatchObject({ scheduled: null, successor: third });
  });

  it('is dropped when the subscription or its own order is canceled', async () => {
    const member = await makeMember(test);
    const { club, orderId } = member;
    const timing = { changeTiming: 'next_period' };
    const first = await changePlan(member, timing);
    dataOf(await callOnOrder(club, 'cancel-order', orderId));
    expect(await statesOf(club, orderId, first)).toEqual(['canceling', 'canceled']);
    dataOf(await callOnOrder(club, 'reactivate-order', orderId));
    const second = await changePlan(member, timing);
    dataOf(await callOnOrder(club, 'cancel-order', second));
    expect(await statesOf(club, orderId, second)).toEqual(['active', 'canceled']);
    await advanceDays(club, 31);
    expect(await chargesOf(club, orderId)).toEqual([990, 990]);
    expect(await chargesOf(club, second)).toEqual([]);
  });

  it('that cannot be paid leaves the plan unchanged and emits an event', async () => {
    const member = await makeMember(test);
    const { club } = member;
    const orderId = await subscribe(club, { card: FADING_CARD });
    const changed = await changePlan({ ...member, orderId }, { changeTiming: 'next_period' });
    const { periodEnd } = await stateOf(club, orderId);
    // No further: a retry in another calendar month would be another event.
    await advanceTo(club, periodEnd as Date);
    expect(await statesOf(club, orderId, changed)).toEqual(['past_due', 'closed']);
    const failed = (await eventsOf(club)).filter(({ data }) => data.orderId === orderId);
    expect(failed.map(({ eventType }) => eventType).slice(-2)).toEqual([
      ...['subscription.plan_change_failed', 'subscription.past_due'],
    ]);
    expect(failed.at(-2)?.data).toMatchObject({
      ...{ targetOrderId: changed, paymentFailureReason: 'card_declined' },
      productName: 'A plan',
    });
    await replaceCard(club, orderId, APPROVED_CARD);
    await advanceDays(club, 3);
    expect(await chargesOf(club, orderId)).toEqual([990, 990]);
    await expectSoundBooks(test);
  });

  it('charges the card that was given for it', async () => {
    const member = await makeMember(test);
    const { club } = member;
    const orderId = await subscribe(club, { card: FADING_CARD });
    const given = { ...member, orderId };
    const sessionId = await makeChange(given, { changeTiming: 'next_period' });
    const refused = await confirm(club, sessionId, await otherCard(test, DECLINED_CARD));
    expect(refused.status).toBe(400);
    const { orderId: changed } = dataOf(await confirm(club, sessionId, await otherCard(test)));
    await advanceDays(club, 31);
    expect(await chargesOf(club, changed)).toEqual([1980]);
  });
});
