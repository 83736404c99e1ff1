import type { Environment } from '../../contract/caller.ts';
import { NOT_COMPLETED } from '../../contract/payment-provider.ts';
import { type Queryable, type Sql, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';

/** Which due subscriptions a claim looks at. */
export type DueScope =
  | 'all'
  /** Those of stores in test whose clock is ahead of real time. */
  | 'ahead'
  /** Those of one store in test, whose clock is being moved. */
  | { readonly storeId: Id<'STO'> };

export interface DueSubscription {
  readonly orderId: Id<'ORD'>;
  /** Charges of the last day, by the store's time; not those that the provider never saw. */
  readonly recentCharges: number;
}

/**
 * Leases subscriptions whose next step is due, the earliest first. Not those whose charge, or that
 * of a change, waits for its outcome, nor those of a store whose test clock is being moved by a call.
 */
export function claimDueSubscriptions(
  db: Queryable,
  scope: DueScope,
  { now, leasedUntil, most }: { now: Date; leasedUntil: Date; most: number },
): Promise<DueSubscription[]> {
  return db.query<DueSubscription>(sql`
    update subscription set leased_until = ${leasedUntil}
    where order_id in (
      select subscription.order_id from subscription
      where ${isDue(scope, now)}
        and (subscription.leased_until is null or subscription.leased_until <= ${now})
        and not exists (select from payment
          where payment.order_id = subscription.order_id and payment.status = 'pending')
        and not exists (select from orders join payment on payment.order_id = orders.id
          where orders.change_origin_order_id = subscription.order_id
            and payment.status = 'pending')
      order by subscription.due_at, subscription.order_id
      limit ${most} for no key update skip locked)
    returning order_id as "orderId", (select count(*)::integer from payment
      where payment.order_id in (subscription.order_id, subscription.scheduled_order_id)
        and payment.failure_reason is distinct from ${NOT_COMPLETED}
        and payment.created_at > store_time(
        subscription.store_id, subscription.environment, ${now}) - interval '1 day')
      as "recentCharges"`);
}

function isDue(scope: DueScope, now: Date): Sql {
  if (typeof scope === 'object') {
    return sql`subscription.store_id = ${scope.storeId} and subscription.environment = 'test'
      and subscription.due_at <= store_time(${scope.storeId}, 'test', ${now})`;
  }
  const moving = sql`exists (select from test_clock
    where test_clock.store_id = subscription.store_id and subscription.environment = 'test'
      and test_clock.leased_until > ${now})`;
  if (scope === 'all') return sql`subscription.due_at <= ${now} and not ${moving}`;
  return sql`(subscription.store_id, subscription.environment) in (
      select store_id, 'test' from test_clock where at > ${now})
    and subscription.due_at <= store_time(subscription.store_id, 'test', ${now})
    and not ${moving}`;
}

/** Keeps a subscription from being looked at for a while. */
export async function postponeSubscriptions(
  db: Queryable,
  orderIds: readonly Id<'ORD'>[],
  until: Date,
): Promise<void> {
  await db.query(sql`
    update subscription set leased_until = ${until} where order_id = any(${orderIds}::uuid[])`);
}

/** The store's next due time in test, up to a limit; not of what waits for a charge's outcome. */
export async function findNextDueTime(
  db: Queryable,
  storeId: Id<'STO'>,
  environment: Environment,
  limit: Date,
): Promise<Date | null> {
  const [row] = await db.query<{ dueAt: Date | null }>(sql`
    select min(due_at) as "dueAt" from subscription
    where store_id = ${storeId} and environment = ${environment} and due_at <= ${limit}`);
  return row?.dueAt ?? null;
}
