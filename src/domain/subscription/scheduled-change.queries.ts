import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { movedOrder, type OrderMove } from '../order/move-order.queries.ts';

/** Schedules the pending order to replace the subscription when its period ends. */
export async function scheduleChange(
  db: Queryable,
  storeId: Id<'STO'>,
  originId: Id<'ORD'>,
  targetId: Id<'ORD'>,
): Promise<void> {
  await db.query(sql`
    update subscription set scheduled_order_id = ${targetId}
    where store_id = ${storeId} and order_id = ${originId}`);
}

/** Ends the order that was scheduled to replace the subscription and clears the schedule. */
export function endScheduled(
  db: Queryable,
  originId: Id<'ORD'>,
  move: OrderMove,
): Promise<unknown[]> {
  return db.query(sql`
    with ${movedOrder(move)}, ended as (
      update subscription set canceled_at = ${move.at} from moved
      where subscription.store_id = ${move.storeId} and order_id = moved.id)
    update subscription set scheduled_order_id = null
    where store_id = ${move.storeId} and order_id = ${originId}
      and scheduled_order_id = ${move.orderId}
    returning order_id`);
}

/**
 * Clears the schedule of the subscription that the canceled pending order was to replace. Returns
 * that subscription.
 */
export function unscheduleChange(
  db: Queryable,
  storeId: Id<'STO'>,
  targetId: Id<'ORD'>,
): Promise<{ readonly orderId: Id<'ORD'> }[]> {
  return db.query(sql`
    update subscription set scheduled_order_id = null
    where store_id = ${storeId} and scheduled_order_id = ${targetId}
    returning order_id as "orderId"`);
}
