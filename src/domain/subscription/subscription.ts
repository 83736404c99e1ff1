import type { Id } from '../../kit/id.ts';
import { periodBoundary, periodsPassed } from '../../kit/period.ts';
import { type PriceMinor, trialPrice } from '../order/order-event.ts';
import type { OrderFacts } from '../order/sold-order.queries.ts';
import type { BillingPeriod } from '../product/product.ts';

/** The job that renews, retries and ends subscriptions. */
export const RENEWAL_JOB = 'renew-subscriptions';

/** The number of the period that the first charge of a subscription or a changed plan pays for. */
export const FIRST_PERIOD = 1;

/** A subscription with its order, as stored. */
export interface Subscription extends OrderFacts {
  readonly billingPeriod: BillingPeriod;
  readonly trialDays: number | null;
  /** Null for a free trial. */
  readonly trialMinor: bigint | null;
  readonly provider: string;
  readonly paymentMethod: string;
  readonly savedMethod: string | null;
  /** The last saved method that its bank refused permanently, still saved or not. */
  readonly refusedMethod: string | null;
  readonly anchorAt: Date | null;
  readonly anchorPeriod: number | null;
  readonly periodNumber: number | null;
  readonly periodStart: Date | null;
  readonly periodEnd: Date | null;
  readonly dueAt: Date | null;
  readonly failedAttempts: number;
  readonly firstFailedAt: Date | null;
  readonly canceledAt: Date | null;
  readonly canceledUnpaid: boolean;
  /** The pending order that replaces it when the period ends. */
  readonly scheduledOrderId: Id<'ORD'> | null;
  /** The amount charged for the first period after a change; null: the full price. */
  readonly firstMinor: bigint | null;
  /** The subscription whose plan this order changes. */
  readonly changeOriginOrderId: Id<'ORD'> | null;
}

/** A subscription that has started, so that its period is known. */
export type RunningSubscription = Subscription & {
  readonly [Key in
    | 'anchorAt'
    | 'anchorPeriod'
    | 'periodNumber'
    | 'periodStart'
    | 'periodEnd']: NonNullable<Subscription[Key]>;
};

export interface Period {
  /** Counts from 1; a free trial is 0. */
  readonly number: number;
  readonly start: Date;
  readonly end: Date;
}

/** The subscription, typed as started. Throws if it hasn't started. */
export function asRunning(subscription: Subscription): RunningSubscription {
  if (subscription.periodNumber === null) {
    throw new Error(`Subscription ${subscription.orderId} has no period`);
  }
  return subscription as RunningSubscription;
}

/** The state of the subscription after the period has started. */
export function asActive(
  subscription: Subscription,
  {
    period,
    anchorAt,
    anchorPeriod,
  }: Pick<RunningSubscription, 'anchorAt' | 'anchorPeriod'> & {
    readonly period: Period;
  },
): Subscription {
  return {
    ...{ ...subscription, orderStatus: 'active', anchorAt, anchorPeriod },
    ...{ periodNumber: period.number, periodStart: period.start, periodEnd: period.end },
  };
}

type Anchor = Pick<RunningSubscription, 'anchorAt' | 'anchorPeriod' | 'billingPeriod'>;

/** A period by its number, counted from the anchor (docs/contract/invariants.md#22). */
export function periodOf(
  { anchorAt, anchorPeriod, billingPeriod }: Anchor,
  number: number,
): Period {
  const index = number - anchorPeriod;
  return {
    number,
    start: periodBoundary(anchorAt, billingPeriod, index),
    end: periodBoundary(anchorAt, billingPeriod, index + 1),
  };
}

/**
 * The number of the period to charge once the current one has ended: the next one, or after a long
 * outage the one that contains the given time. A period that has ended is never charged
 * (docs/contract/invariants.md#21).
 */
export function periodToCharge(subscription: RunningSubscription, at: Date): number {
  const { anchorAt, anchorPeriod, billingPeriod, periodNumber } = subscription;
  const current = anchorPeriod + periodsPassed(anchorAt, billingPeriod, at);
  return Math.max(periodNumber + 1, current);
}

/** The price of the current period: the trial's or the plan's. */
export function phasePrice(subscription: Subscription): PriceMinor {
  const { periodNumber, anchorPeriod, trialMinor } = subscription;
  const inTrial = periodNumber !== null && anchorPeriod !== null && periodNumber < anchorPeriod;
  return inTrial ? trialPrice(trialMinor ?? 0n) : subscription;
}
