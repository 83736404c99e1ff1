import type { Tx } from '../../database/database.ts';
import { encodeId, type Id } from '../../kit/id.ts';
import { addDays } from '../../kit/period.ts';
import type { OrderMove } from '../order/move-order.queries.ts';
import type { SoldOrder } from '../order/sold-order.queries.ts';
import { moveSubscription } from './move-subscription.ts';
import {
  asActive,
  asRunning,
  type Period,
  periodOf,
  type RunningSubscription,
  type Subscription,
} from './subscription.ts';
import {
  type Activation,
  activateSubscription,
  advanceSubscription,
} from './subscription-changes.queries.ts';
import { markTrialUsed } from './trial-use.queries.ts';

/**
 * Records that a subscription's charge succeeded: the first charge makes the order active, every
 * later one advances it to the charged period. Throws if the subscription cannot have been charged.
 */
export async function recordChargedPeriod(
  tx: Tx,
  subscription: Subscription,
  sold: SoldOrder,
  savedMethod: string | null,
  now: Date,
): Promise<void> {
  if (subscription.orderStatus === 'pending') {
    const start = { subscription, savedMethod, paymentId: sold.paymentId };
    if (!(await activate(tx, start, now))) throw new Error('A paid subscription did not begin');
    return;
  }
  await renew(tx, asRunning(subscription), sold, savedMethod, now);
}

export interface Start {
  readonly subscription: Subscription;
  readonly savedMethod: string | null;
  /** Null for a free trial. */
  readonly paymentId: Id<'PAY'> | null;
}

/**
 * Starts a subscription with its first period or trial at the store's time. Returns false if it
 * isn't pending or another of the buyer's orders has claimed the trial.
 */
export async function activate(tx: Tx, start: Start, now: Date): Promise<boolean> {
  const { subscription, paymentId } = start;
  const { orderId, storeId, trialDays } = subscription;
  // Without a saved method, renewals fail and dunning notifies the merchant.
  const savedMethod = start.savedMethod ?? '';
  const outcome = paymentId === null ? 'free_trial' : 'charged';
  const first = { ...firstPeriod(subscription), savedMethod, paymentId, outcome } as const;
  const change = async (move: OrderMove) => {
    const [used, activated] = await Promise.all([
      trialDays === null ? [null] : markTrialUsed(tx, storeId, orderId),
      activateSubscription(tx, move, first),
    ]);
    return used.length === 0 && paymentId === null ? [] : activated;
  };
  const after = asActive(subscription, first);
  return moveSubscription(tx, subscription, { to: 'active', change, after }, now);
}

function firstPeriod(
  subscription: Subscription,
): Omit<Activation, 'savedMethod' | 'paymentId' | 'outcome'> {
  const { at, trialDays, trialMinor } = subscription;
  if (trialDays === null) {
    const anchor = { ...subscription, anchorAt: at, anchorPeriod: 1 } as const;
    return { period: periodOf(anchor, 1), anchorAt: at, anchorPeriod: 1, trialEnd: null };
  }
  const end = addDays(at, trialDays);
  const isFree = trialMinor === null;
  const period = { number: isFree ? 0 : 1, start: at, end };
  return { period, anchorAt: end, anchorPeriod: isFree ? 1 : 2, trialEnd: end };
}

async function renew(
  tx: Tx,
  subscription: RunningSubscription,
  sold: SoldOrder,
  savedMethod: string | null,
  now: Date,
): Promise<void> {
  const { periodNumber: from, anchorAt, anchorPeriod } = subscription;
  const { paymentId, periodNumber } = sold;
  if (periodNumber === null) throw new Error('A renewal without a period number');
  const period = periodOf(subscription, periodNumber);
  const skipped = skippedPeriods(subscription, periodNumber);
  const given = { from, period, skipped, paymentId, savedMethod };
  const after = asActive(subscription, { anchorAt, anchorPeriod, period });
  const change = (move: OrderMove) => advanceSubscription(tx, move, given);
  const more = { paymentId: encodeId('PAY', paymentId) };
  const move = { to: 'active', change, after, sold, more } as const;
  const renewed = await moveSubscription(tx, subscription, move, now);
  if (!renewed) throw new Error('A paid renewal did not advance to its period');
}

function skippedPeriods(subscription: RunningSubscription, charged: number): Period[] {
  const skipped: Period[] = [];
  for (let number = subscription.periodNumber + 1; number < charged; number += 1) {
    skipped.push(periodOf(subscription, number));
  }
  return skipped;
}
