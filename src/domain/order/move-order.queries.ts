import { empty, type Queryable, type Sql, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { ENDED, type SubscriptionOrderStatus } from './subscription-order.states.ts';

/** A move of a subscription order, at the store's time. */
export interface OrderMove {
  readonly orderId: Id<'ORD'>;
  readonly storeId: Id<'STO'>;
  readonly from: SubscriptionOrderStatus;
  readonly to: SubscriptionOrderStatus;
  readonly at: Date;
  /** The order that replaces it. */
  readonly supersededBy?: Id<'ORD'>;
}

/**
 * The compare-and-set of a subscription order, as the CTE `moved` of a statement that also updates
 * the subscription.
 */
export function movedOrder({ orderId, storeId, from, to, at, supersededBy }: OrderMove): Sql {
  const ended = ENDED.includes(to) ? sql`ended_at = ${at}::timestamptz,` : empty;
  return sql`moved as (
    update orders set status = ${to}, updated_at = ${at}::timestamptz, ${ended}
      superseded_by_order_id = coalesce(${supersededBy ?? null}::uuid, superseded_by_order_id)
    where store_id = ${storeId} and id = ${orderId} and kind = 'subscription'
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
