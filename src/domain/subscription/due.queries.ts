import type { Environment } from '../../contract/caller.ts';
import { NOT_COMPLETED } from '../../contract/payment-provider.ts';
import { type Queryable, sql } from '../../database/database.ts';
import { searchingStores } from '../../database/search-stores.ts';
import type { Id } from '../../kit/id.ts';
import { storeTime } from '../test-clock/store-time.ts';
import { undisputed } from './undisputed.ts';

/** The subscriptions of a store in one environment. */
export interface StoreSide {
  readonly storeId: Id<'STO'>;
  readonly environment: Environment;
}

/** The subscriptions that a claim considers. */
export interface DueScope extends StoreSide {
  /**
   * Set by the call that advances the store's test clock; no worker claims them during that call.
   */
  readonly byClock?: boolean;
}

export interface DueSubscription {
  readonly orderId: Id<'ORD'>;
  /** Charges in the last day by the store's time, except those that never reached the provider. */
  readonly recentCharges: number;
}

/** Stores with subscriptions whose next step is due by the store's time. */
export function findStoresWithDueSubscriptions(db: Queryable, now: Date): Promise<StoreSide[]> {
  return searchingStores(db).query<StoreSide>(sql`
    select distinct store_id as "storeId", environment from subscription
    where due_at <= ${now} and (leased_until is null or leased_until <= ${now}) and ${undisputed()}
    union
    select clock.store_id, 'test' from test_clock clock
    join subscription on subscription.store_id = clock.store_id and environment = 'test'
      and due_at <= clock.at
      and (subscription.leased_until is null or subscription.leased_until <= ${now})
    where at > ${now} and ${undisputed()}`);
}

/**
 * Leases subscriptions whose next step is due, the earliest first. Skips those with a disputed or a
 * pending charge, their own or a plan change's, and those of a store whose test clock is being
 * advanced by a call.
 */
export function claimDueSubscriptions(
  db: Queryable,
  { storeId, environment, byClock = false }: DueScope,
  { now, leasedUntil, most }: { now: Date; leasedUntil: Date; most: number },
): Promise<DueSubscription[]> {
  return db.query<DueSubscription>(sql`
    update subscription set leased_until = ${leasedUntil}
    where store_id = ${storeId} and order_id in (
      select subscription.order_id from subscription
      where store_id = ${storeId} and environment = ${environment}
        and due_at <= ${storeTime(sql`${storeId}`, sql`${environment}`, now)}
        and (leased_until is null or leased_until <= ${now}) and ${undisputed(sql`${storeId}`)}
        and (${byClock} or ${environment} = 'prod' or not exists (select from test_clock
          where test_clock.store_id = ${storeId} and test_clock.leased_until > ${now}))
        and not exists (select from payment where payment.store_id = ${storeId}
          and payment.order_id = subscription.order_id and payment.status = 'pending')
        and not exists (select from orders
          join payment on payment.order_id = orders.id and payment.store_id = ${storeId}
          where orders.store_id = ${storeId}
            and orders.change_origin_order_id = subscription.order_id
            and payment.status = 'pending')
      order by due_at, order_id
      limit ${most} for no key update skip locked)
    returning order_id as "orderId", (select count(*)::integer from payment
      where payment.store_id = ${storeId}
        and payment.order_id in (subscription.order_id, subscription.scheduled_order_id)
        and payment.failure_reason is distinct from ${NOT_COMPLETED}
        and payment.created_at > ${storeTime(sql`${storeId}`, sql`${environment}`, now)}
          - interval '1 day')
      as "recentCharges"`);
}

/**
 * The claimed subscriptions whose payment was disputed while they were being claimed. Call it in the
 * claim's transaction: it sees what the claim's statement began too early to see.
 */
export async function findDisputed(
  db: Queryable,
  storeId: Id<'STO'>,
  orderIds: readonly Id<'ORD'>[],
): Promise<ReadonlySet<Id<'ORD'>>> {
  const rows = await db.query<{ orderId: Id<'ORD'> }>(sql`
    select order_id as "orderId" from subscription
    where store_id = ${storeId} and order_id = any(${orderIds}::uuid[])
      and not ${undisputed(sql`${storeId}`)}`);
  return new Set(rows.map(({ orderId }) => orderId));
}

/** Keeps workers from claiming the subscriptions for a while. */
export async function postponeSubscriptions(
  db: Queryable,
  storeId: Id<'STO'>,
  orderIds: readonly Id<'ORD'>[],
  until: Date,
): Promise<void> {
  await db.query(sql`
    update subscription set leased_until = ${until}
    where store_id = ${storeId} and order_id = any(${orderIds}::uuid[])`);
}

/** The earliest due time in one environment of the store, up to a limit; null if there is none. */
export async function findNextDueTime(
  db: Queryable,
  storeId: Id<'STO'>,
  environment: Environment,
  limit: Date,
): Promise<Date | null> {
  const [row] = await db.query<{ dueAt: Date | null }>(sql`
    select min(due_at) as "dueAt" from subscription
    where store_id = ${storeId} and environment = ${environment} and due_at <= ${limit}
      and ${undisputed(sql`${storeId}`)}`);
  return row?.dueAt ?? null;
}
