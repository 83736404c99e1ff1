import type { TokenCaller } from '../../contract/caller.ts';
import { type Queryable, type Sql, sql } from '../../database/database.ts';
import { isSold } from '../../domain/order/billing-detail.queries.ts';
import { ownOrders } from '../../domain/order/own-order.queries.ts';
import { REFUND_WINDOW_MS } from '../../domain/refund/refundable.ts';
import { inTrial } from '../../domain/subscription/subscription.queries.ts';
import { undisputed } from '../../domain/subscription/undisputed.ts';
import { storeTime } from '../../domain/test-clock/store-time.ts';
import type { Id } from '../../kit/id.ts';
import { plainLine } from '../../kit/text.ts';
import type { PortalOrder, PortalPayment, PortalPlan } from './portal-order.ts';

const columns = ({ storeId }: TokenCaller, now: Date) => sql`
  orders.id, orders.kind, orders.status, version.name as "productName",
  orders.currency, orders.total_minor as "totalMinor", orders.created_at as "createdAt",
  orders.billing_detail as "billingDetail",
  subscription.billing_period as "billingPeriod", subscription.period_end as "periodEnd",
  subscription.due_at as "dueAt", subscription.provider,
  coalesce(${inTrial}, false) as "inTrial",
  coalesce(subscription.canceled_unpaid, false) as "canceledUnpaid",
  coalesce(subscription.card_brand, latest.card_brand) as "cardBrand",
  coalesce(subscription.card_last4, latest.card_last4) as "cardLast4",
  coalesce(subscription.period_end
    <= ${storeTime(sql`orders.store_id`, sql`orders.environment`, now)}, false) as "isPeriodOver",
  not ${undisputed(sql`${storeId}`)} as "isDisputed",
  case when next.id is not null then json_build_object('orderId', next.id,
    'productName', next_version.name, 'billingPeriod', next_version.billing_period,
    'firstMinor', coalesce(planned.first_minor, next.total_minor),
    'totalMinor', next.total_minor) end as change`;

/** A cluster needs the store itself compared in most outer joins and subqueries. */
const joins = ({ storeId }: TokenCaller) => sql`join product_version version
    on version.store_id = orders.store_id and version.id = orders.product_version_id
  left join subscription
    on subscription.store_id = orders.store_id and subscription.order_id = orders.id
  left join lateral (select card_brand, card_last4 from payment
    where payment.store_id = ${storeId} and payment.order_id = orders.id
      and payment.status = 'succeeded'
    order by payment.paid_at desc limit 1) latest on true
  left join orders next on next.store_id = ${storeId}
    and next.id = subscription.scheduled_order_id
    and next.status = 'pending' and orders.status = 'active'
  left join subscription planned
    on planned.store_id = ${storeId} and planned.order_id = next.id
  left join product_version next_version
    on next_version.store_id = ${storeId} and next_version.id = next.product_version_id`;

/** The buyer's orders that were paid or have begun, newest first, starting after `before`. */
export async function listPortalOrders(
  db: Queryable,
  buyer: TokenCaller,
  { before, limit }: { readonly before: Id<'ORD'> | null; readonly limit: number },
  now: Date,
): Promise<PortalOrder[]> {
  const orders = await db.query<PortalOrder>(sql`
    select ${columns(buyer, now)} from orders ${joins(buyer)}
    where ${ownOrders(buyer)} and ${isSold(buyer.storeId)}
      and (${before}::uuid is null or (orders.created_at, orders.id) < (
        select created_at, id from orders cursor
        where cursor.store_id = ${buyer.storeId} and cursor.id = ${before}))
    order by orders.created_at desc, orders.id desc limit ${limit}`);
  return orders.map(withPlainNames);
}

/** One of the buyer's orders; no row for anyone else's. */
export async function findPortalOrder(
  db: Queryable,
  buyer: TokenCaller,
  id: Id<'ORD'>,
  now: Date,
): Promise<PortalOrder[]> {
  const orders = await db.query<PortalOrder>(sql`
    select ${columns(buyer, now)} from orders ${joins(buyer)}
    where ${ownOrders(buyer)} and orders.id = ${id}`);
  return orders.map(withPlainNames);
}

function withPlainNames({ productName, change, ...order }: PortalOrder): PortalOrder {
  return {
    ...order,
    productName: plainLine(productName),
    change: change && { ...change, productName: plainLine(change.productName) },
  };
}

const ofOrder = sql`join orders
  on orders.store_id = payment.store_id and orders.id = payment.order_id`;

/** Payments of an order that its page shows. */
const MAX_PAYMENTS = 200;

/** The newest payments of the buyer's order. */
export function listPortalPayments(
  db: Queryable,
  buyer: TokenCaller,
  orderId: Id<'ORD'>,
  now: Date,
): Promise<PortalPayment[]> {
  return findPayments(db, buyer, sql`orders.id = ${orderId}`, now);
}

/** One of the payments of the buyer's order. */
export function findPortalPayment(
  db: Queryable,
  buyer: TokenCaller,
  { orderId, paymentId }: { readonly orderId: Id<'ORD'>; readonly paymentId: Id<'PAY'> },
  now: Date,
): Promise<PortalPayment[]> {
  const condition = sql`orders.id = ${orderId} and payment.id = ${paymentId}`;
  return findPayments(db, buyer, condition, now);
}

function findPayments(
  db: Queryable,
  buyer: TokenCaller,
  condition: Sql,
  now: Date,
): Promise<PortalPayment[]> {
  return db.query<PortalPayment>(sql`
    select payment.id, payment.currency, payment.amount_minor as "amountMinor",
      payment.paid_at as "paidAt",
      payment.amount_minor - payment.refund_claimed_minor as "refundableMinor",
      payment.amount_minor > payment.refund_claimed_minor
        and ${storeTime(sql`payment.store_id`, sql`payment.environment`, now)}
          <= payment.paid_at + ${`${REFUND_WINDOW_MS} milliseconds`}::interval
        and not exists (select from dispute where dispute.store_id = payment.store_id
          and dispute.payment_id = payment.id and dispute.status <> 'won') as "isRefundable",
      coalesce((select json_agg(json_build_object('id', ticket.id, 'status', ticket.status,
          'amountMinor', ticket.amount_minor, 'reason', ticket_version.reason,
          'note', case when ticket.submitter_merchant_id is null
            then ticket_version.review_note end, 'refundId', refund.id,
          'isBuyers', ticket.submitter_merchant_id is null)
          order by ticket.created_at desc)
        from refund_ticket ticket
        join refund_ticket_version ticket_version on ticket_version.store_id = ticket.store_id
          and ticket_version.ticket_id = ticket.id
          and ticket_version.number = ticket.version_number
        left join refund on refund.store_id = ticket.store_id
          and refund.ticket_id = ticket.id and refund.status = 'succeeded'
        where ticket.store_id = payment.store_id and ticket.payment_id = payment.id
          and (ticket.submitter_merchant_id is null or refund.id is not null)), '[]') as tickets
    from payment ${ofOrder}
    where ${ownOrders(buyer)} and ${condition} and payment.status = 'succeeded'
    order by payment.paid_at desc, payment.id desc limit ${MAX_PAYMENTS}`);
}

/** The buyer's order that the payment belongs to. */
export function findOrderOfPayment(
  db: Queryable,
  buyer: TokenCaller,
  paymentId: Id<'PAY'>,
): Promise<{ readonly id: Id<'ORD'> }[]> {
  return db.query(sql`
    select orders.id from payment ${ofOrder}
    where ${ownOrders(buyer)} and payment.id = ${paymentId}`);
}

/** The plans the buyer may change the subscription to: those of its group, if it allows that. */
export async function listPortalPlans(
  db: Queryable,
  buyer: TokenCaller,
  orderId: Id<'ORD'>,
): Promise<PortalPlan[]> {
  const isTest = buyer.environment === 'test';
  const versionId = isTest ? sql`product.test_version_id` : sql`product.prod_version_id`;
  const status = isTest ? sql`product.test_status` : sql`product.prod_status`;
  const plans = await db.query<PortalPlan>(sql`
    select product.id as "productId", version.name, version.billing_period as "billingPeriod",
      (version.prices -> orders.currency ->> 'amountMinor')::bigint as "amountMinor"
    from orders
    join product_group_member own on own.store_id = orders.store_id
      and own.product_id = orders.product_id and own.environment = orders.environment
    join product_group on product_group.store_id = own.store_id
      and product_group.id = own.group_id and product_group.self_service_plan_change
    join product_group_member other on other.store_id = own.store_id
      and other.group_id = own.group_id and other.product_id <> orders.product_id
    join product on product.store_id = other.store_id
      and product.id = other.product_id and ${status} = 'active'
    join product_version version
      on version.store_id = product.store_id and version.id = ${versionId}
    where ${ownOrders(buyer)} and orders.id = ${orderId} and orders.status = 'active'
      and version.prices -> orders.currency is not null
    order by other.position`);
  return plans.map((plan) => ({ ...plan, name: plainLine(plan.name) }));
}
