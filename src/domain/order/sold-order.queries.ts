import type { Environment } from '../../contract/caller.ts';
import type { PaymentKey, PaymentKeys } from '../../contract/ports.ts';
import { type Queryable, sql } from '../../database/database.ts';
import { isOneOf } from '../../database/of-stores.ts';
import type { Id } from '../../kit/id.ts';
import type { ProductKind } from '../product/product.ts';
import { storeTime } from '../test-clock/store-time.ts';

/** An order with its product and store, as reported in each of its events. */
export interface OrderFacts {
  readonly orderId: Id<'ORD'>;
  readonly orderStatus: string;
  readonly kind: ProductKind;
  readonly storeId: Id<'STO'>;
  readonly environment: Environment;
  readonly storeName: string;
  /** The store's time. */
  readonly at: Date;
  readonly buyerEmail: string;
  readonly buyerIdentity: string | null;
  readonly billingDetail: Readonly<Record<string, unknown>>;
  readonly currency: string;
  readonly subtotalMinor: bigint;
  readonly taxMinor: bigint;
  readonly totalMinor: bigint;
  readonly orderMetadata: Readonly<Record<string, unknown>>;
  readonly merchantExternalId: string | null;
  readonly productName: string;
  readonly productDescription: string | null;
  readonly productMetadata: Readonly<Record<string, unknown>>;
}

/** A payment with its order and product, as reported in answers and events. */
export interface SoldOrder extends OrderFacts {
  readonly paymentId: Id<'PAY'>;
  readonly paymentStatus: string;
  readonly method: string;
  readonly last4: string | null;
  readonly failureReason: string | null;
  readonly amountMinor: bigint;
  /** Null for a one-time order. */
  readonly periodNumber: number | null;
}

/** The columns of `OrderFacts`, from `orders`, its `store` and its `version`. */
export function orderFacts(now: Date) {
  return sql`orders.id as "orderId", orders.status as "orderStatus", orders.kind,
    orders.store_id as "storeId", orders.environment, store.name as "storeName",
    ${storeTime(sql`orders.store_id`, sql`orders.environment`, now)} as at,
    orders.buyer_email as "buyerEmail", orders.buyer_identity as "buyerIdentity",
    orders.billing_detail as "billingDetail", orders.currency,
    orders.subtotal_minor as "subtotalMinor", orders.tax_minor as "taxMinor",
    orders.total_minor as "totalMinor", orders.metadata as "orderMetadata",
    orders.merchant_external_id as "merchantExternalId", version.name as "productName",
    version.description as "productDescription", version.metadata as "productMetadata"`;
}

/** The payment with its order, product and store. */
export function findSoldOrder(
  db: Queryable,
  { id, storeId }: PaymentKey,
  now: Date,
): Promise<SoldOrder[]> {
  return findSoldOrders(db, { ids: [id], storeId }, now);
}

/** The payments, each with its order, product and store. */
export function findSoldOrders(
  db: Queryable,
  { ids, storeId }: PaymentKeys,
  now: Date,
): Promise<SoldOrder[]> {
  return db.query<SoldOrder>(sql`
    select payment.id as "paymentId", payment.status as "paymentStatus", payment.method,
      payment.card_last4 as last4, payment.failure_reason as "failureReason",
      payment.amount_minor as "amountMinor", payment.period_number as "periodNumber",
      ${orderFacts(now)}
    from payment
    join orders on orders.store_id = payment.store_id and orders.id = payment.order_id
    join store on store.id = orders.store_id
    join product_version version
      on version.store_id = orders.store_id and version.id = orders.product_version_id
    where payment.store_id = ${storeId} and ${isOneOf('payment.id', ids)}`);
}
