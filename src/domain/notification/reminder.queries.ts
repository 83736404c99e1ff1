import type { Environment } from '../../contract/caller.ts';
import { type Queryable, type Sql, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { addMs } from '../../kit/time.ts';
import { storeTime } from '../test-clock/store-time.ts';

/** Longest time between a reminder and what it is about; of a short period, a third of it. */
const LEAD_MS = 3 * 24 * 60 * 60 * 1000;

export interface DueReminder {
  readonly orderId: Id<'ORD'>;
  readonly storeId: Id<'STO'>;
  readonly storeName: string;
  readonly environment: Environment;
  readonly buyerEmail: string;
  readonly language: string;
  readonly productName: string;
  readonly currency: string;
  /** What will be charged. */
  readonly totalMinor: bigint;
  readonly dueAt: Date;
  readonly periodNumber: number;
  readonly isTrial: boolean;
}

/** Stores with a charge that is near in the store's time, and not yet announced. */
export async function findStoresWithReminders(db: Queryable, now: Date): Promise<Id<'STO'>[]> {
  const rows = await db.query<{ storeId: Id<'STO'> }>(sql`
    select distinct subscription.store_id as "storeId"
    from ${unannounced(now)}
    where ${isOpen} and ${isNear(now)} and reminder.due_at <= reminder.at`);
  return rows.map(({ storeId }) => storeId);
}

/** The index finds these; a test clock may be anywhere. */
function isNear(now: Date): Sql {
  return sql`(subscription.due_at <= ${addMs(now, LEAD_MS)}
    or exists (select from test_clock where test_clock.store_id = subscription.store_id))`;
}

/**
 * Active subscriptions of a store whose next charge is near in the store's time, and not yet
 * announced.
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
      orders.currency, coalesce(planned.first_minor, orders.total_minor) as "totalMinor",
      subscription.due_at as "dueAt", subscription.period_number as "periodNumber",
      subscription.period_number < subscription.anchor_period as "isTrial"
    from ${unannounced(now)}
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
    where ${isOpen} and subscription.store_id = ${storeId} and ${isNear(now)}
      and reminder.due_at <= reminder.at
    order by subscription.due_at limit ${limit}`);
}

/** When the store's next reminder in test is due, up to a limit; in whole milliseconds. */
export async function findNextReminderTime(
  db: Queryable,
  storeId: Id<'STO'>,
  { now, limit }: { now: Date; limit: Date },
): Promise<Date | null> {
  const [row] = await db.query<{ dueAt: Date | null }>(sql`
    select least(date_trunc('milliseconds', min(reminder.due_at) + interval '999 microseconds'),
      ${limit}) as "dueAt"
    from ${unannounced(now)}
    where ${isOpen} and subscription.store_id = ${storeId} and subscription.environment = 'test'
      and reminder.due_at <= ${limit}
    having count(*) > 0`);
  return row?.dueAt ?? null;
}

/** Subscriptions of live stores, each with what its reminder would be and when it is due. */
function unannounced(now: Date): Sql {
  return sql`subscription
    join orders on orders.id = subscription.order_id
      and orders.store_id = subscription.store_id and orders.status = 'active'
    join store on store.id = subscription.store_id and store.deleted_at is null
    cross join lateral (
      select ${storeTime(sql`subscription.store_id`, sql`subscription.environment`, now)} as at,
        subscription.due_at - least(${`${LEAD_MS} milliseconds`}::interval,
          (subscription.period_end - subscription.period_start) / 3) as due_at,
        case when subscription.period_number < subscription.anchor_period
          then 'subscription.trial_ending' else 'subscription.upcoming_charge' end as type,
        case when subscription.period_number < subscription.anchor_period
          then 'emailTrialEnding' else 'emailUpcomingCharge' end as switch
    ) reminder`;
}

/** A charge is ahead, its announcement is wanted, and there was none yet. */
const isOpen = sql`subscription.due_at is not null
  and subscription.period_end = subscription.due_at
  and subscription.due_at > reminder.at
  and coalesce((store.notification_settings ->> reminder.switch)::boolean, true)
  and not exists (select from email_delivery mail
    where mail.store_id = subscription.store_id and mail.occurrence = reminder.type || '/' || orders.id || '/'
      || subscription.period_number)`;
