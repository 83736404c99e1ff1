import type { Environment, Looking } from '../../contract/caller.ts';
import { type Queryable, sql } from '../../database/database.ts';
import { isOfStores, storesWith } from '../../database/of-stores.ts';
import type { Id } from '../../kit/id.ts';
import type { SessionId } from '../checkout-session/session-id.ts';
import { roleIn, type StoreRole } from '../store/store.queries.ts';
import type { Subscription } from './subscription.ts';

export interface ReachableOrder {
  readonly sessionId: SessionId;
  readonly storeId: Id<'STO'>;
  readonly buyerIdentity: string | null;
  /** The subscription that a pending change would replace. */
  readonly originOrderId: Id<'ORD'> | null;
  readonly buyerEmail: string;
  /** The merchant's role on the order's store in its environment; null if they have none. */
  readonly role: StoreRole | null;
}

/**
 * A subscription order of a live store. Locks its session against payment until the transaction
 * ends.
 */
export async function findReachableOrder(
  db: Queryable,
  id: Id<'ORD'>,
  environment: Environment,
  { merchantId, storeIds: all }: Looking,
): Promise<ReachableOrder[]> {
  const storeIds = await storesWith(db, 'orders', id, all);
  return db.query<ReachableOrder>(sql`
    select session.id as "sessionId", orders.store_id as "storeId",
      orders.buyer_identity as "buyerIdentity", orders.buyer_email as "buyerEmail",
      ${roleIn(environment)},
      case when orders.status = 'pending' then orders.change_origin_order_id end
        as "originOrderId"
    from orders
    join checkout_session session
      on session.store_id = orders.store_id and session.id = orders.checkout_session_id
    join store on store.id = orders.store_id and store.deleted_at is null
    left join usable_membership member
      on member.store_id = store.id and member.merchant_id = ${merchantId}
    where ${isOfStores('orders.store_id', storeIds)} and orders.id = ${id}
      and orders.environment = ${environment}
      and orders.kind = 'subscription'
    for no key update of session`);
}

/** Whether a charge for the order, or for a change of it, is in progress. */
export async function isCharging(
  db: Queryable,
  storeId: Id<'STO'>,
  orderId: Id<'ORD'>,
): Promise<boolean> {
  const [row] = await db.query<{ charging: boolean }>(sql`
    select exists (select from payment
      where store_id = ${storeId} and order_id = ${orderId} and status = 'pending')
      or exists (select from orders
        join payment on payment.store_id = orders.store_id and payment.order_id = orders.id
        where orders.store_id = ${storeId} and orders.change_origin_order_id = ${orderId} and payment.status = 'pending')
      as charging`);
  return row?.charging ?? false;
}

/** How many charges for changes of the order have failed within a day, unfinished ones included. */
export async function countFailedChanges(
  db: Queryable,
  { storeId, orderId, at }: Pick<Subscription, 'storeId' | 'orderId' | 'at'>,
): Promise<number> {
  const [row] = await db.query<{ failed: number }>(sql`
    select count(*)::integer as failed from orders
    join payment on payment.store_id = ${storeId} and payment.order_id = orders.id
    where orders.store_id = ${storeId} and orders.change_origin_order_id = ${orderId}
      and payment.status = 'failed' and payment.created_at > ${at}::timestamptz - interval '1 day'`);
  return row?.failed ?? 0;
}
