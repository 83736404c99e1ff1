import { afterAll, describe, expect, it } from 'vitest';
import { expectSoundBooks } from '../../../test/support/books.ts';
import { uuidOf } from '../../../test/support/catalogue.ts';
import { changePlan, type Member, makeMember, statesOf } from '../../../test/support/changing.ts';
import { expectError } from '../../../test/support/error-rows.ts';
import { countWaiting } from '../../../test/support/lock-waits.ts';
import { needs } from '../../../test/support/needs.ts';
import { callAsBuyer, dataOf, makeBuyerToken } from '../../../test/support/selling.ts';
import { stateOf, subscribe } from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { lockSubscription } from '../subscription/subscription.queries.ts';
import { switchPlan } from './switch-plan.ts';

const test = useTestApp();
const ROUNDS = 12;
afterAll(() => expectSoundBooks(test));

/** Cancels the order as its buyer. */
async function cancel({ club }: Member, orderId: string, ifStatus?: string) {
  const token = await makeBuyerToken(club);
  return callAsBuyer(test, token, 'subscription-order/cancel-order', { orderId, ifStatus });
}

/** A change for the next period with that price, confirmed; its pending order. */
function schedule(member: Member, changeAmount: string): Promise<string> {
  return changePlan(member, { changeTiming: 'next_period', changeAmount });
}

describe('withdrawing a plan change that has taken effect', () => {
  it('is refused with `ifStatus`, and the new plan stays', async () => {
    const member = await makeMember(test);
    const changed = await schedule(member, '0');
    await endPeriod(member);
    await test.app.worker.runOnce();
    const refused = await cancel(member, changed, 'pending');
    const message = 'Subscription cannot be canceled, current status: active';
    expectError(refused, 400, message, 'order');
    expect(await statesOf(member.club, member.orderId, changed)).toEqual(['canceled', 'active']);
    expect(dataOf(await cancel(member, changed, 'active')).status).toBe('canceling');
  });

  it('is refused if that happened while the call waited', needs('server'), async () => {
    const member = await makeMember(test);
    const changed = await schedule(member, '0');
    await endPeriod(member);
    const storeId = uuidOf('STO', member.club.store.id);
    const now = test.clock.now();
    const canceled = await test.database.transaction(async (tx) => {
      await lockSubscription(tx, storeId, uuidOf('ORD', member.orderId), now);
      const [target] = await lockSubscription(tx, storeId, uuidOf('ORD', changed), now);
      const reply = cancel(member, changed);
      await expect.poll(() => countWaiting(test.database)).toBe(1);
      if (target) await switchPlan(tx, { target, sold: null, savedMethod: null }, now);
      return { reply };
    });
    const message = 'Subscription cannot be canceled, current status: active';
    expectError(await canceled.reply, 400, message, 'order');
    expect(await statesOf(member.club, member.orderId, changed)).toEqual(['canceled', 'active']);
  });

  it('at the same moment keeps the old plan or is refused', needs('server'), async () => {
    const { club, ...member } = await makeMember(test);
    const changes: { given: Member; changed: string }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const given = { ...member, club, orderId: await subscribe(club) };
      changes.push({ given, changed: await schedule(given, round % 2 ? '0' : '5.00') });
    }
    await endPeriod({ ...member, club });
    const [replies] = await Promise.all([
      Promise.all(changes.map(({ given, changed }) => cancel(given, changed, 'pending'))),
      test.app.worker.runOnce(),
    ]);
    await test.app.worker.runOnce();
    for (const [index, { given, changed }] of changes.entries()) {
      const isWithdrawn = replies[index]?.status === 200;
      if (!isWithdrawn) expect([400, 409]).toContain(replies[index]?.status);
      expect(await statesOf(club, given.orderId, changed)).toEqual(
        isWithdrawn ? ['active', 'canceled'] : ['canceled', 'active'],
      );
    }
  });
});

/** Moves the store's time to the end of the period, without running the worker. */
async function endPeriod({ club, orderId }: Member): Promise<void> {
  const { periodEnd } = await stateOf(club, orderId);
  await test.database.query(sql`
    insert into test_clock (store_id, at)
    values (${uuidOf('STO', club.store.id)}, ${periodEnd}::timestamptz + interval '1 minute')`);
}
