import type { PaymentKeys } from '../../contract/ports.ts';
import { type Queryable, type Sql, sql } from '../../database/database.ts';
import { isOneOf } from '../../database/of-stores.ts';
import type { Id } from '../../kit/id.ts';
import { orderFacts } from '../order/sold-order.queries.ts';
import type { Subscription } from './subscription.ts';

/** The columns of `Subscription`, from `orders`, `subscription`, `store` and `version`. */
function columns(now: Date): Sql {
  return sql`${orderFacts(now)}, subscription.billing_period as "billingPeriod",
    subscription.trial_days as "trialDays", subscription.trial_minor as "trialMinor",
    subscription.provider, subscription.payment_method as "paymentMethod",
    subscription.saved_method as "savedMethod", subscription.refused_method as "refusedMethod",
    subscription.anchor_at as "anchorAt", subscription.anchor_period as "anchorPeriod",
    subscription.period_number as "periodNumber", subscription.period_start as "periodStart",
    subscription.period_end as "periodEnd", subscription.due_at as "dueAt",
    subscription.failed_attempts as "failedAttempts",
    subscription.first_failed_at as "firstFailedAt", subscription.canceled_at as "canceledAt",
    subscription.canceled_unpaid as "canceledUnpaid",
    subscription.scheduled_order_id as "scheduledOrderId",
    subscription.first_minor as "firstMinor",
    orders.change_origin_order_id as "changeOriginOrderId"`;
}

/** Whether the period that a `subscription` is in belongs to its trial. */
export const inTrial = sql`subscription.period_number < subscription.anchor_period`;

const tables = sql`subscription
  join orders on orders.store_id = subscription.store_id and orders.id = subscription.order_id
  join store on store.id = orders.store_id
  join product_version version
    on version.store_id = orders.store_id and version.id = orders.product_version_id`;

/** Locks the subscription against every other change until the transaction ends. */
export function lockSubscription(
  db: Queryable,
  storeId: Id<'STO'>,
  orderId: Id<'ORD'>,
  now: Date,
): Promise<Subscription[]> {
  return db.query<Subscription>(sql`
    select ${columns(now)} from ${tables}
    where subscription.store_id = ${storeId} and subscription.order_id = ${orderId}
    for no key update of subscription, orders`);
}

/** Like `lockSubscription`, for the orders of payments; no row for a one-time order. */
export function lockSubscriptionsOfPayments(
  db: Queryable,
  { ids, storeId }: PaymentKeys,
  now: Date,
): Promise<Subscription[]> {
  return db.query<Subscription>(sql`
    select ${columns(now)} from ${tables}
      join payment
        on payment.store_id = subscription.store_id and payment.order_id = subscription.order_id
    where subscription.store_id = ${storeId} and payment.store_id = ${storeId}
      and ${isOneOf('payment.id', ids)}
    for no key update of subscription, orders`);
}

/** The current state of the subscriptions. */
export function findSubscriptions(
  db: Queryable,
  storeId: Id<'STO'>,
  orderIds: readonly Id<'ORD'>[],
  now: Date,
): Promise<Subscription[]> {
  return db.query<Subscription>(sql`
    select ${columns(now)} from ${tables}
    where subscription.store_id = ${storeId} and subscription.order_id = any(${orderIds}::uuid[])
    order by subscription.due_at, subscription.order_id`);
}
