import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { movedOrder, type OrderMove } from '../order/move-order.queries.ts';

/** Lets the pending order take the subscription's place when its period ends. */
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

/** Ends the order that was to take the subscription's place; nothing takes it any more. */
export function endScheduled(
  db: Queryable,
  originId: Id<'ORD'>,
  move: OrderMove,
): Promise<unknown[]> {
  return db.query(sql`
    with ${movedOrder(move)}, ended as (
      update subscription set canceled_at = ${move.at} from moved where subscription.store_id = moved.store_id and order_id = moved.id)
    update subscription set scheduled_order_id = null
    where store_id = ${move.storeId} and order_id = ${originId}
      and scheduled_order_id = ${move.orderId}
    returning order_id`);
}

/** The pending order was canceled itself: no subscription waits for it any more; gives which did. */
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
