import { periodBoundary } from '../../kit/period.ts';
import { lessCredit, unusedPart } from '../../kit/proration.ts';
import { addMs } from '../../kit/time.ts';
import type { RunningSubscription } from '../subscription/subscription.ts';
import type { ChangeSession } from './change-session.queries.ts';

/** Milliseconds for which an amount that a buyer was shown is still charged. */
const QUOTE_LIFE_MS = 15 * 60 * 1000;

/** What a plan change costs and when. */
export interface ChangeQuote {
  readonly priceMinor: bigint;
  /** What is taken off the new plan's first period; null: the merchant set the amount itself. */
  readonly creditMinor: bigint | null;
  /** What the new plan's first period costs. */
  readonly firstMinor: bigint;
  /** What is due when the change is confirmed. */
  readonly dueMinor: bigint;
  /** The lowest amount that may have been shown a moment ago. */
  readonly lowestDueMinor: bigint;
  /** What of the current period is unused now. */
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
 * What the change costs at the origin's time: at once the new price less the unused part of the
 * current period, later the new price alone; or as the merchant set it
 * (docs/contract/subscriptions.md#plan-change).
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
  const effectiveAt = isNow ? at : periodEnd;
  return {
    ...{ priceMinor: terms.amountMinor, creditMinor, firstMinor, unusedMinor, effectiveAt },
    dueMinor: isNow ? firstMinor : 0n,
    lowestDueMinor: isNow ? lowest : 0n,
    nextMinor: isNow ? terms.amountMinor : firstMinor,
    nextAt: isNow ? periodBoundary(at, terms.billingPeriod, 1) : periodEnd,
  };
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
