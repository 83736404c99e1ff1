import { describe, expect, it } from 'vitest';
import { expectSoundBooks } from '../../../test/support/books.ts';
import {
  addPriced,
  changePlan,
  chargesOf,
  confirm,
  linksOf,
  type Member,
  makeChange,
  makeMember,
  otherCard,
  previewOf,
  statesOf,
} from '../../../test/support/changing.ts';
import { expectError } from '../../../test/support/error-rows.ts';
import {
  callAsBuyer,
  DECLINED_CARD,
  dataOf,
  makeBuyerToken,
} from '../../../test/support/selling.ts';
import {
  advanceDays,
  advanceTo,
  eventTypesOf,
  replaceCard,
  stateOf,
  storeTime,
} from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { decodeId, encodeId, type Id } from '../../kit/id.ts';
import { periodBoundary } from '../../kit/period.ts';

const test = useTestApp();

/** Advances the store's clock to a fraction of the subscription's current period. */
async function advanceWithin({ club, orderId }: Member, share: number): Promise<void> {
  const { periodStart, periodEnd } = await stateOf(club, orderId);
  const [start, end] = [Number(periodStart), Number(periodEnd)];
  await advanceTo(club, new Date(Math.ceil(start + (end - start) * share)));
}

/** The `PAY_xxx` id of the subscription's latest payment. */
async function paymentOf({ orderId }: Member): Promise<string> {
  const [payment] = await test.database.query<{ id: Id<'PAY'> }>(sql`
    select id from payment where order_id = ${decodeId('ORD', orderId)} order by id desc`);
  return encodeId('PAY', payment?.id as Id<'PAY'>);
}

describe('an immediate change', () => {
  it('charges the new price less the unused part, and replaces the old order', async () => {
    const member = await makeMember(test);
    const { club, orderId } = member;
    await advanceWithin(member, 0.5);
    const sessionId = await makeChange(member);
    expect(dataOf(await previewOf(club, sessionId))).toMatchObject({
      ...{ changeTiming: 'immediate', currency: 'USD', creditAmount: '4.95', amountDue: '14.85' },
      currentPlan: { productName: 'A plan', amount: '9.90', billingPeriod: 'monthly' },
      newPlan: { productId: member.pro, productName: 'Pro', amount: '19.80' },
      nextAmount: '19.80',
    });
    const { orderId: changed, status } = dataOf(await confirm(club, sessionId));
    expect(status).toBe('active');
    expect(await chargesOf(club, changed)).toEqual([1485]);
    expect(await statesOf(club, orderId, changed)).toEqual(['canceled', 'active']);
    expect(await linksOf(club, changed)).toMatchObject({ origin: orderId, successor: null });
    expect(await linksOf(club, orderId)).toMatchObject({ origin: null, successor: changed });
    const { periodNumber, periodStart, periodEnd } = await stateOf(club, changed);
    expect(periodNumber).toBe(1);
    expect(periodEnd).toEqual(periodBoundary(periodStart as Date, 'monthly', 1));
    expect((await stateOf(club, orderId)).dueAt).toBeNull();
    await advanceTo(club, periodEnd as Date);
    expect(await chargesOf(club, changed)).toEqual([1485, 1980]);
    expect(await chargesOf(club, orderId)).toEqual([990]);
    await expectSoundBooks(test);
  });

  it('never charges below zero, and neither refunds nor reuses excess credit', async () => {
    const member = await makeMember(test);
    const { club, pro } = member;
    const first = await changePlan(member);
    const basic = await addPriced(club, '2.00');
    const down: Member = { ...member, orderId: first, pro: basic };
    const second = await changePlan(down, { changeTiming: 'immediate' });
    expect(await chargesOf(club, second)).toEqual([]);
    expect(await statesOf(club, first, second)).toEqual(['canceled', 'active']);
    expect((await stateOf(club, second)).periods).toEqual(['1:credited']);
    // Only the $2.00 of the second plan is credited, not the excess.
    const third = await changePlan({ ...member, orderId: second, pro });
    expect(await chargesOf(club, third)).toEqual([1780]);
    await expectSoundBooks(test);
  });

  it('charges the amount or applies the credit that the merchant set', async () => {
    const paid = await makeMember(test);
    expect(await chargesOf(paid.club, await changePlan(paid, { changeAmount: '1.00' }))).toEqual([
      100,
    ]);
    const credited = await makeMember(test);
    const body = { changeCreditAmount: '8.00' };
    expect(await chargesOf(credited.club, await changePlan(credited, body))).toEqual([1180]);
    const free = await makeMember(test);
    expect(await chargesOf(free.club, await changePlan(free, { changeAmount: '0' }))).toEqual([]);
    await expectSoundBooks(test);
  });

  it('credits what was paid and not refunded', async () => {
    const member = await makeMember(test);
    const { club } = member;
    const paymentId = await paymentOf(member);
    const requestedAmount = { amount: '9.90', currency: 'USD' };
    const ticket = { paymentId, reason: 'A gift', requestedAmount };
    dataOf(await club.merchant.call('refund-ticket/create-ticket', ticket));
    const changed = await changePlan(member);
    expect(await chargesOf(club, changed)).toEqual([1980]);
  });

  it('still credits a refund that was only requested, because it may be rejected', async () => {
    const member = await makeMember(test);
    const { club } = member;
    const requestedAmount = { amount: '9.90', currency: 'USD' };
    const ticket = { paymentId: await paymentOf(member), reason: 'A gift', requestedAmount };
    const token = await makeBuyerToken(club);
    dataOf(await callAsBuyer(test, token, 'refund-ticket/create-ticket', ticket));
    expect(await chargesOf(club, await changePlan(member))).toEqual([990]);
  });

  it('renews with the saved card, or with the newly given one', async () => {
    const kept = await makeMember(test);
    await replaceCard(kept.club, kept.orderId, DECLINED_CARD);
    const sessionId = await makeChange(kept);
    const refused = await confirm(kept.club, sessionId);
    expect(refused.body.errors[0]).toMatchObject({ message: 'Payment declined: card_declined' });
    expect(await statesOf(kept.club, kept.orderId)).toEqual(['active']);
    expect((await eventTypesOf(kept.club)).at(-1)).toBe('plan_change_failed');
    const given = await otherCard(test);
    const { orderId } = dataOf(await confirm(kept.club, sessionId, given));
    await advanceDays(kept.club, 31);
    expect(await chargesOf(kept.club, orderId)).toEqual([990, 1980]);
  });

  it('answers a repeated click with the same order, and charges once', async () => {
    const member = await makeMember(test);
    const sessionId = await makeChange(member);
    const first = dataOf(await confirm(member.club, sessionId));
    expect(dataOf(await confirm(member.club, sessionId))).toEqual(first);
    expect(await chargesOf(member.club, first.orderId)).toHaveLength(1);
    const token = await makeBuyerToken(member.club, 'somebody else');
    const others = await confirm(member.club, sessionId, {}, { authorization: `Bearer ${token}` });
    expectError(others, 403, 'Subscription order does not belong to this credential', 'order');
  });

  it('ends a trial', async () => {
    const member = await makeMember(test, { metadata: { trialDays: 14 } });
    const changed = await changePlan(member);
    expect(await chargesOf(member.club, changed)).toEqual([1980]);
    expect((await stateOf(member.club, changed)).periods).toEqual(['1:charged']);
  });

  it('charges an amount shown a moment ago, but refuses an older one', async () => {
    const prices = { USD: { amount: '990.00', taxCategory: 'saas' } };
    const { club, orderId, pro: _ } = await makeMember(test, { prices });
    const member = { club, orderId, pro: await addPriced(club, '1980.00') };
    const sessionId = await makeChange(member);
    const { amountDue } = dataOf(await previewOf(club, sessionId));
    const begun = (await storeTime(club)).getTime();
    await advanceTo(club, new Date(begun + 14 * 60_000));
    const later = dataOf(await previewOf(club, sessionId));
    expect(Number(later.amountDue)).toBeGreaterThan(Number(amountDue));
    const tooMuch = await confirm(club, sessionId, { amountDue: '1980.00' });
    expect(tooMuch.body.errors[0].message).toBe(`The amount due is ${later.amountDue} USD`);
    await advanceTo(club, new Date(begun + 16 * 60_000));
    expect((await confirm(club, sessionId, { amountDue })).status).toBe(409);
    const { orderId: changed } = dataOf(
      await confirm(club, sessionId, { amountDue: later.amountDue }),
    );
    expect(await chargesOf(club, changed)).toEqual([Math.round(Number(later.amountDue) * 100)]);
  });
});
