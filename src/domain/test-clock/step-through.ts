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
/** Subscriptions processed in a turn, after which other clocks have theirs. */
const BATCH = 10;
/** Subscriptions processed or reminded in a call (docs/contract/test-clock.md#steps). */
export const MAX_STEPS = 500;
/** Poll interval in milliseconds while a worker holds a due subscription, and maximum polls. */
const LOOK_MS = 50;
const MAX_LOOKS = 100;

/** Runs work in the clock's turn among all clocks of the process. */
type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Runs everything due in the store up to the time: moves the clock to each due time, queues the
 * reminders due by then and processes one subscription after another, so that the result is
 * deterministic. Returns why it had to stop: a worker holds a subscription, or the call has done
 * enough.
 */
export async function stepThrough(
  context: RenewalContext,
  storeId: Id<'STO'>,
  to: Date,
  inTurn: InTurn,
): Promise<'busy' | 'stopped' | null> {
  let stepsLeft = MAX_STEPS;
  for (let looks = 0; looks < MAX_LOOKS; ) {
    const most = Math.min(BATCH, stepsLeft);
    const taken = await inTurn(() => takeNext(context, storeId, to, most));
    if (taken === null || taken === 'stopped') return taken;
    stepsLeft = Math.max(0, stepsLeft - taken.steps - taken.reminded);
    if (taken.steps + taken.reminded > 0) {
      looks = 0;
      continue;
    }
    looks += 1;
    await pause(LOOK_MS);
  }
  return 'busy';
}

/** Takes the steps due next, or queues a batch of reminders; null if nothing more is due. */
async function takeNext(
  context: RenewalContext,
  storeId: Id<'STO'>,
  to: Date,
  most: number,
): Promise<{ readonly steps: number; readonly reminded: number } | 'stopped' | null> {
  const next = await moveToNext(context, storeId, to);
  if (next === null) return null;
  if (most === 0) return 'stopped';
  if (next.reminded > 0) return { ...next, steps: 0 };
  const steps = await claimSteps(context, { storeId, environment: 'test', byClock: true }, most);
  for (const step of steps) await takeSurely(context, step);
  return { ...next, steps: steps.length };
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
