import { makeMove } from '../../contract/states.ts';
import type { Tx } from '../../database/database.ts';
import type { OrderMove, OrdersMove } from '../order/move-order.queries.ts';
import type { SoldOrder } from '../order/sold-order.queries.ts';
import {
  SUBSCRIPTION_ORDER_MOVES,
  type SubscriptionOrderStatus,
} from '../order/subscription-order.states.ts';
import type { Subscription } from './subscription.ts';
import {
  recordRenewalPayments,
  recordStatusEvents,
  type StatusEvent,
  type StatusEventOptions,
} from './subscription-event.ts';

/** A locked subscription to move, and what is reported about it. */
export interface Moving {
  readonly subscription: Subscription;
  /** Fields of the subscription that events report after the move, besides its new status. */
  readonly after?: Partial<Subscription> | undefined;
  /** The payment that causes the move; its event is recorded first. */
  readonly sold?: SoldOrder | null | undefined;
  /** Additional fields of the events. */
  readonly more?: Readonly<Record<string, unknown>> | undefined;
}

interface SubscriptionsMove extends StatusEventOptions {
  readonly to: SubscriptionOrderStatus;
  readonly by?: string | undefined;
  /** The compare-and-set; returns no row if there is nothing to record. */
  readonly change: (move: OrdersMove) => Promise<readonly unknown[]>;
}

export type SubscriptionMove = Omit<Moving, 'subscription'> &
  Omit<SubscriptionsMove, 'change'> & {
    readonly change: (move: OrderMove) => Promise<readonly unknown[]>;
  };

/**
 * Makes a legal move of a locked subscription and records the events that the moves table names for
 * it. Returns whether the move was made.
 */
export function moveSubscription(
  tx: Tx,
  subscription: Subscription,
  { after, sold, more, ...move }: SubscriptionMove,
  now: Date,
): Promise<boolean> {
  const { orderId } = subscription;
  const change = (orders: OrdersMove) => move.change({ ...orders, orderId });
  return moveSubscriptions(tx, [{ subscription, after, sold, more }], { ...move, change }, now);
}

/**
 * Like `moveSubscription`, for subscriptions of one store, environment and status. Returns whether
 * all of them were moved; if not, the transaction must be rolled back.
 */
export async function moveSubscriptions(
  tx: Tx,
  moving: readonly Moving[],
  { to, by, change, ...options }: SubscriptionsMove,
  now: Date,
): Promise<boolean> {
  const [first] = moving;
  if (!first) return true;
  const { storeId, at, orderStatus } = first.subscription;
  const from = orderStatus as SubscriptionOrderStatus;
  const orderIds = moving.map(({ subscription }) => subscription.orderId);
  const reported = moving.map(({ subscription, after, ...more }) => ({
    ...more,
    subscription: { ...subscription, ...after, orderStatus: to },
  }));
  const paid = reported.flatMap(({ subscription, sold }) => (sold ? [{ subscription, sold }] : []));
  const moved = await makeMove(
    SUBSCRIPTION_ORDER_MOVES,
    by === undefined ? { from, to } : { from, to, by },
    {
      change: () => change({ orderIds, storeId, from, to, at }),
      before: () => recordRenewalPayments(tx, paid, now),
      record: (type) => recordStatusEvents(tx, type as StatusEvent, reported, now, options),
    },
  );
  return moved.length === moving.length;
}
