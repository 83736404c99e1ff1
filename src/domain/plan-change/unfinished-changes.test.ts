import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectSoundBooks } from '../../../test/support/books.ts';
import { confirm, makeChange, makeMember, otherCard } from '../../../test/support/changing.ts';
import { useCallbacks } from '../../../test/support/disputing.ts';
import { useOutside } from '../../../test/support/outside.ts';
import { advanceDays, callOnOrder, stateOf } from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { LATE_MS } from '../../providers/sandbox/plan-charge.ts';
import { MAX_DECLINES } from '../checkout-session/attempts.queries.ts';

/** Declined three seconds later, as if the buyer had left the bank's step. */
const DECLINED_LATER = '4000000000006637';
const CHARGING = 'Payment is already being processed';

const outside = useOutside();
const test = useTestApp(outside.settings);
const { pass } = useCallbacks(test, outside);
beforeAll(() => test.clock.stop());
afterAll(() => expectSoundBooks(test));

it('changes that are never paid keep a subscription running only ten times a day', async () => {
  const member = await makeMember(test);
  const { club, orderId } = member;
  const card = await otherCard(test, DECLINED_LATER);
  const attempt = async () => confirm(club, await makeChange(member), card);
  for (let nth = 0; nth < MAX_DECLINES; nth += 1) {
    expect((await attempt()).body.data).toMatchObject({ status: 'pending' });
    // Until the charge ends, nothing else can happen to the subscription.
    expect((await callOnOrder(club, 'cancel-order', orderId)).body.errors).toMatchObject([
      { message: CHARGING },
    ]);
    await pass(LATE_MS);
  }
  const message = 'Checkout session is closed after too many declined payments';
  expect((await attempt()).body.errors).toMatchObject([{ message }]);
  expect((await confirm(club, await makeChange(member))).body.errors).toMatchObject([{ message }]);
  await advanceDays(club, 31);
  expect(await stateOf(club, orderId)).toMatchObject({ status: 'active', charged: [1, 2] });
  expect((await attempt()).body.data).toMatchObject({ status: 'pending' });
  await pass(LATE_MS);
});
