import type { Environment } from '../../contract/caller.ts';
import type { PaymentKeys } from '../../contract/ports.ts';
import { sourcesOf } from '../../contract/states.ts';
import { type Queryable, sql } from '../../database/database.ts';
import { lockingStores } from '../../database/guard-stores.ts';
import { isOneOf } from '../../database/of-stores.ts';
import type { Id } from '../../kit/id.ts';
import { textToKeep } from '../metadata.queries.ts';
import type { StoredPrice } from '../product/prices.ts';
import type { BillingPeriod, ProductKind } from '../product/product.ts';
import type { StoreStatus } from '../store/store.queries.ts';
import { storeTime } from '../test-clock/store-time.ts';
import { CHECKOUT_SESSION_MOVES, type CheckoutSessionStatus } from './checkout-session.states.ts';
import type { SessionChange } from './session-change.ts';
import type { SessionId } from './session-id.ts';

export interface NewCheckoutSession {
  readonly id: SessionId;
  readonly storeId: Id<'STO'>;
  readonly environment: Environment;
  readonly productId: Id<'PROD'>;
  readonly productVersionId: Id<'PVER'>;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly taxCategory: string;
  /** Null: the product decides. */
  readonly withTrial: boolean | null;
  readonly buyerEmail: string | null;
  /** False if a visitor, who may be anyone, entered the address. */
  readonly emailFromMerchant: boolean;
  readonly billingDetail: object | null;
  readonly successUrl: string | null;
  readonly darkMode: boolean | null;
  readonly language: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly merchantExternalId: string | null;
  readonly paymentMethods: readonly string[];
  /** Null for a purchase. */
  readonly change: SessionChange | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Creates an open session. The caller has locked its store. */
export async function insertCheckoutSession(
  db: Queryable,
  session: NewCheckoutSession,
): Promise<void> {
  const { change } = session;
  const billing = session.billingDetail && JSON.stringify(session.billingDetail);
  await db.query(sql`
    insert into checkout_session (id, store_id, environment, status, product_id,
      product_version_id, currency, amount_minor, tax_category, with_trial, buyer_email,
      email_from_merchant, billing_detail, success_url, dark_mode, language, metadata, metadata_written, merchant_external_id,
      payment_methods, origin_order_id, change_timing, change_amount_minor, change_credit_minor,
      created_at, expires_at)
    values (${session.id}, ${session.storeId}, ${session.environment}, 'open',
      ${session.productId}, ${session.productVersionId}, ${session.currency},
      ${session.amountMinor}, ${session.taxCategory}, ${session.withTrial},
      ${session.buyerEmail}, ${session.emailFromMerchant}, ${billing}::jsonb, ${session.successUrl}, ${session.darkMode},
      ${session.language}, ${JSON.stringify(session.metadata)}::jsonb, ${textToKeep(session.metadata)}::json,
      ${session.merchantExternalId}, ${session.paymentMethods}::text[],
      ${change?.originOrderId ?? null}, ${change?.timing ?? null}, ${change?.amountMinor ?? null},
      ${change?.creditMinor ?? null}, ${session.createdAt}, ${session.expiresAt})`);
}

export interface PayableSession {
  readonly id: SessionId;
  readonly status: CheckoutSessionStatus;
  readonly expiresAt: Date;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly paymentMethods: readonly string[];
  readonly productKind: ProductKind;
  readonly productId: Id<'PROD'>;
  /** Null: the product decides. */
  readonly withTrial: boolean | null;
  /** Null for one-time products. */
  readonly billingPeriod: BillingPeriod | null;
  readonly productMetadata: Readonly<Record<string, unknown>>;
  /** The version's price in the session's currency. */
  readonly price: StoredPrice | null;
  /** The store's time. */
  readonly at: Date;
  readonly storeStatus: StoreStatus;
  /** Whether its product is inactive in its environment. */
  readonly isDeactivated: boolean;
  /** The session's, otherwise the product's. */
  readonly successUrl: string | null;
  /** Declined cards, including those being tried now. */
  readonly declines: number;
}

/** Whether the session's product is inactive in its environment. */
export const isDeactivated = sql`'inactive' = case session.environment
  when 'test' then product.test_status else product.prod_status end`;

/**
 * The session of a purchase in a live store, locked until the transaction ends so that only one of
 * several clicks begins to pay.
 */
export function lockCheckoutSession(
  db: Queryable,
  id: SessionId,
  storeId: Id<'STO'>,
  environment: Environment,
  now: Date,
): Promise<PayableSession[]> {
  return lockingStores(db, 'key share', [storeId]).query<PayableSession>(sql`
    select session.id, session.status, session.expires_at as "expiresAt", session.currency,
      session.amount_minor as "amountMinor", session.payment_methods as "paymentMethods",
      product.kind as "productKind", product.id as "productId",
      session.with_trial as "withTrial", version.billing_period as "billingPeriod",
      version.metadata as "productMetadata", version.prices -> session.currency as price,
      ${storeTime(sql`store.id`, sql`session.environment`, now)} as at, store.status as "storeStatus",
      ${isDeactivated} as "isDeactivated",
      coalesce(session.success_url, version.success_url) as "successUrl", session.declines
    from checkout_session session
    join store on store.id = session.store_id and store.deleted_at is null
    join product on product.store_id = session.store_id and product.id = session.product_id
    join product_version version
      on version.store_id = session.store_id and version.id = session.product_version_id
    where session.id = ${id} and session.store_id = ${storeId}
      and session.environment = ${environment} and session.origin_order_id is null
    for no key update of session for key share of store`);
}

export type PreviewedSession = Pick<
  PayableSession,
  'amountMinor' | 'productKind' | 'productId' | 'withTrial' | 'productMetadata' | 'price'
> & {
  /** Null unless the merchant gave it. */
  readonly vouchedEmail: string | null;
};

/** The offer of a purchase session in a live store. */
export function findCheckoutSession(
  db: Queryable,
  id: SessionId,
  storeId: Id<'STO'>,
  environment: Environment,
): Promise<PreviewedSession[]> {
  return db.query<PreviewedSession>(sql`
    select session.amount_minor as "amountMinor", product.kind as "productKind",
      product.id as "productId", session.with_trial as "withTrial",
      case when session.email_from_merchant then session.buyer_email end as "vouchedEmail",
      version.metadata as "productMetadata",
      version.prices -> session.currency as price
    from checkout_session session
    join store on store.id = session.store_id and store.deleted_at is null
    join product on product.store_id = session.store_id and product.id = session.product_id
    join product_version version
      on version.store_id = session.store_id and version.id = session.product_version_id
    where session.id = ${id} and session.store_id = ${storeId}
      and session.environment = ${environment} and session.origin_order_id is null`);
}

/** Completes the sessions whose orders the payments completed or whose subscriptions they started. */
export async function markSessionsCompleted(
  db: Queryable,
  { ids, storeId }: PaymentKeys,
): Promise<void> {
  await db.query(sql`
    update checkout_session session set status = 'completed'
    from payment
    join orders on orders.store_id = payment.store_id and orders.id = payment.order_id
    where payment.store_id = ${storeId} and ${isOneOf('payment.id', ids)}
      and payment.status = 'succeeded'
      and session.store_id = ${storeId} and session.id = orders.checkout_session_id
      and (orders.status = 'completed' or orders.kind = 'subscription')
      and session.status = any(${sourcesOf(CHECKOUT_SESSION_MOVES, 'completed')})`);
}

/**
 * Completes the session of an order that started without a payment; returns no row if the session
 * has ended.
 */
export function completeSessionOfOrder(
  db: Queryable,
  storeId: Id<'STO'>,
  orderId: Id<'ORD'>,
): Promise<{ readonly id: SessionId }[]> {
  return db.query(sql`
    update checkout_session session set status = 'completed'
    from orders where orders.store_id = ${storeId} and orders.id = ${orderId}
      and session.store_id = ${storeId} and session.id = orders.checkout_session_id
      and session.status = any(${sourcesOf(CHECKOUT_SESSION_MOVES, 'completed')})
    returning session.id`);
}
