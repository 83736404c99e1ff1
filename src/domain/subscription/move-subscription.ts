import { makeMove } from '../../contract/states.ts';
import type { Tx } from '../../database/database.ts';
import type { OrderMove } from '../order/move-order.queries.ts';
import type { SoldOrder } from '../order/sold-order.queries.ts';
import {
  SUBSCRIPTION_ORDER_MOVES,
  type SubscriptionOrderStatus,
} from '../order/subscription-order.states.ts';
import type { Subscription } from './subscription.ts';
import {
  recordRenewalPayment,
  recordStatusEvent,
  type StatusEvent,
  type StatusEventOptions,
} from './subscription-event.ts';

export interface SubscriptionMove extends StatusEventOptions {
  readonly to: SubscriptionOrderStatus;
  readonly by?: string;
  /** The compare-and-set; returns no row if there is nothing to record. */
  readonly change: (move: OrderMove) => Promise<readonly unknown[]>;
  /** Fields of the subscription that events report after the move, besides its new status. */
  readonly after?: Partial<Subscription>;
  /** The payment that causes the move; its event is recorded first. */
  readonly sold?: SoldOrder | null;
}

/**
 * Makes a legal move of a locked subscription and records the events that the moves table names for
 * it. Returns whether the move was made.
 */
export async function moveSubscription(
  tx: Tx,
  subscription: Subscription,
  { to, by, change, after, sold, ...options }: SubscriptionMove,
  now: Date,
): Promise<boolean> {
  const { orderId, storeId, at, orderStatus } = subscription;
  const from = orderStatus as SubscriptionOrderStatus;
  const reported = { ...subscription, ...after, orderStatus: to };
  const moved = await makeMove(
    SUBSCRIPTION_ORDER_MOVES,
    by === undefined ? { from, to } : { from, to, by },
    {
      change: () => change({ orderId, storeId, from, to, at }),
      before: async () => {
        if (sold) await recordRenewalPayment(tx, sold, reported, now);
      },
      record: (type) => recordStatusEvent(tx, type as StatusEvent, reported, now, options),
    },
  );
  return moved.length > 0;
}
