import { setTimeout as pause } from 'node:timers/promises';
import type { Id } from '../../kit/id.ts';
import { addMs } from '../../kit/time.ts';
import { settlePayment } from '../payment/settle-payment.ts';
import { findNextDueTime } from '../subscription-order/due.queries.ts';
import {
  claimSteps,
  type RenewalContext,
  type Step,
  takeStep,
} from '../subscription-order/renew.ts';
import { moveClock } from './test-clock.queries.ts';

/** Milliseconds that the clock is one call's, counted anew with every step. */
export const CLOCK_LEASE_MS = 60_000;
/** Subscriptions taken on in one step. */
const BATCH = 50;
/** Milliseconds between two looks while a worker still has what is due, and looks at most. */
const LOOK_MS = 50;
const MOST_LOOKS = 100;

/**
 * Does what falls due in the store up to the time: moves the clock to each due time and works one
 * subscription after another, so that it always goes the same way. Gives why it had to stop.
 */
export async function stepThrough(
  context: RenewalContext,
  storeId: Id<'STO'>,
  to: Date,
): Promise<'busy' | null> {
  for (let looks = 0; looks < MOST_LOOKS; ) {
    const dueAt = await moveToNext(context, storeId, to);
    if (dueAt === null) return null;
    const { steps, looked } = await claimSteps(context, { storeId }, BATCH);
    for (const step of steps) await takeSurely(context, step);
    if (looked > 0) {
      looks = 0;
      continue;
    }
    looks += 1;
    await pause(LOOK_MS);
  }
  return 'busy';
}

/** Moves the clock to the next due time up to the limit; null: nothing more is due. */
function moveToNext(
  { database, currentTime }: RenewalContext,
  storeId: Id<'STO'>,
  to: Date,
): Promise<Date | null> {
  return database.transaction(async (tx) => {
    const dueAt = await findNextDueTime(tx, storeId, 'test', to);
    if (dueAt) await moveClock(tx, storeId, dueAt, addMs(currentTime(), CLOCK_LEASE_MS));
    return dueAt;
  });
}

/** A charge without an answer is asked about at once: nothing may be left open behind the clock. */
async function takeSurely(context: RenewalContext, step: Step): Promise<void> {
  try {
    await takeStep(context, step);
  } catch (error) {
    if (step.kind !== 'charge') throw error;
    const { provider, intent } = step;
    await settlePayment(context, provider, intent.paymentId);
  }
}
