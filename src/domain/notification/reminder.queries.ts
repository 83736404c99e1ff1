import type { Environment } from '../../contract/caller.ts';
import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { addMs } from '../../kit/time.ts';

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

/** Active subscriptions whose next charge is near in their store's time, and not yet announced. */
export function findDueReminders(db: Queryable, now: Date, limit: number): Promise<DueReminder[]> {
  return db.query(sql`
    select orders.id as "orderId", orders.store_id as "storeId", store.name as "storeName",
      orders.environment, orders.buyer_email as "buyerEmail",
      coalesce(session.language, 'en') as language, version.name as "productName",
      orders.currency, coalesce(planned.first_minor, orders.total_minor) as "totalMinor", subscription.due_at as "dueAt",
      subscription.period_number as "periodNumber",
      subscription.period_number < subscription.anchor_period as "isTrial"
    from subscription
    join orders on orders.id = subscription.order_id and orders.status = 'active'
    join store on store.id = subscription.store_id and store.deleted_at is null
    join checkout_session session on session.id = orders.checkout_session_id
    -- A scheduled change is what will be charged.
    left join subscription planned on planned.order_id = subscription.scheduled_order_id
    left join orders next on next.id = subscription.scheduled_order_id
    join product_version version
      on version.id = coalesce(next.product_version_id, orders.product_version_id)
    cross join lateral (
      select store_time(subscription.store_id, subscription.environment, ${now}) as at,
        case when subscription.period_number < subscription.anchor_period
          then 'subscription.trial_ending' else 'subscription.upcoming_charge' end as type,
        case when subscription.period_number < subscription.anchor_period
          then 'emailTrialEnding' else 'emailUpcomingCharge' end as switch
    ) reminder
    where subscription.due_at is not null and subscription.period_end = subscription.due_at
      -- The index finds these; a test clock may be anywhere.
      and (subscription.due_at <= ${addMs(now, LEAD_MS)}
        or subscription.store_id in (select store_id from test_clock))
      and subscription.due_at > reminder.at
      and subscription.due_at <= reminder.at + least(${`${LEAD_MS} milliseconds`}::interval,
        (subscription.period_end - subscription.period_start) / 3)
      and coalesce((store.notification_settings ->> reminder.switch)::boolean, true)
      and not exists (select from email_delivery mail
        where mail.occurrence = reminder.type || '/' || orders.id || '/'
          || subscription.period_number)
    order by subscription.due_at limit ${limit}`);
}

/** A reminder as it is queued. */
export interface ReminderMail extends DueReminder {
  readonly type: string;
  readonly occurrence: string;
  readonly eventId: string;
  readonly subject: string;
  readonly content: Readonly<Record<string, string>>;
}

/** Queues a reminder unless another worker has. */
export async function insertReminder(db: Queryable, mail: ReminderMail, now: Date): Promise<void> {
  await db.query(sql`
    insert into email_delivery (id, store_id, environment, occurrence, event_type, event_id,
      recipient_type, switch, to_address, subject, language, content, status, due_at, created_at)
    values (gen_random_uuid(), ${mail.storeId}, ${mail.environment}, ${mail.occurrence},
      ${mail.type}, ${mail.eventId}, 'buyer',
      ${mail.isTrial ? 'emailTrialEnding' : 'emailUpcomingCharge'}, ${mail.buyerEmail},
      ${mail.subject}, ${mail.language}, ${JSON.stringify(mail.content)}, 'pending', ${now}, ${now})
    on conflict on constraint one_mail_per_occurrence_and_recipient do nothing`);
}
