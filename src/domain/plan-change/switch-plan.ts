import { type ChargeDeclined, NOT_COMPLETED } from '../../contract/payment-provider.ts';
import type { Tx } from '../../database/database.ts';
import { encodeId } from '../../kit/id.ts';
import { formatAmount } from '../../kit/money.ts';
import { handOnDisputes } from '../dispute/dispute.queries.ts';
import { copyBillingDetail } from '../order/billing-detail.queries.ts';
import type { OrderMove } from '../order/move-order.queries.ts';
import { breakdown } from '../order/order-event.ts';
import { PLAN_CHANGE } from '../order/subscription-order.states.ts';
import { moveSubscription } from '../subscription/move-subscription.ts';
import { keepRefusal } from '../subscription/refused-method.ts';
import { retryLostCharge } from '../subscription/retry-lost-charge.ts';
import { endScheduledChange } from '../subscription/scheduled-change.ts';
import { lockSubscription } from '../subscription/subscription.queries.ts';
import {
  asActive,
  asRunning,
  phasePrice,
  type Subscription,
} from '../subscription/subscription.ts';
import {
  activateSubscription,
  releaseSubscription,
} from '../subscription/subscription-changes.queries.ts';
import { recordStatusEvent } from '../subscription/subscription-event.ts';
import type { PaidChange, PlanChangeSale } from '../subscription/subscription-sale.ts';
import { carryCard, supersede } from '../subscription/switch-plan.queries.ts';
import { changedPeriod } from './changed-period.ts';

/**
 * Replaces the origin with the pending order: the origin ends as `canceled`, the order starts its
 * first period. Throws if the origin is no longer active.
 */
export async function switchPlan(tx: Tx, given: PaidChange, now: Date): Promise<void> {
  const origin = await lockOrigin(tx, given.target, now);
  // The buyer may have corrected them since the new order was created.
  const { billingDetail } = origin;
  const target = { ...given.target, billingDetail };
  const sold = given.sold && { ...given.sold, billingDetail };
  const { orderId, storeId, at } = target;
  await Promise.all([
    copyBillingDetail(tx, storeId, origin.orderId, orderId),
    handOnDisputes(tx, storeId, { from: origin.orderId, to: orderId }),
  ]);
  const savedMethod = given.savedMethod ?? target.savedMethod ?? origin.savedMethod ?? '';
  const begun = changedPeriod(asRunning(origin), target);
  if (origin.scheduledOrderId !== orderId) await endScheduledChange(tx, origin, 'canceled');
  const by = PLAN_CHANGE;
  const ended = await moveSubscription(
    tx,
    origin,
    { to: 'canceled', by, change: (move) => supersede(tx, { ...move, at, supersededBy: orderId }) },
    now,
  );
  if (!ended) throw new Error('A changed subscription is not active');
  const after = asActive(target, begun);
  const paid = sold
    ? ({ paymentId: sold.paymentId, outcome: 'charged' } as const)
    : ({ paymentId: null, outcome: 'credited' } as const);
  const change = async (move: OrderMove) => {
    // A method that was charged just now isn't refused anymore.
    const refusedMethod = sold ? null : origin.refusedMethod;
    const activation = { ...begun, ...paid, savedMethod, refusedMethod, trialEnd: null };
    const activated = await activateSubscription(tx, move, activation);
    if (activated.length > 0 && !sold && !target.savedMethod) await carryCard(tx, origin, orderId);
    return activated;
  };
  const more = {
    changeOriginOrderId: encodeId('ORD', origin.orderId),
    previousProductName: origin.productName,
    previousPlanPrice: breakdown(origin, origin.currency),
    chargedAmount: formatAmount(sold?.amountMinor ?? 0n, target.currency),
  };
  const begins = await moveSubscription(
    tx,
    target,
    { to: 'active', by, change, after, sold, more },
    now,
  );
  if (!begins) throw new Error('A changed plan did not start');
}

/**
 * Records that a change's charge failed: the plan stays as it is. A scheduled change ends, and the
 * subscription renews as before; the buyer may retry on the change's page.
 */
async function failChange(
  tx: Tx,
  target: Subscription,
  outcome: ChargeDeclined,
  now: Date,
): Promise<void> {
  const origin = await lockOrigin(tx, target, now);
  const isScheduled = origin.scheduledOrderId === target.orderId;
  if (isScheduled && (await retryLostCharge(tx, origin, target.orderId, outcome))) return;
  await releaseSubscription(tx, origin.storeId, origin.orderId);
  await keepRefusal(tx, origin, outcome);
  // No card was declined: the charge never reached the provider, and the buyer can send it again.
  if (!isScheduled && outcome.reason === NOT_COMPLETED) return;
  if (isScheduled) await endScheduledChange(tx, origin, 'closed');
  const more = { ...targetFields(target), paymentFailureReason: outcome.reason };
  await recordStatusEvent(tx, 'subscription.plan_change_failed', origin, now, { more });
}

/** The effects of a payment on the order of a change. */
export const planChangeSale: PlanChangeSale = { paid: switchPlan, failed: failChange };

/** The fields about the intended plan in events about a change that hasn't happened. */
export function targetFields(target: Subscription): Readonly<Record<string, unknown>> {
  return {
    targetOrderId: encodeId('ORD', target.orderId),
    targetProductName: target.productName,
    targetPlanPrice: breakdown(phasePrice(target), target.currency),
  };
}

async function lockOrigin(tx: Tx, target: Subscription, now: Date): Promise<Subscription> {
  const { storeId, changeOriginOrderId: originId } = target;
  const [origin] = originId ? await lockSubscription(tx, storeId, originId, now) : [];
  if (!origin) throw new Error(`Order ${target.orderId} changes no subscription`);
  return origin;
}
