import type { ChargeDeclined } from '../../contract/payment-provider.ts';
import type { Tx } from '../../database/database.ts';
import { addDays } from '../../kit/period.ts';
import type { OrderMove } from '../order/move-order.queries.ts';
import { RUNNING } from '../order/subscription-order.states.ts';
import { moveSubscription } from './move-subscription.ts';
import { keepRefusal } from './refused-method.ts';
import { retryLostCharge } from './retry-lost-charge.ts';
import type { Subscription } from './subscription.ts';
import { markCanceled, markPastDue, noteMonthPastDue } from './subscription-changes.queries.ts';
import { monthOf } from './subscription-event.ts';
import { releaseTrial } from './trial-use.queries.ts';

/**
 * Days after the first failure. If the last retry fails, the subscription ends
 * (docs/contract/subscriptions.md).
 */
const RETRY_DAYS = [1, 3, 5, 7];
/** Minimum number of days between two retries, even if they are long overdue. */
const MIN_PAUSE_DAYS = 1;

/**
 * Records that a subscription's charge failed. A failed renewal is retried; after the last retry,
 * the subscription is canceled.
 */
export async function recordFailedCharge(
  tx: Tx,
  subscription: Subscription,
  outcome: ChargeDeclined,
  now: Date,
): Promise<void> {
  const { orderId, storeId, orderStatus } = subscription;
  if (orderStatus === 'pending') return releaseTrial(tx, storeId, orderId);
  // Nothing is left to retry or to end.
  if (!RUNNING.includes(orderStatus)) return;
  if (await retryLostCharge(tx, subscription, orderId, outcome)) return;
  await keepRefusal(tx, subscription, outcome);
  if (subscription.failedAttempts < RETRY_DAYS.length) {
    return planRetry(tx, subscription, outcome, now);
  }
  await recordOverdueMonth(tx, subscription, outcome, now);
  await endSubscription(tx, subscription, now);
}

/** The last retry can be the first failure of a month, which has an event of its own. */
async function recordOverdueMonth(
  tx: Tx,
  subscription: Subscription,
  outcome: ChargeDeclined,
  now: Date,
): Promise<void> {
  const change = () => noteMonthPastDue(tx, subscription, monthOf(subscription.at));
  const more = { paymentFailureReason: outcome.reason };
  // No retry follows, as its mails would say: those about the cancellation are sent.
  const move = { to: 'past_due', change, more, isMailedByAnother: true } as const;
  await moveSubscription(tx, subscription, move, now);
}

async function planRetry(
  tx: Tx,
  subscription: Subscription,
  outcome: ChargeDeclined,
  now: Date,
): Promise<void> {
  const { at, orderStatus, firstFailedAt, failedAttempts } = subscription;
  const planned = addDays(firstFailedAt ?? at, RETRY_DAYS[failedAttempts] as number);
  const soonest = addDays(at, MIN_PAUSE_DAYS);
  const dueAt = planned > soonest ? planned : soonest;
  const isFirstInMonth = (await noteMonthPastDue(tx, subscription, monthOf(at))).length > 0;
  const change = async (move: OrderMove) => {
    const marked = await markPastDue(tx, move, dueAt);
    if (marked.length === 0) throw new Error('A failed renewal did not become past due');
    return isFirstInMonth || orderStatus === 'active' ? marked : [];
  };
  const more = { paymentFailureReason: outcome.reason };
  // If it has recovered since the month's event, only the mails say that it failed again.
  const move = { to: 'past_due', change, more, isOnlyMailed: !isFirstInMonth } as const;
  await moveSubscription(tx, subscription, move, now);
}

/** Ends a locked subscription permanently. Throws if it can't end. */
export async function endSubscription(
  tx: Tx,
  subscription: Subscription,
  now: Date,
): Promise<void> {
  const canceledAt = subscription.canceledAt ?? subscription.at;
  const ended = await moveSubscription(
    tx,
    subscription,
    { to: 'canceled', change: (move) => markCanceled(tx, move), after: { canceledAt } },
    now,
  );
  if (!ended) throw new Error('A subscription did not end');
}
