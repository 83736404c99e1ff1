import type { ChargeDeclined } from '../../contract/payment-provider.ts';
import type { Tx } from '../../database/database.ts';
import type { SoldOrder } from '../order/sold-order.queries.ts';
import type { Sale } from '../payment/sale.ts';
import { recordChargedPeriod } from './record-charge.ts';
import { recordFailedCharge } from './record-failure.ts';
import { lockSubscriptionOfPayment } from './subscription.queries.ts';
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
    paid: async (tx, { id, storeId, outcome, sold: settled }, now) => {
      const [subscription] = await lockSubscriptionOfPayment(tx, { id, storeId }, now);
      const sold = subscription && (await settled());
      if (!sold) return;
      const savedMethod = outcome.savedMethod ?? null;
      if (isPlanChange(subscription)) {
        return planChange.paid(tx, { target: subscription, sold, savedMethod }, now);
      }
      return recordChargedPeriod(tx, subscription, sold, savedMethod, now);
    },
    failed: async (tx, { id, storeId, outcome }, now) => {
      const [subscription] = await lockSubscriptionOfPayment(tx, { id, storeId }, now);
      if (!subscription) return;
      if (isPlanChange(subscription)) return planChange.failed(tx, subscription, outcome, now);
      return recordFailedCharge(tx, subscription, outcome, now);
    },
  };
}

function isPlanChange({ orderStatus, changeOriginOrderId }: Subscription): boolean {
  return orderStatus === 'pending' && changeOriginOrderId !== null;
}
