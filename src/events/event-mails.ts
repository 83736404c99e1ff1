import { empty, type Sql, sql, type Tx } from '../database/database.ts';
import { isErased } from '../kit/erased-address.ts';
import { decodeId, newUuid } from '../kit/id.ts';
import type { BuyerMail } from './event-type.ts';
import { describeEvent, type EventType } from './event-types.ts';
import { idBeside } from './id-beside.ts';
import { mailTextOf } from './mail-texts.ts';
import type { NewEvent } from './new-event.ts';
import { mailedMerchants } from './queue-mail.queries.ts';
import type { MerchantSwitch, PlatformSwitch } from './switches.ts';

/** Job that a new mail wakes. */
export const MAIL_JOB = 'send-emails';

type Fields = Readonly<Record<string, unknown>>;

/** The store's switches for an event's mails; null if there is no such mail. */
export interface EventMails {
  /** To owner and admins (docs/contract/resources.md#notification-settings, merchant-writable). */
  readonly merchant: MerchantSwitch | null;
  /** To the buyer (docs/contract/resources.md#notification-settings, platform-managed). */
  readonly buyer: PlatformSwitch | null;
}

/** The mails that an event causes. */
export function mailsOf(type: EventType, data: Fields): EventMails {
  const { merchantMail, buyerMail } = describeEvent(type);
  return { merchant: merchantMail?.switch ?? null, buyer: switchOf(buyerMail, data) };
}

function switchOf(mail: BuyerMail | null, data: Fields): PlatformSwitch | null {
  return mail?.unless?.is(data) ? mail.unless.switch : (mail?.switch ?? null);
}

/**
 * A key for mails sent only once, however often the event occurs. Null: each event sends a mail.
 */
function onceNameOf({ type, storeId, data }: NewEvent): string | null {
  const once = describeEvent(type).buyerMail?.onceFor;
  return once ? `${type}/${storeId}/${once(data)}` : null;
}

/**
 * Writes the mails of something that events report less often than mails do. No event is recorded:
 * the mails carry its data themselves.
 */
export async function mailWithoutEvent(
  tx: Tx,
  event: NewEvent & { readonly storeName: string },
  now: Date,
): Promise<void> {
  const { storeId, environment, type, storeName, data } = event;
  const content = sql`null::uuid, ${JSON.stringify(data)}::jsonb`;
  await tx.query(sql`
    with recorded as (
      select ${newUuid(now)}::uuid as id, ${storeId}::uuid as store_id, ${environment}::text as environment,
        ${type}::text as type, ${now}::timestamptz as created_at
    )${insertMails(event, storeName, content)} select`);
  tx.wake(MAIL_JOB);
}

/** The event whose data the mails show. */
const OF_EVENT = sql`recorded.id, null::jsonb`;

/**
 * The part of the statement recording an event that writes its mails; `recorded` is the event's
 * row. A switch that is off, or that a merchant has opted out of, writes nothing.
 */
export function insertMails(event: NewEvent, storeName: string, content = OF_EVENT): Sql {
  if (event.isMailedByAnother) return empty;
  const { merchant, buyer } = mailsOf(event.type, event.data);
  if (merchant === null && buyer === null) return empty;
  const facts = { ...event, storeName };
  const buyerEmail = mailedBuyer(event.data);
  const orderId = decodeId('ORD', String(event.data.orderId ?? ''));
  return sql`, mailed as (
      insert into email_delivery (id, store_id, environment, occurrence, event_uuid, content,
        event_type, event_id, recipient_type, merchant_id, switch, to_address, subject, language,
        status, due_at, created_at)
      select ${idBeside(sql`recorded.id`)}, recorded.store_id, recorded.environment,
        coalesce(${onceNameOf(event)}::text, recorded.id::text),
        ${content}, recorded.type, ${event.eventId}::text, mail.recipient_type, mail.merchant_id,
        mail.switch, mail.to_address, mail.subject, mail.language, 'pending', recorded.created_at,
        recorded.created_at
      from recorded join store on store.id = recorded.store_id cross join (
        select 'merchant' as recipient_type, account.id as merchant_id,
          ${merchant}::text as switch, account.email as to_address,
          ${mailTextOf('merchant', facts).subject}::text as subject, 'en' as language
        ${mailedMerchants(event, merchant)}
        union all
        select 'buyer', null, ${buyer}::text, ${buyerEmail}::text,
          ${mailTextOf('buyer', facts).subject}::text,
          coalesce((select session.language from orders
            join checkout_session session
              on session.store_id = orders.store_id and session.id = orders.checkout_session_id
            where orders.store_id = ${event.storeId} and orders.id = ${orderId}::uuid), 'en')
      ) mail
      where mail.switch is not null and mail.to_address is not null
        and coalesce((store.notification_settings ->> mail.switch)::boolean, true)
      on conflict on constraint one_mail_per_occurrence_and_recipient do nothing
    )`;
}

/** The buyer's address; null if it is unknown or erased. */
function mailedBuyer({ buyerEmail }: Fields): string | null {
  return typeof buyerEmail === 'string' && !isErased(buyerEmail) ? buyerEmail : null;
}
