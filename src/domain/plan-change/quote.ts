import { periodBoundary } from '../../kit/period.ts';
import { lessCredit, unusedPart } from '../../kit/proration.ts';
import { addMs } from '../../kit/time.ts';
import type { RunningSubscription } from '../subscription/subscription.ts';
import type { ChangeSession } from './change-session.queries.ts';

/** Milliseconds for which an amount shown to a buyer remains valid. */
const QUOTE_LIFE_MS = 15 * 60 * 1000;

/** The price and time of a plan change. */
export interface ChangeQuote {
  readonly priceMinor: bigint;
  /** The credit deducted from the new plan's first period; null if the merchant set the amount. */
  readonly creditMinor: bigint | null;
  /** The price of the new plan's first period. */
  readonly firstMinor: bigint;
  /** The amount due when the change is confirmed. */
  readonly dueMinor: bigint;
  /** The lowest amount that may have been shown a moment ago. */
  readonly lowestDueMinor: bigint;
  /** The value of the unused part of the current period. */
  readonly unusedMinor: bigint;
  readonly effectiveAt: Date;
  /** The first charge that follows the confirmation. */
  readonly nextMinor: bigint;
  readonly nextAt: Date;
}

type Terms = Pick<
  ChangeSession,
  'timing' | 'amountMinor' | 'changeAmountMinor' | 'changeCreditMinor' | 'billingPeriod'
>;

/**
 * The price of the change at the origin's time: an immediate change costs the new price less the
 * unused part of the current period, a later one the full new price, unless the merchant set the
 * amount (docs/contract/subscriptions.md#plan-change).
 */
export function quoteChange(
  terms: Terms,
  origin: RunningSubscription,
  paidMinor: bigint,
): ChangeQuote {
  const { at, periodStart, periodEnd } = origin;
  const isNow = terms.timing === 'immediate';
  const period = { start: periodStart, end: periodEnd };
  const unusedMinor = unusedPart(paidMinor, period, at);
  const creditMinor = creditOf(terms, unusedMinor);
  const firstMinor = firstOf(terms, unusedMinor);
  const earliest = addMs(at, -QUOTE_LIFE_MS);
  const moment = earliest > periodStart ? earliest : periodStart;
  const lowest = firstOf(terms, unusedPart(paidMinor, period, moment));
  const effectiveAt = isNow ? at : changesAt(origin);
  return {
    ...{ priceMinor: terms.amountMinor, creditMinor, firstMinor, unusedMinor, effectiveAt },
    dueMinor: isNow ? firstMinor : 0n,
    lowestDueMinor: isNow ? lowest : 0n,
    nextMinor: isNow ? terms.amountMinor : firstMinor,
    nextAt: isNow ? periodBoundary(at, terms.billingPeriod, 1) : effectiveAt,
  };
}

/** When a scheduled change happens: the period of a disputed subscription may have ended long ago. */
export function changesAt({ at, periodEnd }: RunningSubscription): Date {
  return periodEnd > at ? periodEnd : at;
}

function creditOf(terms: Terms, unusedMinor: bigint): bigint | null {
  if (terms.changeAmountMinor !== null) return null;
  return terms.changeCreditMinor ?? (terms.timing === 'immediate' ? unusedMinor : 0n);
}

function firstOf(terms: Terms, unusedMinor: bigint): bigint {
  const credit = creditOf(terms, unusedMinor);
  return credit === null
    ? (terms.changeAmountMinor as bigint)
    : lessCredit(terms.amountMinor, credit);
}
