import type { Environment, Merchant } from '../../contract/caller.ts';
import { type Queryable, type Sql, sql } from '../../database/database.ts';
import { lockingStores } from '../../database/guard-stores.ts';
import { isOfStores } from '../../database/of-stores.ts';
import type { Id } from '../../kit/id.ts';
import type { CheckoutSessionStatus } from '../checkout-session/checkout-session.states.ts';
import type { ChangeTiming } from '../checkout-session/session-change.ts';
import type { SessionId } from '../checkout-session/session-id.ts';
import type { BillingPeriod } from '../product/product.ts';
import type { StoreStatus } from '../store/store.queries.ts';

/** A session that changes a subscription of a live store. */
export interface ChangeSession {
  readonly id: SessionId;
  readonly storeId: Id<'STO'>;
  readonly environment: Environment;
  readonly status: CheckoutSessionStatus;
  readonly expiresAt: Date;
  readonly storeStatus: StoreStatus;
  readonly paymentMethods: readonly string[];
  readonly originOrderId: Id<'ORD'>;
  /** The buyer of the subscription. */
  readonly buyerIdentity: string | null;
  readonly timing: ChangeTiming;
  /** The new plan's frozen price. */
  readonly amountMinor: bigint;
  /** The merchant's own price for the change: the amount charged, or the credit deducted. */
  readonly changeAmountMinor: bigint | null;
  readonly changeCreditMinor: bigint | null;
  readonly billingPeriod: BillingPeriod;
  readonly productId: Id<'PROD'>;
  readonly productName: string;
  /** Declined cards, including those being tried now. */
  readonly declines: number;
}

function changeSession(id: SessionId, storeId: Id<'STO'>, environment: Environment): Sql {
  return sql`
    select session.id, session.store_id as "storeId", session.environment, session.status,
      session.expires_at as "expiresAt", store.status as "storeStatus",
      session.payment_methods as "paymentMethods", session.origin_order_id as "originOrderId",
      origin.buyer_identity as "buyerIdentity",
      session.change_timing as timing, session.amount_minor as "amountMinor",
      session.change_amount_minor as "changeAmountMinor",
      session.change_credit_minor as "changeCreditMinor",
      version.billing_period as "billingPeriod", session.product_id as "productId",
      version.name as "productName", session.declines
    from checkout_session session
    join store on store.id = session.store_id and store.deleted_at is null
    join orders origin
      on origin.store_id = session.store_id and origin.id = session.origin_order_id
    join product_version version on version.store_id = session.store_id
      and version.id = session.product_version_id
    where session.id = ${id} and session.store_id = ${storeId}
      and session.environment = ${environment}`;
}

/** The offer of a plan-change session. */
export function findChangeSession(
  db: Queryable,
  id: SessionId,
  storeId: Id<'STO'>,
  environment: Environment,
): Promise<ChangeSession[]> {
  return db.query<ChangeSession>(changeSession(id, storeId, environment));
}

/**
 * Like `findChangeSession`, locked until the transaction ends so that only one of several clicks
 * changes the plan.
 */
export function lockChangeSession(
  db: Queryable,
  id: SessionId,
  storeId: Id<'STO'>,
  environment: Environment,
): Promise<ChangeSession[]> {
  return lockingStores(db, 'key share', [storeId]).query<ChangeSession>(sql`
    ${changeSession(id, storeId, environment)}
    for no key update of session for key share of store`);
}

/** The store of a plan-change session, if the merchant has a role on it. */
export async function findSessionStore(
  db: Queryable,
  id: SessionId,
  { merchantId, storeIds }: Merchant,
): Promise<Id<'STO'> | null> {
  const [row] = await db.query<{ storeId: Id<'STO'> }>(sql`
    select session.store_id as "storeId" from checkout_session session
    join usable_membership member on member.store_id = session.store_id
    where ${isOfStores('session.store_id', storeIds)} and session.id = ${id}
      and member.merchant_id = ${merchantId}`);
  return row?.storeId ?? null;
}
