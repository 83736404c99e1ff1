import { describe, expect, it } from 'vitest';
import { uuidOf } from '../../../test/support/catalogue.ts';
import { needs } from '../../../test/support/needs.ts';
import type { Shop } from '../../../test/support/selling.ts';
import { makeClub, subscribe } from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';
import { DAY_MS, HOUR_MS, periodBoundary } from '../../kit/period.ts';
import { addMs } from '../../kit/time.ts';
import { createPayments } from '../../providers/payments.ts';
import { payments } from '../../sales.ts';
import { settlePayments } from '../payment/settle-payments.job.ts';
import type { StoreSide } from '../subscription/due.queries.ts';
import { claimSteps, type RenewalContext, type Step } from './renew.ts';
import { takeStep } from './take-step.ts';

const test = useTestApp();
const SUBSCRIPTIONS = 40;
const WORKERS = 4;
/** Batches per worker between two jumps of the clock. */
const BATCHES = 6;
const JUMPS_MS = [DAY_MS, -HOUR_MS, 90 * DAY_MS, 31 * DAY_MS, -HOUR_MS, DAY_MS, 45 * DAY_MS];
/** The fraction of steps during which the worker dies. */
const KILLED = 0.3;

describe('renewals under four workers that die and clocks that jump', needs('server'), () => {
  it(
    'charge each period at most once, skip periods that have ended, lose nothing',
    { timeout: 120_000 },
    async () => {
      const club = await makeClub(test);
      for (let count = 0; count < SUBSCRIPTIONS; count += 1) await subscribe(club);
      let offsetMs = 0;
      const now = () => addMs(test.clock.now(), offsetMs);
      const context = contextAt(now);
      for (const jumpMs of JUMPS_MS) {
        offsetMs += jumpMs;
        await Promise.all(Array.from({ length: WORKERS }, () => workAndDie(context, sideOf(club))));
      }
      await drain(context, sideOf(club), (ms) => {
        offsetMs += ms;
      });
      for (const subscription of await historiesOf(club)) {
        const { numbers, charged, atProvider, anchor, periodStart, periodEnd } = subscription;
        expect(numbers).toEqual(numbers.map((_, index) => index + 1));
        expect(new Set(charged).size).toBe(charged.length);
        expect(atProvider).toBe(charged.length);
        const last = numbers.length;
        expect(periodStart).toEqual(periodBoundary(anchor, 'monthly', last - 1));
        expect(periodEnd).toEqual(periodBoundary(anchor, 'monthly', last));
        expect(Number(periodEnd)).toBeGreaterThan(Number(now()));
        expect(charged).toContain(last);
        expect(subscription.pending).toBe(0);
      }
    },
  );
});

function contextAt(currentTime: () => Date): RenewalContext {
  const ports = { ...createPayments('none', test.database), payments };
  return { database: test.database, ports, currentTime };
}

/** Works in small batches; at some steps the worker dies, before the charge or right after it. */
async function workAndDie(context: RenewalContext, side: StoreSide): Promise<void> {
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const steps = await claimSteps(context, side, 5);
    for (const step of steps) {
      const fate = Math.random();
      if (step.kind === 'stuck') continue;
      if (fate > KILLED || step.kind !== 'charge') await takeStep(context, step);
      else if (fate > KILLED / 2) await chargeAndDie(step, context);
    }
    await settlePayments.run(jobContext(context));
  }
}

async function chargeAndDie(
  { provider, intent, paymentToken, amount }: Extract<Step, { kind: 'charge' }>,
  { currentTime }: RenewalContext,
): Promise<void> {
  await provider.charge({
    ...{ paymentId: intent.paymentId, paymentToken, amount, now: currentTime() },
  });
}

/** Runs until nothing is due, with time for every lease to expire. */
async function drain(
  context: RenewalContext,
  side: StoreSide,
  move: (ms: number) => void,
): Promise<void> {
  for (let round = 0; round < 40; round += 1) {
    move(2 * HOUR_MS);
    await settlePayments.run(jobContext(context));
    const steps = await claimSteps(context, side, 50);
    await Promise.all(steps.map((step) => step.kind !== 'stuck' && takeStep(context, step)));
    if (steps.length === 0 && round > 13) return;
  }
}

function sideOf({ store }: Shop): StoreSide {
  return { storeId: uuidOf('STO', store.id), environment: 'test' };
}

function jobContext({ ports, currentTime: now }: RenewalContext) {
  const { signal } = new AbortController();
  return { database: test.database, ports: ports as never, now, signal };
}

interface History {
  readonly numbers: number[];
  readonly charged: number[];
  readonly atProvider: number;
  readonly pending: number;
  readonly anchor: Date;
  readonly periodStart: Date;
  readonly periodEnd: Date;
}

async function historiesOf({ store }: Shop): Promise<History[]> {
  const storeId = decodeId('STO', store.id);
  const found = await test.database.query<
    Omit<History, 'atProvider'> & { paymentIds: string[] }
  >(sql`
    select anchor_at as anchor, period_start as "periodStart", period_end as "periodEnd",
      array(select period_number from subscription_period p
        where p.store_id = ${storeId} and p.order_id = subscription.order_id
        order by period_number) as numbers,
      array(select period_number from payment where payment.store_id = ${storeId}
        and payment.order_id = subscription.order_id and status = 'succeeded') as charged,
      (select count(*)::int from payment where payment.store_id = ${storeId}
        and payment.order_id = subscription.order_id and status = 'pending') as pending,
      array(select payment.id::text from payment where payment.store_id = ${storeId}
        and payment.order_id = subscription.order_id) as "paymentIds"
    from subscription where store_id = ${storeId}`);
  const charges = await test.database.query<{ id: string }>(sql`
    select idempotency_key as id from sandbox_charge where status = 'succeeded'`);
  const atProvider = new Set(charges.map(({ id }) => id));
  return found.map(({ paymentIds, ...history }) => ({
    ...history,
    atProvider: paymentIds.filter((id) => atProvider.has(id)).length,
  }));
}
