import type { TokenCaller } from '../../contract/caller.ts';
import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { storeTime } from '../test-clock/store-time.ts';
import { endedAt } from './ended-at.ts';
import { ownOrders } from './own-order.queries.ts';
import type { OrderOwner } from './own-order.ts';

const inLiveStore = sql`exists (select from store
  where store.id = orders.store_id and store.deleted_at is null)`;

/** Whether the buyer got something for it: it was paid, or a subscription has begun. */
export const isSold = (storeId: Id<'STO'>) => sql`
  case orders.kind when 'onetime' then orders.status = 'completed' else exists (
    select from subscription where subscription.store_id = ${storeId}
      and subscription.order_id = orders.id and anchor_at is not null) end`;

/** Replaces the billing details of the buyer's paid order; returns no row if there is none. */
export function reviseBillingDetail(
  db: Queryable,
  id: Id<'ORD'>,
  buyer: TokenCaller,
  billingDetail: object,
  now: Date,
): Promise<{ readonly id: Id<'ORD'> }[]> {
  return db.query(sql`
    update orders set billing_detail = ${JSON.stringify(billingDetail)}::jsonb,
      updated_at = ${storeTime(sql`orders.store_id`, sql`orders.environment`, now)},
      ended_at = ${endedAt('orders')}
    where ${ownOrders(buyer)} and id = ${id} and ${isSold(buyer.storeId)}
      and ${inLiveStore}
    returning id`);
}

/** Gives an order another one's billing details. */
export async function copyBillingDetail(
  db: Queryable,
  storeId: Id<'STO'>,
  from: Id<'ORD'>,
  to: Id<'ORD'>,
): Promise<void> {
  await db.query(sql`
    update orders set billing_detail = origin.billing_detail from orders origin
    where orders.store_id = ${storeId} and orders.id = ${to}
      and origin.store_id = ${storeId} and origin.id = ${from}
      and orders.billing_detail is distinct from origin.billing_detail`);
}

/** The owner and status of an order in the store. */
export function findOrderOwner(
  db: Queryable,
  id: Id<'ORD'>,
  { storeId, environment }: TokenCaller,
): Promise<(OrderOwner & { readonly status: string })[]> {
  return db.query(sql`
    select buyer_identity as "buyerIdentity", buyer_email as "buyerEmail", status from orders
    where store_id = ${storeId} and id = ${id} and environment = ${environment}
      and ${inLiveStore}`);
}
