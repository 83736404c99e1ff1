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
 * The first period of a changed plan. An immediate change starts now. A scheduled change starts at
 * the current period's end and keeps the billing day if both plans have the same billing period;
 * after a long outage it starts with the period that contains the current time, because a period
 * that has ended is never charged.
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

/** Counts periods so that number 1 is the given number of periods after the anchor. */
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
