import type { Environment } from '../contract/caller.ts';
import { type Queryable, type Sql, sql } from '../database/database.ts';
import type { BillingDetail } from '../domain/checkout/billing-detail.ts';
import type { Business } from '../domain/store/business.ts';
import { businessColumns } from '../domain/store/store.queries.ts';
import type { Id } from '../kit/id.ts';

/** A payment or refund with everything its receipt shows. */
export interface Receipt extends Business {
  readonly paymentId: Id<'PAY'>;
  /** Null for the receipt of a payment. */
  readonly refundId: Id<'REF'> | null;
  readonly orderId: Id<'ORD'>;
  readonly environment: Environment;
  readonly storeId: Id<'STO'>;
  readonly storeName: string;
  readonly supportEmail: string | null;
  readonly website: string | null;
  readonly buyerEmail: string;
  readonly buyerIdentity: string | null;
  readonly billingDetail: BillingDetail;
  readonly productName: string;
  readonly currency: string;
  /** The charged or refunded amount. */
  readonly totalMinor: bigint;
  readonly taxMinor: bigint;
  /** In the store's time. */
  readonly movedAt: Date;
  readonly method: string;
  readonly cardBrand: string | null;
  readonly cardLast4: string | null;
  /** The period a subscription's payment covers. */
  readonly periodStart: Date | null;
  readonly periodEnd: Date | null;
  /** The checkout's language; null if none was requested. */
  readonly language: string | null;
}

/** The receipt of a succeeded payment in a store that isn't deleted, if any. */
export function findPaymentReceipt(
  db: Queryable,
  storeId: Id<'STO'>,
  id: Id<'PAY'>,
): Promise<Receipt[]> {
  return db.query<Receipt>(sql`
    select null as "refundId", payment.amount_minor as "totalMinor",
      ${taxOf(sql`payment.amount_minor`)} as "taxMinor", payment.paid_at as "movedAt", ${columns}
    from payment ${joins}
    where payment.store_id = ${storeId} and payment.id = ${id} and payment.status = 'succeeded'`);
}

/** The receipt of a succeeded refund in a store that isn't deleted, if any. */
export function findRefundReceipt(
  db: Queryable,
  storeId: Id<'STO'>,
  id: Id<'REF'>,
): Promise<Receipt[]> {
  return db.query<Receipt>(sql`
    select refund.id as "refundId", refund.amount_minor as "totalMinor",
      ${taxOf(sql`refund.amount_minor`)} as "taxMinor",
      coalesce(ticket.executed_at, refund.updated_at) as "movedAt", ${columns}
    from refund
    join refund_ticket ticket on ticket.store_id = refund.store_id and ticket.id = refund.ticket_id
    join payment on payment.store_id = refund.store_id and payment.id = refund.payment_id ${joins}
    where refund.store_id = ${storeId} and refund.id = ${id} and refund.status = 'succeeded'`);
}

/** The payment that charged a subscription's period, if any. */
export function findPeriodPayment(
  db: Queryable,
  storeId: Id<'STO'>,
  orderId: Id<'ORD'>,
  periodNumber: number,
): Promise<{ readonly id: Id<'PAY'> }[]> {
  return db.query(sql`
    select id from payment where store_id = ${storeId} and order_id = ${orderId}
      and period_number = ${periodNumber} and status = 'succeeded'`);
}

/** The amount's proportional share of the order's tax. */
function taxOf(amount: Sql): Sql {
  return sql`coalesce(${amount} * orders.tax_minor / nullif(orders.total_minor, 0), 0)`;
}

const columns = sql`payment.id as "paymentId", orders.id as "orderId", orders.environment,
  store.id as "storeId", store.name as "storeName", store.support_email as "supportEmail", store.website,
  ${businessColumns},
  orders.buyer_email as "buyerEmail", orders.buyer_identity as "buyerIdentity",
  orders.billing_detail as "billingDetail", version.name as "productName", payment.currency,
  payment.method, payment.card_brand as "cardBrand", payment.card_last4 as "cardLast4",
  period.starts_at as "periodStart", period.ends_at as "periodEnd", session.language`;

const joins = sql`
  join orders on orders.store_id = payment.store_id and orders.id = payment.order_id
  join store on store.id = orders.store_id and store.deleted_at is null
  join checkout_session session
    on session.store_id = orders.store_id and session.id = orders.checkout_session_id
  join product_version version
    on version.store_id = orders.store_id and version.id = orders.product_version_id
  left join subscription_period period
    on period.store_id = payment.store_id and period.payment_id = payment.id`;
