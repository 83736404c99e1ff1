import type { ChargeDeclined } from '../../contract/payment-provider.ts';
import { workAtOnce } from '../../contract/store-turns.ts';
import type { Tx } from '../../database/database.ts';
import type { SoldOrder } from '../order/sold-order.queries.ts';
import type { PaidPayments, Sale } from '../payment/sale.ts';
import { type ChargedSubscription, recordFirstCharge, recordRenewals } from './record-charge.ts';
import { recordFailedCharge } from './record-failure.ts';
import { lockSubscriptionsOfPayments } from './subscription.queries.ts';
import type { Subscription } from './subscription.ts';

/** The effects of a payment for an order that is to replace another subscription. */
export interface PlanChangeSale {
  paid(tx: Tx, given: PaidChange, now: Date): Promise<void>;
  failed(tx: Tx, target: Subscription, outcome: ChargeDeclined, now: Date): Promise<void>;
}

export interface PaidChange {
  /** The pending order, locked. */
  readonly target: Subscription;
  /** Null if nothing was due. */
  readonly sold: SoldOrder | null;
  /** Null: the saved method of either order. */
  readonly savedMethod: string | null;
}

/** A subscription's payment starts it, renews it or changes its plan. */
export function subscriptionSale(planChange: PlanChangeSale): Sale {
  return {
    paid: async (tx, { ids, storeId, charges, sold: settled }, now) => {
      const subscriptions = await lockSubscriptionsOfPayments(tx, { ids, storeId }, now);
      if (subscriptions.length === 0) return;
      const renewals: ChargedSubscription[] = [];
      const others: ChargedSubscription[] = [];
      for (const charged of matchOf(subscriptions, await settled(), charges)) {
        const isPending = charged.subscription.orderStatus === 'pending';
        (isPending ? others : renewals).push(charged);
      }
      const begin = (one: ChargedSubscription) =>
        isPlanChange(one.subscription)
          ? planChange.paid(tx, { ...one, target: one.subscription }, now)
          : recordFirstCharge(tx, one, now);
      const work = others.map((one) => () => begin(one));
      await workAtOnce([() => recordRenewals(tx, renewals, now), ...work], (one) => one());
    },
    failed: async (tx, { id, storeId, outcome }, now) => {
      const payments = { ids: [id], storeId };
      const [subscription] = await lockSubscriptionsOfPayments(tx, payments, now);
      if (!subscription) return;
      if (isPlanChange(subscription)) return planChange.failed(tx, subscription, outcome, now);
      return recordFailedCharge(tx, subscription, outcome, now);
    },
  };
}

/** The subscriptions whose payments were not recorded before, each with its payment. */
function matchOf(
  subscriptions: readonly Subscription[],
  orders: readonly SoldOrder[],
  charges: PaidPayments['charges'],
): ChargedSubscription[] {
  const byOrder = new Map(subscriptions.map((one) => [one.orderId, one]));
  const methods = new Map(charges.map(({ id, outcome }) => [id, outcome.savedMethod]));
  return orders.flatMap((sold) => {
    const subscription = byOrder.get(sold.orderId);
    const savedMethod = methods.get(sold.paymentId) ?? null;
    return subscription ? [{ subscription, sold, savedMethod }] : [];
  });
}

function isPlanChange({ orderStatus, changeOriginOrderId }: Subscription): boolean {
  return orderStatus === 'pending' && changeOriginOrderId !== null;
}
