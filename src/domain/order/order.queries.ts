import type { Environment, Looking } from '../../contract/caller.ts';
import type { PaymentKeys } from '../../contract/ports.ts';
import { sourcesOf } from '../../contract/states.ts';
import { type Queryable, sql } from '../../database/database.ts';
import { isOfStores, isOneOf, storesWith } from '../../database/of-stores.ts';
import type { Id } from '../../kit/id.ts';
import type { SessionId } from '../checkout-session/session-id.ts';
import { roleIn, type StoreRole } from '../store/store.queries.ts';
import { storeTime } from '../test-clock/store-time.ts';
import { ONETIME_ORDER_MOVES } from './onetime-order.states.ts';

export interface SessionOrder {
  readonly id: Id<'ORD'>;
  readonly status: string;
  readonly buyerIdentity: string | null;
  /** Hash of the payment token of the latest attempt to pay; null if there was none. */
  readonly payerTokenHash: Buffer | null;
  /** Whether a charge for the order is in progress. */
  readonly charging: boolean;
}

/** The one order of a checkout session, if its buyer has tried to pay. */
export function findSessionOrder(
  db: Queryable,
  storeId: Id<'STO'>,
  sessionId: SessionId,
): Promise<SessionOrder[]> {
  return db.query<SessionOrder>(sql`
    select id, status, buyer_identity as "buyerIdentity",
      payer_token_hash as "payerTokenHash", exists (select from payment
        where payment.store_id = ${storeId} and payment.order_id = orders.id
          and payment.status = 'pending') as charging
    from orders where store_id = ${storeId} and checkout_session_id = ${sessionId}`);
}

/** The buyer, as given in the latest attempt to pay. */
export interface OrderBuyer {
  readonly email: string;
  readonly identity: string | null;
  readonly billingDetail: object;
  /** Null if the order came without a payment token. */
  readonly payerTokenHash: Buffer | null;
}

/** Creates the session's pending order with the session's price, product and metadata. */
export async function insertOrder(
  db: Queryable,
  order: {
    readonly id: Id<'ORD'>;
    readonly storeId: Id<'STO'>;
    readonly sessionId: SessionId;
    readonly createdAt: Date;
  },
  buyer: OrderBuyer,
): Promise<void> {
  const { id, storeId, sessionId, createdAt } = order;
  // Tax is not collected (docs/contract/events.md#envelope), so the total is the price.
  await db.query(sql`
    insert into orders (id, store_id, environment, kind, status, checkout_session_id, product_id,
      product_version_id, buyer_email, buyer_identity, billing_detail, payer_token_hash, currency,
      subtotal_minor, tax_minor, total_minor, tax_category, metadata, metadata_written,
      merchant_external_id, change_origin_order_id, created_at, updated_at)
    select ${id}::uuid, session.store_id, session.environment, product.kind, 'pending', session.id,
      session.product_id, session.product_version_id, ${buyer.email}, ${buyer.identity}::text,
      ${JSON.stringify(buyer.billingDetail)}::jsonb, ${buyer.payerTokenHash}::bytea,
      session.currency, session.amount_minor, 0, session.amount_minor, session.tax_category, session.metadata,
      session.metadata_written, session.merchant_external_id,
      session.origin_order_id, ${createdAt}::timestamptz, ${createdAt}::timestamptz
    from checkout_session session
    join product on product.store_id = session.store_id and product.id = session.product_id
    where session.store_id = ${storeId} and session.id = ${sessionId}`);
}

/** A new attempt to pay may come from a corrected form, but a known identity is kept. */
export async function updateOrderBuyer(
  db: Queryable,
  storeId: Id<'STO'>,
  id: Id<'ORD'>,
  buyer: OrderBuyer,
  now: Date,
): Promise<void> {
  await db.query(sql`
    update orders set buyer_email = ${buyer.email},
      buyer_identity = coalesce(${buyer.identity}, buyer_identity),
      billing_detail = ${JSON.stringify(buyer.billingDetail)}::jsonb,
      payer_token_hash = ${buyer.payerTokenHash},
      updated_at = ${storeTime(sql`orders.store_id`, sql`environment`, now)}
    where store_id = ${storeId} and id = ${id}`);
}

/** Completes the pending one-time orders whose payments succeeded, and returns them. */
export function markOrdersCompleted(
  db: Queryable,
  { ids, storeId }: PaymentKeys,
  now: Date,
): Promise<{ readonly id: Id<'ORD'> }[]> {
  return db.query(sql`
    update orders set status = 'completed',
      updated_at = ${storeTime(sql`orders.store_id`, sql`orders.environment`, now)}
    from payment
    where payment.store_id = ${storeId} and ${isOneOf('payment.id', ids)}
      and payment.status = 'succeeded'
      and orders.store_id = ${storeId} and orders.id = payment.order_id and orders.kind = 'onetime'
      and orders.status = any(${sourcesOf(ONETIME_ORDER_MOVES, 'completed')})
    returning orders.id`);
}

/**
 * Ends the orders of sessions that ended unpaid: one-time orders are canceled, subscription orders
 * closed.
 */
export async function endOrdersOfSessions(
  db: Queryable,
  storeId: Id<'STO'>,
  sessionIds: readonly SessionId[],
  now: Date,
): Promise<void> {
  await db.query(sql`
    update orders set status = case kind when 'onetime' then 'canceled' else 'closed' end,
      updated_at = ${storeTime(sql`orders.store_id`, sql`environment`, now)}
    where store_id = ${storeId} and checkout_session_id = any(${sessionIds}::uuid[]) and status = 'pending'`);
}

/** Cancels the one-time orders of sessions that ended unpaid. */
export async function cancelOrdersOfSessions(
  db: Queryable,
  storeId: Id<'STO'>,
  sessionIds: readonly SessionId[],
  now: Date,
): Promise<void> {
  await db.query(sql`
    update orders set status = 'canceled',
      updated_at = ${storeTime(sql`orders.store_id`, sql`environment`, now)}
    where store_id = ${storeId} and checkout_session_id = any(${sessionIds}::uuid[]) and kind = 'onetime'
      and status = any(${sourcesOf(ONETIME_ORDER_MOVES, 'canceled')})`);
}

export interface CancelableOrder {
  readonly sessionId: SessionId;
  readonly storeId: Id<'STO'>;
  readonly buyerIdentity: string | null;
  readonly buyerEmail: string;
  /** The merchant's role on the order's store in its environment; null if they have none. */
  readonly role: StoreRole | null;
}

/** Finds the one-time order and locks its session against payment until the transaction ends. */
export async function lockOnetimeOrder(
  db: Queryable,
  id: Id<'ORD'>,
  environment: Environment,
  { merchantId, storeIds: all }: Looking,
): Promise<CancelableOrder[]> {
  const storeIds = await storesWith(db, 'orders', id, all);
  return db.query<CancelableOrder>(sql`
    select session.id as "sessionId", orders.store_id as "storeId",
      orders.buyer_identity as "buyerIdentity", orders.buyer_email as "buyerEmail",
      ${roleIn(environment)}
    from orders
    join checkout_session session
      on session.store_id = orders.store_id and session.id = orders.checkout_session_id
    join store on store.id = orders.store_id and store.deleted_at is null
    left join usable_membership member
      on member.store_id = store.id and member.merchant_id = ${merchantId}
    where ${isOfStores('orders.store_id', storeIds)} and orders.id = ${id}
      and orders.environment = ${environment} and orders.kind = 'onetime'
    for no key update of session`);
}
