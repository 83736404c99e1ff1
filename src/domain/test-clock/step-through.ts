import { setTimeout as pause } from 'node:timers/promises';
import { MAIL_JOB } from '../../events/event-mails.ts';
import type { Id } from '../../kit/id.ts';
import { addMs } from '../../kit/time.ts';
import { findNextReminderTime } from '../notification/reminder.queries.ts';
import { writeReminders } from '../notification/write-reminders.ts';
import { settlePayment } from '../payment/settle-payment.ts';
import { claimSteps, type RenewalContext, type Step } from '../renewal/renew.ts';
import { takeStep } from '../renewal/take-step.ts';
import { findNextDueTime } from '../subscription/due.queries.ts';
import { moveClock } from './test-clock.queries.ts';

/** Milliseconds for which a call leases the clock, extended with every step. */
export const CLOCK_LEASE_MS = 60_000;
/** Subscriptions processed per step. */
const BATCH = 50;
/** Poll interval in milliseconds while a worker holds a due subscription, and maximum polls. */
const LOOK_MS = 50;
const MAX_LOOKS = 100;

/**
 * Runs everything due in the store up to the time: moves the clock to each due time, queues the
 * reminders due by then and processes one subscription after another, so that the result is
 * deterministic. Returns why it had to stop.
 */
export async function stepThrough(
  context: RenewalContext,
  storeId: Id<'STO'>,
  to: Date,
): Promise<'busy' | null> {
  for (let looks = 0; looks < MAX_LOOKS; ) {
    const next = await moveToNext(context, storeId, to);
    if (next === null) return null;
    if (next.reminded > 0) continue;
    const steps = await claimSteps(context, { storeId, environment: 'test', byClock: true }, BATCH);
    for (const step of steps) await takeSurely(context, step);
    if (steps.length > 0) {
      looks = 0;
      continue;
    }
    looks += 1;
    await pause(LOOK_MS);
  }
  return 'busy';
}

/**
 * Moves the clock to the next due time up to the limit and queues a batch of the reminders due by
 * then. Returns null if nothing more is due.
 */
function moveToNext(
  { database, currentTime }: RenewalContext,
  storeId: Id<'STO'>,
  limit: Date,
): Promise<{ readonly reminded: number } | null> {
  return database.transaction(async (tx) => {
    const now = currentTime();
    const times = [
      await findNextDueTime(tx, storeId, 'test', limit),
      await findNextReminderTime(tx, storeId, { now, limit }),
    ].filter((time) => time !== null);
    if (times.length === 0) return null;
    const dueAt = new Date(Math.min(...times.map(Number)));
    await moveClock(tx, storeId, dueAt, addMs(now, CLOCK_LEASE_MS));
    const reminded = await writeReminders(tx, storeId, now);
    if (reminded > 0) tx.wake(MAIL_JOB);
    return { reminded };
  });
}

/** Settles an unanswered charge immediately: nothing may stay open behind the clock. */
async function takeSurely(context: RenewalContext, step: Step): Promise<void> {
  if (step.kind === 'stuck') return;
  try {
    await takeStep(context, step);
  } catch (error) {
    if (step.kind !== 'charge') throw error;
    const { provider, intent } = step;
    await settlePayment(context, provider, { id: intent.paymentId, storeId: intent.storeId });
  }
}
