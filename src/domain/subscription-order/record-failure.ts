import { type ChargeDeclined, NOT_COMPLETED } from '../../contract/payment-provider.ts';
import type { Tx } from '../../database/database.ts';
import { addDays } from '../../kit/period.ts';
import type { Subscription } from './subscription.ts';
import {
  markCanceled,
  markPastDue,
  noteMonthPastDue,
  releaseSubscription,
} from './subscription-changes.queries.ts';
import { monthOf, recordStatusEvent } from './subscription-event.ts';
import { failChange } from './switch-plan.ts';
import { releaseTrial } from './trial-use.queries.ts';

/** Decisions 7: days after the first failure; when the last of these fails, it is over. */
const RETRY_DAYS = [1, 3, 5, 7];
/** Days between two retries, also when they were due long ago. */
const SHORTEST_PAUSE_DAYS = 1;

/** Records that a subscription's charge failed; a renewal's is retried, then canceled. */
export async function recordFailedCharge(
  tx: Tx,
  subscription: Subscription,
  outcome: ChargeDeclined,
  now: Date,
): Promise<void> {
  const { orderId, orderStatus, changeOriginOrderId } = subscription;
  if (orderStatus === 'pending' && changeOriginOrderId !== null) {
    return failChange(tx, subscription, outcome, now);
  }
  if (orderStatus === 'pending') return releaseTrial(tx, orderId);
  // Nobody's card declined: the charge never came. The next worker charges anew.
  if (outcome.reason === NOT_COMPLETED) return releaseSubscription(tx, orderId);
  if (subscription.failedAttempts === RETRY_DAYS.length) {
    return endSubscription(tx, subscription, now);
  }
  await remind(tx, subscription, outcome, now);
}

async function remind(
  tx: Tx,
  subscription: Subscription,
  outcome: ChargeDeclined,
  now: Date,
): Promise<void> {
  const { orderId, at, firstFailedAt, failedAttempts } = subscription;
  const planned = addDays(firstFailedAt ?? at, RETRY_DAYS[failedAttempts] as number);
  const soonest = addDays(at, SHORTEST_PAUSE_DAYS);
  const dueAt = planned > soonest ? planned : soonest;
  const [marked, firstInMonth] = await Promise.all([
    markPastDue(tx, { orderId, at, dueAt }),
    noteMonthPastDue(tx, orderId, monthOf(at)),
  ]);
  if (marked.length === 0) throw new Error('A failed renewal did not become past due');
  if (firstInMonth.length === 0) return;
  const pastDue = { ...subscription, orderStatus: 'past_due' };
  const more = { paymentFailureReason: outcome.reason };
  await recordStatusEvent(tx, 'subscription.past_due', pastDue, now, more);
}

/** Ends a locked subscription for good. Throws when it is not one that can end. */
export async function endSubscription(
  tx: Tx,
  subscription: Subscription,
  now: Date,
): Promise<void> {
  const { orderId, at } = subscription;
  const ended = await markCanceled(tx, { orderId, at });
  if (ended.length === 0) throw new Error('A subscription did not end');
  const canceledAt = subscription.canceledAt ?? at;
  const canceled = { ...subscription, orderStatus: 'canceled', canceledAt };
  await recordStatusEvent(tx, 'subscription.canceled', canceled, now);
}
