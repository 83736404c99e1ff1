import type { Environment } from '../../contract/caller.ts';
import { type Queryable, type Sql, sql } from '../../database/database.ts';
import { searchingStores } from '../../database/search-stores.ts';
import type { Id } from '../../kit/id.ts';
import { inTrial } from '../subscription/subscription.queries.ts';
import { undisputed } from '../subscription/undisputed.ts';
import { storeTime } from '../test-clock/store-time.ts';

/** Maximum time from a reminder to its event; for a short period, a third of the period. */
const LEAD = '72 hours';

export interface DueReminder {
  readonly orderId: Id<'ORD'>;
  readonly storeId: Id<'STO'>;
  readonly storeName: string;
  readonly environment: Environment;
  readonly buyerEmail: string;
  readonly language: string;
  readonly productName: string;
  readonly currency: string;
  /** The amount to be charged, or the price of a period if a trial ends. */
  readonly totalMinor: bigint;
  readonly dueAt: Date;
  readonly periodNumber: number;
  readonly isTrial: boolean;
}

/** Stores with an upcoming charge, by the store's time, that hasn't been announced. */
export async function findStoresWithReminders(db: Queryable, now: Date): Promise<Id<'STO'>[]> {
  const rows = await searchingStores(db).query<{ storeId: Id<'STO'> }>(sql`
    select subscription.store_id as "storeId" from ${running}
    where ${isOpen(now)} and ${isNear(sql`${now}::timestamptz`)} and ${dueAt} <= ${storeNow(now)}
    union
    select clock.store_id from test_clock clock
    join (${running}) on subscription.store_id = clock.store_id and subscription.environment = 'test'
    where clock.at > ${now} and ${isOpen(now)} and ${isNear(sql`clock.at`)}
      and ${dueAt} <= clock.at`);
  return rows.map(({ storeId }) => storeId);
}

/** Implied by the reminder being due at that time; lets the index find the few of them. */
function isNear(time: Sql): Sql {
  return sql`subscription.due_at <= ${time} + ${LEAD}::interval`;
}

/**
 * Active subscriptions of a store whose next charge is upcoming, by the store's time, and hasn't
 * been announced.
 */
export function findDueReminders(
  db: Queryable,
  storeId: Id<'STO'>,
  now: Date,
  limit: number,
): Promise<DueReminder[]> {
  return db.query(sql`
    select orders.id as "orderId", orders.store_id as "storeId", store.name as "storeName",
      orders.environment, orders.buyer_email as "buyerEmail",
      coalesce(session.language, 'en') as language, version.name as "productName",
      orders.currency, ${AMOUNT} as "totalMinor",
      subscription.due_at as "dueAt", subscription.period_number as "periodNumber",
      ${inTrial} as "isTrial"
    from ${running}
    join checkout_session session on session.id = orders.checkout_session_id
      and session.store_id = orders.store_id
    -- A scheduled change is what will be charged.
    left join subscription planned on planned.order_id = subscription.scheduled_order_id
      and planned.store_id = subscription.store_id
    left join orders next on next.id = subscription.scheduled_order_id
      and next.store_id = subscription.store_id
    join product_version version
      on version.id = coalesce(next.product_version_id, orders.product_version_id)
      and version.store_id = orders.store_id
    where ${isOpen(now, sql`${storeId}`)} and subscription.store_id = ${storeId}
      and subscription.environment = any('{test,prod}') and ${dueAt} <= ${storeNow(now)}
      and ${isNear(storeTime(sql`${storeId}`, sql`'test'`, now))}
    order by subscription.due_at limit ${limit}`);
}

/** When the store's next test reminder is due, up to a limit; in whole milliseconds. */
export async function findNextReminderTime(
  db: Queryable,
  storeId: Id<'STO'>,
  { now, limit }: { now: Date; limit: Date },
): Promise<Date | null> {
  const [row] = await db.query<{ dueAt: Date | null }>(sql`
    select least(date_trunc('milliseconds', min(${dueAt}) + interval '999 microseconds'),
      ${limit}) as "dueAt"
    from ${running}
    where ${isOpen(now, sql`${storeId}`)} and subscription.store_id = ${storeId} and subscription.environment = 'test'
      and ${isNear(sql`${limit}::timestamptz`)} and ${dueAt} <= ${limit}
    having count(*) > 0`);
  return row?.dueAt ?? null;
}

/** The first period of a scheduled change can cost more or less than those that follow. */
const AMOUNT = sql`case when ${inTrial} then coalesce(next.total_minor, orders.total_minor)
  else coalesce(planned.first_minor, orders.total_minor) end`;

/** Subscriptions of live stores. */
const running = sql`subscription
  join orders on orders.id = subscription.order_id
    and orders.store_id = subscription.store_id and orders.status = 'active'
  join store on store.id = subscription.store_id and store.deleted_at is null`;

const storeNow = (now: Date) =>
  storeTime(sql`subscription.store_id`, sql`subscription.environment`, now);

/** When the reminder of the next charge is due. */
const dueAt = sql`(subscription.due_at - least(${LEAD}::interval,
  (subscription.period_end - subscription.period_start) / 3))`;

/** There is an upcoming charge, and a reminder is wanted but hasn't been queued. */
const isOpen = (now: Date, storeId?: Sql) => sql`subscription.due_at is not null
  and subscription.period_end = subscription.due_at
  and subscription.due_at > ${storeNow(now)}
  and coalesce((store.notification_settings ->> case
    when ${inTrial} then 'emailTrialEnding'
    else 'emailUpcomingCharge' end)::boolean, true)
  and subscription.announced_period is distinct from subscription.period_number
  and ${undisputed(storeId)} and ${hasNews(storeId)}`;

/** A scheduled change that costs nothing is announced only if a trial ends with it. */
const hasNews = (storeId: Sql = sql`subscription.store_id`) => sql`(
  subscription.scheduled_order_id is null or ${inTrial}
  or not exists (select from subscription planned where planned.store_id = ${storeId}
    and planned.order_id = subscription.scheduled_order_id and planned.first_minor = 0))`;
