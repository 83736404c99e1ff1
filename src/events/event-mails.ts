import { empty, type Sql, sql } from '../database/database.ts';
import { decodeId } from '../kit/id.ts';
import type { EventType } from './event-types.ts';
import { mailTextOf } from './mail-texts.ts';
import type { NewEvent } from './new-event.ts';

/** Job that a new mail wakes. */
export const MAIL_JOB = 'send-emails';

/** Lets every mail to a buyer about a change of plan through (docs/contract/notifications.md). */
export const PLAN_CHANGE_SWITCH = 'emailSubscriptionPlanChanged';

type Fields = Readonly<Record<string, unknown>>;

/** The switches of a store that let an event's mails through; null: no such mail. */
export interface EventMails {
  /** To owner and admins (docs/contract/resources.md#notification-settings, merchant-writable). */
  readonly merchant: string | null;
  /** To the buyer (docs/contract/resources.md#notification-settings, platform-managed). */
  readonly buyer: string | null;
}

const none: EventMails = { merchant: null, buyer: null };

/**
 * Which mails an event brings about (docs/contract/resources.md#notification-settings). Where a
 * change records several events, one of them mails: a renewal's is `subscription.renewed`, a plan
 * change's `plan_changed`.
 */
export const EVENT_MAILS: Readonly<Record<EventType, EventMails>> = {
  'order.completed': { merchant: 'notifyNewOrders', buyer: 'emailOrderConfirmation' },
  'subscription.activated': {
    merchant: 'notifyNewSubscriptions',
    buyer: 'emailSubscriptionConfirmation',
  },
  'subscription.payment_succeeded': none,
  'subscription.renewed': {
    merchant: 'notifySubscriptionRenewed',
    buyer: 'emailSubscriptionCycled',
  },
  'subscription.recovered': none,
  'subscription.canceling': {
    merchant: 'notifySubscriptionCanceled',
    buyer: 'emailSubscriptionCanceled',
  },
  'subscription.uncanceled': { merchant: 'notifySubscriptionUncanceled', buyer: null },
  'subscription.updated': none,
  'subscription.plan_changed': {
    merchant: 'notifySubscriptionUpdated',
    buyer: PLAN_CHANGE_SWITCH,
  },
  'subscription.plan_change_scheduled': { merchant: null, buyer: PLAN_CHANGE_SWITCH },
  'subscription.plan_change_failed': { merchant: null, buyer: PLAN_CHANGE_SWITCH },
  'subscription.canceled': {
    merchant: 'notifySubscriptionEnded',
    buyer: 'emailSubscriptionRevoked',
  },
  'subscription.past_due': {
    merchant: 'notifySubscriptionPastDue',
    buyer: 'emailSubscriptionPastDue',
  },
  'refund.succeeded': { merchant: 'notifyRefundSucceeded', buyer: 'emailRefundSucceeded' },
  'refund.failed': none,
};

/** The mails of an event; the start of a free trial has its own switch for the buyer. */
export function mailsOf(type: EventType, data: Fields): EventMails {
  const mails = EVENT_MAILS[type];
  return isFreeTrial(type, data) ? { ...mails, buyer: 'emailTrialStarted' } : mails;
}

/** A free trial is period 0. */
export function isFreeTrial(type: string, data: Fields): boolean {
  return type === 'subscription.activated' && data.periodNumber === 0;
}

/**
 * Names what a buyer is told once, however often it is tried: that a change could not be paid. Null:
 * each event mails.
 */
function onceNameOf({ type, storeId, data }: NewEvent): string | null {
  if (type !== 'subscription.plan_change_failed') return null;
  return `${type}/${storeId}/${data.targetOrderId}`;
}

/**
 * The part of the statement that records an event which writes its mails: `recorded` is the event's
 * row. A switch that is off, or that a merchant has turned off for himself, writes nothing.
 */
export function insertMails(event: NewEvent, storeName: string): Sql {
  const { merchant, buyer } = mailsOf(event.type, event.data);
  if (merchant === null && buyer === null) return empty;
  const facts = { ...event, storeName };
  const buyerEmail = typeof event.data.buyerEmail === 'string' ? event.data.buyerEmail : null;
  const orderId = decodeId('ORD', String(event.data.orderId ?? ''));
  return sql`, mailed as (
      insert into email_delivery (id, store_id, environment, occurrence, event_uuid, event_type,
        event_id, recipient_type, merchant_id, switch, to_address, subject, language, status,
        due_at, created_at)
      select gen_random_uuid(), recorded.store_id, recorded.environment,
        coalesce(${onceNameOf(event)}::text, recorded.id::text),
        recorded.id, recorded.type, ${event.eventId}::text, mail.recipient_type, mail.merchant_id,
        mail.switch, mail.to_address, mail.subject, mail.language, 'pending', recorded.created_at,
        recorded.created_at
      from recorded join store on store.id = recorded.store_id cross join lateral (
        select 'merchant' as recipient_type, account.id as merchant_id,
          ${merchant}::text as switch, account.email as to_address,
          ${mailTextOf('merchant', facts).subject}::text as subject, 'en' as language
        from store_merchant member join merchant account on account.id = member.merchant_id
        where member.store_id = store.id and member.role <> 'member'
          and not exists (select from notification_opt_out refused
            where refused.store_id = store.id and refused.merchant_id = account.id
              and refused.switch = ${merchant}::text)
        union all
        select 'buyer', null, ${buyer}::text, ${buyerEmail}::text,
          ${mailTextOf('buyer', facts).subject}::text,
          coalesce((select session.language from orders
            join checkout_session session on session.id = orders.checkout_session_id
            where orders.id = ${orderId}::uuid), 'en')
      ) mail
      where mail.switch is not null and mail.to_address is not null
        and coalesce((store.notification_settings ->> mail.switch)::boolean, true)
      on conflict on constraint one_mail_per_occurrence_and_recipient do nothing
    )`;
}
