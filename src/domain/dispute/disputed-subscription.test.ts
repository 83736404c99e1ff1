import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectSoundBooks } from '../../../test/support/books.ts';
import { confirm, makeChange, makeMember, otherCard } from '../../../test/support/changing.ts';
import { DECIDED_MS, DISPUTED_MS, LOST, useCallbacks } from '../../../test/support/disputing.ts';
import { mailsOfStore } from '../../../test/support/mail.ts';
import { useOutside } from '../../../test/support/outside.ts';
import { dataOf, eventsOf } from '../../../test/support/selling.ts';
import { advanceDays, callOnOrder, stateOf, subscribe } from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';

/** Approved three seconds later. */
const APPROVED_LATER = '4000000000006629';
const LATER_MS = 3_000;

const outside = useOutside();
const test = useTestApp(outside.settings);
const { collect, hand, pass } = useCallbacks(test, outside);
// A slow test must not overtake the bank.
beforeAll(() => test.clock.stop());
afterAll(() => expectSoundBooks(test));

describe('a dispute that is lost while its subscription is being charged', () => {
  it('ends the subscription once the charge is recorded', async () => {
    const { club, pro } = await makeMember(test);
    const orderId = await subscribe(club, { card: LOST });
    await pass(DISPUTED_MS);
    await pass(DECIDED_MS - 1_000);
    const sessionId = await makeChange({ club, pro, orderId });
    const change = await confirm(club, sessionId, await otherCard(test, APPROVED_LATER));
    const { orderId: changed, status } = dataOf(change);
    expect(status).toBe('pending');
    const closed = await collect(1_000);
    expect(closed).toHaveLength(1);
    expect(await hand(closed)).toEqual([500]);
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'active' });
    await pass(LATER_MS);
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'canceled', charged: [1] });
    expect(await stateOf(club, changed)).toMatchObject({ status: 'active', charged: [1] });
    expect(await hand(closed)).toEqual([200]);
    expect(await stateOf(club, changed)).toMatchObject({ status: 'canceled', charged: [1] });
  });
});

describe('a disputed subscription whose period is over', () => {
  /** A month after the dispute, nothing has been charged. */
  async function makeOverdue() {
    const member = await makeMember(test);
    const orderId = await subscribe(member.club, { card: LOST });
    await pass(DISPUTED_MS);
    await advanceDays(member.club, 40);
    return { ...member, orderId };
  }

  it('ends at once when it is canceled, with one mail each about that', async () => {
    const { club, orderId } = await makeOverdue();
    dataOf(await callOnOrder(club, 'cancel-order', orderId));
    await test.app.worker.runOnce();
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'canceled' });
    const mails = await mailsOfStore(test, club.store.id);
    const ofEnd = mails.map(({ type }) => type).filter((type) => /\.cancel(ing|ed)$/.test(type));
    expect(ofEnd).toEqual(['subscription.canceled', 'subscription.canceled']);
  });

  it('promises no plan change for a time that has passed', async () => {
    const member = await makeOverdue();
    const sessionId = await makeChange(member, { changeTiming: 'next_period' });
    dataOf(await confirm(member.club, sessionId));
    const planned = (await eventsOf(member.club)).find(({ eventType }) =>
      eventType.endsWith('plan_change_scheduled'),
    );
    expect(planned?.data.effectiveAt).toBe(planned?.timestamp);
  });
});
