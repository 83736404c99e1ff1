import type { Environment } from '../contract/caller.ts';
import { type Queryable, type Sql, sql } from '../database/database.ts';
import { type Id, newUuid } from '../kit/id.ts';
import { idBeside } from './id-beside.ts';
import type { MerchantSwitch, PlatformSwitch } from './switches.ts';

export function findMailStore(
  db: Queryable,
  storeId: Id<'STO'> | null,
): Promise<{ readonly name: string }[]> {
  return db.query(sql`select name from store where id = ${storeId}`);
}

/**
 * SQL from `from` on: the merchants of a store who get a mail, as `account`. With a switch, the
 * owner and the admins who haven't turned it off for themselves in the environment; without one, the
 * owner. `refusing` are those who have turned it off, if they were read before.
 */
export function mailedMerchants(
  { storeId, environment }: Pick<NewMail, 'storeId' | 'environment'>,
  name: MerchantSwitch | null,
  refusing: readonly string[] | null = null,
): Sql {
  const of = sql`from store_merchant member join merchant account on account.id = member.merchant_id
    where member.store_id = ${storeId}`;
  // A cluster can't plan the comparison with a switch that is null.
  if (name === null) return sql`${of} and member.role = 'owner'`;
  if (refusing) {
    return sql`${of} and member.role in ('owner', 'admin') and account.id <> all(${refusing}::uuid[])`;
  }
  return sql`${of} and member.role in ('owner', 'admin')
      and not exists (select from notification_opt_out refused
        where refused.store_id = ${storeId} and refused.merchant_id = account.id
          and refused.switch = ${name}::text
          and (refused.environment is null or refused.environment = ${environment}))`;
}

/** Queues a mail to a store's merchants, unless its switch is off. */
export async function insertMerchantMail(
  db: Queryable,
  mail: MerchantMail & { readonly subject: string },
  now: Date,
): Promise<void> {
  await db.query(sql`
    insert into email_delivery (id, store_id, environment, occurrence, event_type, event_id,
      recipient_type, merchant_id, switch, to_address, subject, content, status, due_at, created_at)
    select ${idBeside(sql`${newUuid(now)}`)}, store.id, ${mail.environment}, ${mail.occurrence},
      ${mail.type}, ${mail.subjectId}, 'merchant', recipient.id, ${mail.switch}, recipient.email,
      ${mail.subject}, ${JSON.stringify(mail.content)}::jsonb, 'pending', ${now}::timestamptz,
      ${now}::timestamptz
    from store cross join (
      select account.id, account.email ${mailedMerchants(mail, mail.switch)}) recipient
    where store.id = ${mail.storeId}
      and coalesce((store.notification_settings ->> ${mail.switch}::text)::boolean, true)
    on conflict on constraint one_mail_per_occurrence_and_recipient do nothing`);
}

/** Queues a mail to an order's buyer unless its switch is off. */
export async function insertBuyerMail(
  db: Queryable,
  mail: BuyerMail & { readonly subject: string },
  now: Date,
): Promise<void> {
  await db.query(sql`
    insert into email_delivery (id, store_id, environment, occurrence, event_type, event_id,
      recipient_type, switch, to_address, subject, language, content, status, due_at, created_at)
    select ${newUuid(now)}::uuid, store.id, ${mail.environment}, ${mail.occurrence}, ${mail.type},
      ${mail.subjectId}, 'buyer', ${mail.switch}, ${mail.toAddress}, ${mail.subject},
      coalesce((select session.language from orders
        join checkout_session session
          on session.store_id = orders.store_id and session.id = orders.checkout_session_id
        where orders.store_id = ${mail.storeId} and orders.id = ${mail.orderId}), 'en'),
      ${JSON.stringify(mail.content)}::jsonb, 'pending', ${now}::timestamptz, ${now}::timestamptz
    from store where store.id = ${mail.storeId}
      and coalesce((store.notification_settings ->> ${mail.switch}::text)::boolean, true)
    on conflict on constraint one_mail_per_occurrence_and_recipient do nothing`);
}

/** A mail to any address, as stored. */
export interface AddressedMail extends Required<AddressMail> {
  /** Null if there is no code. */
  readonly sealedCode: string | null;
  readonly expiresAt: Date | null;
  readonly subject: string;
}

/** Queues a mail to any address. */
export async function insertAddressedMail(
  db: Queryable,
  mail: AddressedMail,
  now: Date,
): Promise<void> {
  await db.query(sql`
    insert into email_delivery (id, store_id, environment, occurrence, event_type, event_id,
      recipient_type, to_address, subject, language, content, sealed_code, status, due_at,
      expires_at, created_at)
    values (${newUuid(now)}, ${mail.storeId}, ${mail.environment}, ${mail.occurrence},
      ${mail.type}, ${mail.subjectId}, ${mail.recipientType}, ${mail.toAddress},
      ${mail.subject}, ${mail.language}, ${JSON.stringify(mail.content)}, ${mail.sealedCode},
      'pending', ${now}, ${mail.expiresAt}, ${now})`);
}

/** A mail without an event. */
export interface NewMail {
  readonly storeId: Id<'STO'>;
  readonly environment: Environment;
  /** Such as `kyb_ticket.succeeded`; the texts are looked up by it. */
  readonly type: string;
  /** Identifies the occasion: one mail per occasion and recipient, however often it is queued. */
  readonly occurrence: string;
  /** ID of what it is about, as in responses. */
  readonly subjectId: string;
  /** Its data, with the field names of events. */
  readonly content: Readonly<Record<string, string | null>>;
}

/** A mail to a store's merchants. */
export interface MerchantMail extends NewMail {
  /** The store's switch for it; null: the owner gets it regardless of switches. */
  readonly switch: MerchantSwitch | null;
}

/** A mail to an order's buyer, in the language in which they paid. */
export interface BuyerMail extends NewMail {
  readonly orderId: Id<'ORD'>;
  readonly toAddress: string;
  /** The store's switch for it. */
  readonly switch: PlatformSwitch;
}

/** A mail to an address. */
export interface AddressMail extends Omit<NewMail, 'storeId'> {
  /** Null if about a merchant's account. */
  readonly storeId: Id<'STO'> | null;
  readonly toAddress: string;
  /** With `buyer`, the mail carries the store's name; the default is an address to be confirmed. */
  readonly recipientType?: 'address' | 'buyer';
  readonly language?: string;
}

/** A mail with a code, which is stored sealed until sent. */
export interface CodeMail extends AddressMail {
  readonly code: string;
  readonly expiresAt: Date;
}

/** A queued reminder of an upcoming charge. */
export interface ReminderMail {
  readonly storeId: Id<'STO'>;
  readonly environment: Environment;
  readonly type: string;
  readonly occurrence: string;
  readonly eventId: string;
  readonly isTrial: boolean;
  readonly buyerEmail: string;
  readonly language: string;
  readonly subject: string;
  readonly content: Readonly<Record<string, string>>;
}

/** Queues a reminder unless another worker has done so. */
export async function insertReminder(db: Queryable, mail: ReminderMail, now: Date): Promise<void> {
  await db.query(sql`
    insert into email_delivery (id, store_id, environment, occurrence, event_type, event_id,
      recipient_type, switch, to_address, subject, language, content, status, due_at, created_at)
    values (${newUuid(now)}, ${mail.storeId}, ${mail.environment}, ${mail.occurrence},
      ${mail.type}, ${mail.eventId}, 'buyer',
      ${mail.isTrial ? 'emailTrialEnding' : 'emailUpcomingCharge'}, ${mail.buyerEmail},
      ${mail.subject}, ${mail.language}, ${JSON.stringify(mail.content)}, 'pending', ${now}, ${now})
    on conflict on constraint one_mail_per_occurrence_and_recipient do nothing`);
}
