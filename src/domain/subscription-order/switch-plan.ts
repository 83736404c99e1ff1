import { type ChargeDeclined, NOT_COMPLETED } from '../../contract/payment-provider.ts';
import type { Tx } from '../../database/database.ts';
import { encodeId } from '../../kit/id.ts';
import { formatAmount } from '../../kit/money.ts';
import { breakdown } from '../order/order-event.ts';
import type { SoldOrder } from '../order/sold-order.queries.ts';
import { changedPeriod } from './changed-period.ts';
import { cancelScheduledChange, closeScheduledChange } from './scheduled-change.queries.ts';
import { lockSubscription } from './subscription.queries.ts';
import { asActive, asRunning, phasePrice, type Subscription } from './subscription.ts';
import { activateSubscription, releaseSubscription } from './subscription-changes.queries.ts';
import { recordRenewalPayment, recordStatusEvent } from './subscription-event.ts';
import { carryCard, supersede } from './switch-plan.queries.ts';

export interface Switch {
  /** The pending order, locked; the subscription before it is locked here. */
  readonly target: Subscription;
  /** Null: nothing was due. */
  readonly sold: SoldOrder | null;
  /** Null: the one that is kept with either order. */
  readonly savedMethod: string | null;
}

/**
 * Lets the pending order take its origin's place: the origin ends as `canceled`, the order begins
 * with its first period (decisions 13). Throws when the origin is not active any more.
 */
export async function switchPlan(tx: Tx, given: Switch, now: Date): Promise<void> {
  const { target, sold } = given;
  const { orderId, at } = target;
  const origin = await lockOrigin(tx, target, now);
  const savedMethod = given.savedMethod ?? target.savedMethod ?? origin.savedMethod ?? '';
  const begun = changedPeriod(asRunning(origin), target);
  if (origin.scheduledOrderId !== orderId) await cancelScheduledChange(tx, origin);
  const ended = await supersede(tx, { orderId: origin.orderId, by: orderId, at });
  if (ended.length === 0) throw new Error('A changed subscription is not active');
  const activated = await activateSubscription(tx, {
    ...{ orderId, at, savedMethod, ...begun, trialEnd: null },
    ...{ paymentId: sold?.paymentId ?? null, outcome: sold ? 'charged' : 'credited' },
  });
  if (activated.length === 0) throw new Error('A changed plan did not begin');
  const active = asActive(target, begun);
  if (!sold && !target.savedMethod) await carryCard(tx, origin.orderId, orderId);
  if (sold) await recordRenewalPayment(tx, sold, active, now);
  const more = {
    changeOriginOrderId: encodeId('ORD', origin.orderId),
    previousProductName: origin.productName,
    previousPlanPrice: breakdown(origin, origin.currency),
    chargedAmount: formatAmount(sold?.amountMinor ?? 0n, target.currency),
  };
  await recordStatusEvent(tx, 'subscription.plan_changed', active, now, more);
  await recordStatusEvent(tx, 'subscription.updated', active, now, more);
}

/**
 * Records that a change's charge failed: the plan stays as it is. A scheduled change ends with that,
 * and the period is renewed as ever; on its page the buyer may try again.
 */
export async function failChange(
  tx: Tx,
  target: Subscription,
  outcome: ChargeDeclined,
  now: Date,
): Promise<void> {
  const origin = await lockOrigin(tx, target, now);
  await releaseSubscription(tx, origin.orderId);
  // Nobody's card declined: the charge never came.
  if (outcome.reason === NOT_COMPLETED) return;
  if (origin.scheduledOrderId === target.orderId) await closeScheduledChange(tx, origin);
  const more = { ...targetFields(target), paymentFailureReason: outcome.reason };
  await recordStatusEvent(tx, 'subscription.plan_change_failed', origin, now, more);
}

/** What events about a change that has not happened tell of the plan that was to come. */
export function targetFields(target: Subscription): Readonly<Record<string, unknown>> {
  return {
    targetOrderId: encodeId('ORD', target.orderId),
    targetProductName: target.productName,
    targetPlanPrice: breakdown(phasePrice(target), target.currency),
  };
}

async function lockOrigin(tx: Tx, target: Subscription, now: Date): Promise<Subscription> {
  const { changeOriginOrderId } = target;
  const [origin] = changeOriginOrderId ? await lockSubscription(tx, changeOriginOrderId, now) : [];
  if (!origin) throw new Error(`Order ${target.orderId} changes no subscription`);
  return origin;
}
