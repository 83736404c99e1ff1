import { workAtOnce } from '../../contract/store-turns.ts';
import type { Tx } from '../../database/database.ts';
import { groupBy } from '../../kit/group-by.ts';
import { encodeId, type Id } from '../../kit/id.ts';
import { addDays } from '../../kit/period.ts';
import type { OrderMove, OrdersMove } from '../order/move-order.queries.ts';
import type { SoldOrder } from '../order/sold-order.queries.ts';
import { moveSubscription, moveSubscriptions } from './move-subscription.ts';
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
  type Advance,
  activateSubscription,
  advanceSubscriptions,
} from './subscription-changes.queries.ts';
import { markTrialUsed } from './trial-use.queries.ts';

/** A locked subscription with the payment that charged it. */
export interface ChargedSubscription {
  readonly subscription: Subscription;
  readonly sold: SoldOrder;
  /** Null keeps the current method. */
  readonly savedMethod: string | null;
}

/**
 * Records that a subscription's first charge succeeded, which makes the order active. Throws if the
 * order isn't pending.
 */
export async function recordFirstCharge(
  tx: Tx,
  { subscription, sold, savedMethod }: ChargedSubscription,
  now: Date,
): Promise<void> {
  const start = { subscription, savedMethod, paymentId: sold.paymentId };
  if (!(await activate(tx, start, now))) throw new Error('A paid subscription did not begin');
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

/**
 * Records that charges of later periods succeeded, for subscriptions of one store and environment:
 * each advances to its charged period. Throws if one of them cannot have been charged.
 */
export function recordRenewals(
  tx: Tx,
  renewals: readonly ChargedSubscription[],
  now: Date,
): Promise<void> {
  const byStatus = groupBy(renewals, ({ subscription }) => subscription.orderStatus);
  return workAtOnce(byStatus, ([, alike]) => renew(tx, alike, now));
}

async function renew(tx: Tx, renewals: readonly ChargedSubscription[], now: Date): Promise<void> {
  const advances = renewals.map(advanceOf);
  const change = (move: OrdersMove) => advanceSubscriptions(tx, move, advances);
  const moving = renewals.map(({ subscription, sold }, index) => {
    const { period } = advances[index] as Advance;
    const after = asActive(subscription, { ...asRunning(subscription), period });
    return { subscription, sold, after, more: { paymentId: encodeId('PAY', sold.paymentId) } };
  });
  const renewed = await moveSubscriptions(tx, moving, { to: 'active', change }, now);
  if (!renewed) throw new Error('A paid renewal did not advance to its period');
}

function advanceOf({ subscription, sold, savedMethod }: ChargedSubscription): Advance {
  const running = asRunning(subscription);
  const { orderId, periodNumber: from } = running;
  const { paymentId, periodNumber } = sold;
  if (periodNumber === null) throw new Error('A renewal without a period number');
  const period = periodOf(running, periodNumber);
  const skipped = skippedPeriods(running, periodNumber);
  return { orderId, from, period, skipped, paymentId, savedMethod };
}

function skippedPeriods(subscription: RunningSubscription, charged: number): Period[] {
  const skipped: Period[] = [];
  for (let number = subscription.periodNumber + 1; number < charged; number += 1) {
    skipped.push(periodOf(subscription, number));
  }
  return skipped;
}
