import { expect, it } from 'vitest';
import { expectSoundBooks } from '../../../test/support/books.ts';
import {
  changePlan,
  chargesOf,
  confirm,
  makeChange,
  makeMember,
  otherCard,
  statesOf,
} from '../../../test/support/changing.ts';
import { expectError } from '../../../test/support/error-rows.ts';
import { APPROVED_CARD, dataOf } from '../../../test/support/selling.ts';
import {
  advanceDays,
  advanceTo,
  eventTypesOfOrder,
  REFUSED_CARD,
  sentOf,
  stateOf,
  subscribe,
} from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';

const test = useTestApp();
const DECLINED = 'Payment declined: card_declined';
const SCHEDULED = { changeTiming: 'next_period' };

it('charges the refused card neither again for the current plan nor for another change', async () => {
  const member = await makeRefusing();
  const { club, orderId } = member;
  const changed = await changePlan(member, SCHEDULED);
  const { periodEnd } = await stateOf(club, orderId);
  // No further: a retry in another calendar month would be another event.
  await advanceTo(club, periodEnd as Date);
  expect(await sentOf(club, changed)).toEqual(['declined']);
  expect(await statesOf(club, orderId, changed)).toEqual(['past_due', 'closed']);
  expect(await sentOf(club, orderId)).toEqual(['succeeded']);
  expect((await eventTypesOfOrder(club, orderId)).slice(-2)).toEqual([
    ...['plan_change_failed', 'past_due'],
  ]);
  await expectSoundBooks(test);
});

it('declines a change with the refused card without the provider, and takes another card', async () => {
  const member = await makeRefusing();
  const { club, orderId } = member;
  const sessionId = await makeChange(member);
  expectError(await confirm(club, sessionId), 400, DECLINED, 'order');
  expectError(await confirm(club, sessionId), 400, DECLINED, 'order');
  const other = await makeChange(member);
  expectError(await confirm(club, other), 400, DECLINED, 'order');
  const failures = ['activated', 'plan_change_failed', 'plan_change_failed', 'plan_change_failed'];
  expect(await eventTypesOfOrder(club, orderId)).toEqual(failures);
  const given = await otherCard(test, APPROVED_CARD);
  const { orderId: changed, status } = dataOf(await confirm(club, sessionId, given));
  expect(status).toBe('active');
  expect(await sentOf(club, changed)).toEqual(['declined', 'succeeded']);
  await advanceDays(club, 32);
  expect(await chargesOf(club, changed)).toEqual([990, 1980]);
  await expectSoundBooks(test);
});

it('charges a scheduled change to the card that was given for it', async () => {
  const member = await makeRefusing();
  const { club } = member;
  expectError(await confirm(club, await makeChange(member)), 400, DECLINED, 'order');
  const sessionId = await makeChange(member, SCHEDULED);
  const { orderId: changed } = dataOf(await confirm(club, sessionId, await otherCard(test)));
  await advanceDays(club, 32);
  expect(await chargesOf(club, changed)).toEqual([1980]);
});

it('doesn’t charge the refused card for a plan that a free change started with it', async () => {
  const member = await makeRefusing();
  const { club } = member;
  expectError(await confirm(club, await makeChange(member)), 400, DECLINED, 'order');
  const changed = await changePlan(member, { changeTiming: 'immediate', changeAmount: '0.00' });
  const { periodEnd } = await stateOf(club, changed);
  await advanceTo(club, periodEnd as Date);
  expect(await stateOf(club, changed)).toMatchObject({ status: 'past_due', failedAttempts: 1 });
  expect(await sentOf(club, changed)).toEqual([]);
});

/** A member whose bank approves the first charge and permanently refuses the next one. */
async function makeRefusing() {
  const member = await makeMember(test);
  return { ...member, orderId: await subscribe(member.club, { card: REFUSED_CARD }) };
}
