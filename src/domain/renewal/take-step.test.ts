import { expect, it } from 'vitest';
import { expectSoundBooks } from '../../../test/support/books.ts';
import { uuidOf } from '../../../test/support/catalogue.ts';
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
import { DAY_MS } from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { createPayments } from '../../providers/payments.ts';
import { payments } from '../../sales.ts';
import { claimSteps } from './renew.ts';
import { type Takable, takeStep } from './take-step.ts';

const test = useTestApp();
/** Approved, but the provider's answer is lost. */
const SILENT_CARD = '4000000000006603';
const MINUTE_MS = 60_000;

it('leaves a subscription to the change that is being paid, even if a free one is due', async () => {
  const member = await makeMember(test);
  const { club, orderId } = member;
  const free = await changePlan(member, { changeTiming: 'next_period', changeAmount: '0.00' });
  test.clock.advance(32 * DAY_MS);
  const ports = { ...createPayments('none', test.database), payments };
  const context = { database: test.database, ports, currentTime: () => test.clock.now() };
  const side = { storeId: uuidOf('STO', club.store.id), environment: 'test' } as const;
  const [step] = await claimSteps(context, side, 1);
  expect(step).toMatchObject({ kind: 'switch' });
  const sessionId = await makeChange(member, { changeTiming: 'immediate' });
  const unanswered = await confirm(club, sessionId, await otherCard(test, SILENT_CARD));
  expectError(unanswered, 502, 'Payment provider did not answer', 'order');
  await takeStep(context, step as Takable);
  expect(await statesOf(club, orderId, free)).toEqual(['active', 'pending']);
  test.clock.advance(2 * MINUTE_MS);
  await test.app.worker.runOnce();
  expect(await statesOf(club, orderId, free)).toEqual(['canceled', 'canceled']);
  const { orderId: changed, status } = (await confirm(club, sessionId)).body.data;
  expect(status).toBe('active');
  expect(await chargesOf(club, changed)).toEqual([1980]);
  await expectSoundBooks(test);
});
