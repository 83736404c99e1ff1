import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import type { Subscription } from './subscription.ts';
import { moved } from './subscription-changes.queries.ts';

type Origin = Pick<Subscription, 'orderId' | 'scheduledOrderId' | 'at'>;

/** Lets the pending order take the subscription's place when its period ends. */
export async function scheduleChange(
  db: Queryable,
  originId: Id<'ORD'>,
  targetId: Id<'ORD'>,
): Promise<void> {
  await db.query(sql`
    update subscription set scheduled_order_id = ${targetId} where order_id = ${originId}`);
}

/** Nothing takes the subscription's place any more; the order that was to do so ends. */
export async function cancelScheduledChange(db: Queryable, origin: Origin): Promise<void> {
  const { orderId, scheduledOrderId, at } = origin;
  if (scheduledOrderId === null) return;
  await endScheduled(db, { orderId, scheduledOrderId, at, to: 'canceled' });
}

/** The change could not be paid: its order ends, and the subscription goes on as it is. */
export async function closeScheduledChange(db: Queryable, origin: Origin): Promise<void> {
  const { orderId, scheduledOrderId, at } = origin;
  if (scheduledOrderId === null) return;
  await endScheduled(db, { orderId, scheduledOrderId, at, to: 'closed' });
}

async function endScheduled(
  db: Queryable,
  given: {
    readonly orderId: Id<'ORD'>;
    readonly scheduledOrderId: Id<'ORD'>;
    readonly at: Date;
    readonly to: 'canceled' | 'closed';
  },
): Promise<void> {
  const { orderId, scheduledOrderId, at, to } = given;
  await db.query(sql`
    with ${moved({ orderId: scheduledOrderId, to, at })}, ended as (
      update subscription set canceled_at = ${at} from moved where order_id = moved.id)
    update subscription set scheduled_order_id = null
    where order_id = ${orderId} and scheduled_order_id = ${scheduledOrderId}`);
}

/** The pending order was canceled itself: no subscription waits for it any more; gives which did. */
export function unscheduleChange(
  db: Queryable,
  targetId: Id<'ORD'>,
): Promise<{ readonly orderId: Id<'ORD'> }[]> {
  return db.query(sql`
    update subscription set scheduled_order_id = null where scheduled_order_id = ${targetId}
    returning order_id as "orderId"`);
}
