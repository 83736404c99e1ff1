import { empty, type Queryable, type Sql, sql } from '../../database/database.ts';
import { isOneOf } from '../../database/of-stores.ts';
import type { Id } from '../../kit/id.ts';
import { ENDED, type SubscriptionOrderStatus } from './subscription-order.states.ts';

/** A move of subscription orders of one store, at the store's time. */
export interface OrdersMove {
  readonly orderIds: readonly Id<'ORD'>[];
  readonly storeId: Id<'STO'>;
  readonly from: SubscriptionOrderStatus;
  readonly to: SubscriptionOrderStatus;
  readonly at: Date;
  /** The order that replaces it. */
  readonly supersededBy?: Id<'ORD'>;
}

/** A move of one order. */
export interface OrderMove extends Omit<OrdersMove, 'orderIds'> {
  readonly orderId: Id<'ORD'>;
}

/** Like `movedOrders`, for one order. */
export function movedOrder({ orderId, ...move }: OrderMove): Sql {
  return movedOrders({ ...move, orderIds: [orderId] });
}

/**
 * The compare-and-set of subscription orders, as the CTE `moved` of a statement that also updates
 * the subscriptions.
 */
export function movedOrders({ orderIds, storeId, from, to, at, supersededBy }: OrdersMove): Sql {
  const ended = ENDED.includes(to) ? sql`ended_at = ${at}::timestamptz,` : empty;
  return sql`moved as (
    update orders set status = ${to}, updated_at = ${at}::timestamptz, ${ended}
      superseded_by_order_id = coalesce(${supersededBy ?? null}::uuid, superseded_by_order_id)
    where store_id = ${storeId} and ${isOneOf('id', orderIds)} and kind = 'subscription'
      and status = ${from}
    returning store_id, id)`;
}

/** The order that has replaced this one in a plan change. */
export async function findSuccessorId(
  db: Queryable,
  storeId: Id<'STO'>,
  orderId: Id<'ORD'>,
): Promise<Id<'ORD'> | null> {
  const [row] = await db.query<{ successorId: Id<'ORD'> | null }>(sql`
    select superseded_by_order_id as "successorId" from orders
    where store_id = ${storeId} and id = ${orderId}`);
  return row?.successorId ?? null;
}
