import { empty, join, type Sql, sql, type Tx } from '../database/database.ts';
import { isOneOf } from '../database/of-stores.ts';
import { isErased } from '../kit/erased-address.ts';
import { decodeId, type Id, newUuid } from '../kit/id.ts';
import type { BuyerMail } from './event-type.ts';
import { describeEvent, type EventType } from './event-types.ts';
import { idBeside } from './id-beside.ts';
import { listLanguages, listRefusing } from './mail-facts.queries.ts';
import { mailSubjectOf } from './mail-texts.ts';
import type { EventKind, NamedKind, Occurrence } from './new-event.ts';
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
  const merchant = merchantMail?.unless?.(data) ? null : (merchantMail?.switch ?? null);
  return { merchant, buyer: switchOf(buyerMail, data) };
}

function switchOf(mail: BuyerMail | null, data: Fields): PlatformSwitch | null {
  return mail?.unless?.is(data) ? mail.unless.switch : (mail?.switch ?? null);
}

/**
 * Writes the mails of occurrences that events report less often than mails do. No event is
 * recorded: the mails carry the data themselves.
 */
export async function mailWithoutEvents(
  tx: Tx,
  kind: NamedKind,
  occurrences: readonly Occurrence[],
  now: Date,
): Promise<void> {
  const given = occurrences.map((occurrence) => ({
    ...mailFields(kind, occurrence, newUuid(now)),
    content: occurrence.data,
  }));
  if (!hasMails(given)) return;
  await writeMails(tx, kind, given, now);
  tx.wake(MAIL_JOB);
}

/** Writes the mails of the events. On a cluster, what they need of the store's node is read first. */
export async function writeMails(
  tx: Tx,
  kind: NamedKind,
  given: readonly GivenEvent[],
  now: Date,
): Promise<void> {
  if (!tx.guardsStores) {
    await tx.query(sql`with ${givenEvents(given)} ${insertMails(kind, given, now)}`);
    return;
  }
  const name = describeEvent(kind.type).merchantMail?.switch ?? null;
  const [languages, refusing] = await Promise.all([
    listLanguages(tx, kind.storeId, orderIdsOf(given)),
    name ? listRefusing(tx, kind, name) : [],
  ]);
  const languageOf = new Map(languages.map(({ orderId, language }) => [orderId, language]));
  const known = given.map((event) => ({
    ...event,
    buyer_language: event.order_id && languageOf.get(event.order_id),
  }));
  const ids = refusing.map(({ merchantId }) => merchantId);
  await tx.query(sql`with ${givenEvents(known)} ${insertMails(kind, known, now, ids)}`);
}

/** An event to record, or only to mail, with what its mails need. */
export interface GivenEvent {
  readonly id: string;
  readonly event_id: string;
  readonly body?: string;
  /** The data that the mails show if no event has it. */
  readonly content?: Fields;
  /** Identifies the occasion: one mail per occasion and recipient. */
  readonly occasion: string;
  readonly merchant_subject: string | null;
  readonly buyer_switch: PlatformSwitch | null;
  readonly buyer_subject: string | null;
  readonly buyer_email: string | null;
  readonly order_id: Id<'ORD'> | null;
  /** The buyer's, if it was read before. */
  readonly buyer_language?: string | null;
}

/** An event's ID and what its mails need; subjects are null if there is no such mail. */
export function mailFields(kind: NamedKind, occurrence: Occurrence, id: string): GivenEvent {
  const { eventId, data } = occurrence;
  const mails = kind.isMailedByAnother ? NO_MAILS : mailsOf(kind.type, data);
  const buyer = mailedBuyer(data);
  const facts = { ...kind, data };
  const once = describeEvent(kind.type).buyerMail?.onceFor;
  return {
    ...{ id, event_id: eventId },
    occasion: once ? `${kind.type}/${kind.storeId}/${once(data)}` : id,
    merchant_subject: mails.merchant && mailSubjectOf('merchant', facts),
    buyer_switch: mails.buyer,
    buyer_subject: mails.buyer && buyer && mailSubjectOf('buyer', facts),
    buyer_email: buyer,
    order_id: decodeId('ORD', String(data.orderId ?? '')),
  };
}

const NO_MAILS: EventMails = { merchant: null, buyer: null };

/** Whether any of the events may have mails. */
export function hasMails(given: readonly GivenEvent[]): boolean {
  return given.some(({ merchant_subject: one, buyer_subject: other }) => (one ?? other) !== null);
}

/** The events as the CTE `given`. */
export function givenEvents(given: readonly GivenEvent[]): Sql {
  return sql`given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id uuid,
        event_id text, body text, content jsonb, occasion text, merchant_subject text,
        buyer_switch text, buyer_subject text, buyer_email text, order_id uuid,
        buyer_language text)
    )`;
}

const orderIdsOf = (given: readonly GivenEvent[]) =>
  given.flatMap(({ order_id }) => order_id ?? []);

/**
 * The statement that writes the mails of the events in `given`. A switch that is off, or that a
 * merchant has opted out of, writes nothing. With `refusing`, the merchants who have opted out and
 * the buyers' languages were read before.
 */
export function insertMails(
  { storeId, environment, type }: EventKind,
  given: readonly GivenEvent[],
  now: Date,
  refusing: readonly string[] | null = null,
): Sql {
  const { merchantMail } = describeEvent(type);
  // A cluster can't plan expressions over both kinds together.
  const ids = sql`${idBeside(sql`given.id`)} as mail_id,
          case when given.content is null then given.id end as event_uuid`;
  const languageOfOrder = sql`
        left join orders on orders.store_id = ${storeId} and orders.id = given.order_id
          and ${isOneOf('orders.id', orderIdsOf(given))}
        left join checkout_session session
          on session.store_id = ${storeId} and session.id = orders.checkout_session_id`;
  const toBuyers = sql`
        select given.*, ${ids}, 'buyer' as recipient_type, null::uuid as merchant_id,
          given.buyer_switch as switch, given.buyer_email as to_address,
          given.buyer_subject as subject,
          coalesce(${refusing ? sql`given.buyer_language` : sql`session.language`}, 'en') as language
        from given${refusing ? empty : languageOfOrder}`;
  const toMerchants = (name: MerchantSwitch) => sql`
        select given.*, ${ids}, 'merchant', account.id, ${name}::text, account.email,
          given.merchant_subject, 'en'
        from given cross join (
          select account.id, account.email ${mailedMerchants({ storeId, environment }, name, refusing)}
        ) account`;
  const mails = merchantMail ? [toBuyers, toMerchants(merchantMail.switch)] : [toBuyers];
  return sql`insert into email_delivery (id, store_id, environment, occurrence, event_uuid, content,
        event_type, event_id, recipient_type, merchant_id, switch, to_address, subject, language,
        status, due_at, created_at)
      select mail.mail_id, store.id, ${environment}::text, mail.occasion, mail.event_uuid,
        mail.content, ${type}::text, mail.event_id, mail.recipient_type, mail.merchant_id,
        mail.switch, mail.to_address, mail.subject, mail.language, 'pending', ${now}::timestamptz, ${now}::timestamptz
      from store cross join (${join(mails, ' union all ')}
      ) mail
      where store.id = ${storeId} and mail.subject is not null
        and coalesce((store.notification_settings ->> mail.switch)::boolean, true)
      on conflict on constraint one_mail_per_occurrence_and_recipient do nothing`;
}

/** The buyer's address; null if it is unknown or erased. */
function mailedBuyer({ buyerEmail }: Fields): string | null {
  return typeof buyerEmail === 'string' && !isErased(buyerEmail) ? buyerEmail : null;
}
