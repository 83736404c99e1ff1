import { periodsPassed } from '../../kit/period.ts';
import {
  type Period,
  periodOf,
  type RunningSubscription,
  type Subscription,
} from '../subscription/subscription.ts';

export interface ChangedPeriod {
  readonly period: Period;
  readonly anchorAt: Date;
  readonly anchorPeriod: number;
}

/**
 * The first period of a changed plan. At once: from now on. Where the change waits for the period's
 * end: from that end, counted from the same day as before if both plans have the same period; after
 * a long outage the one that the time is in, for one that is over is never charged.
 */
export function changedPeriod(origin: RunningSubscription, target: Subscription): ChangedPeriod {
  const { billingPeriod, at } = target;
  if (origin.scheduledOrderId !== target.orderId) return count(at, billingPeriod, 0);
  if (origin.billingPeriod !== billingPeriod) {
    const passed = at > origin.periodEnd ? periodsPassed(origin.periodEnd, billingPeriod, at) : 0;
    return count(origin.periodEnd, billingPeriod, passed);
  }
  const { anchorAt, anchorPeriod, periodNumber } = origin;
  const next = periodNumber + 1 - anchorPeriod;
  const current = at > anchorAt ? periodsPassed(anchorAt, billingPeriod, at) : 0;
  return count(anchorAt, billingPeriod, Math.max(next, current));
}

/** Number 1 is the period that comes so many periods after the anchor. */
function count(
  anchorAt: Date,
  billingPeriod: Subscription['billingPeriod'],
  index: number,
): ChangedPeriod {
  const anchorPeriod = 1 - index;
  return {
    period: periodOf({ anchorAt, anchorPeriod, billingPeriod }, 1),
    ...{ anchorAt, anchorPeriod },
  };
}
