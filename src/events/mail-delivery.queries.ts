import type { Environment } from '../contract/caller.ts';
import { type Queryable, raw, type Sql, sql } from '../database/database.ts';
import type { Id } from '../kit/id.ts';
import type { RecipientType } from './mail-text.ts';

/** A claimed mail with everything needed to render and send it. */
export interface ClaimedMail {
  readonly id: string;
  /** Identifies the lease; a later claim has a different one. */
  readonly leasedUntil: Date;
  /** Attempts before this one. */
  readonly attemptCount: number;
  readonly environment: Environment;
  readonly occurrence: string;
  readonly type: string;
  readonly recipientType: RecipientType;
  readonly merchantId: Id<'MER'> | null;
  readonly switch: string | null;
  readonly toAddress: string;
  readonly subject: string;
  readonly language: string;
  readonly content: Readonly<Record<string, unknown>> | null;
  readonly sealedCode: string | null;
  readonly expiresAt: Date | null;
  /** The event's envelope, if there is one. */
  readonly body: string | null;
  /** Null if about a merchant's account; then the service's name replaces the store's. */
  readonly storeId: Id<'STO'> | null;
  readonly storeName: string;
  readonly storeSlug: string | null;
  readonly storeLogo: string | null;
  readonly supportEmail: string | null;
  /** In stored form. */
  readonly checkoutSettings: unknown;
}

/** Stores with due mails; null stands for mails about accounts. */
export async function findStoresWithDueMails(
  db: Queryable,
  now: Date,
): Promise<(Id<'STO'> | null)[]> {
  const rows = await db.query<{ storeId: Id<'STO'> | null }>(sql`
    select distinct store_id as "storeId" from email_delivery where ${isDue(now)}`);
  return rows.map(({ storeId }) => storeId);
}

function isDue(now: Date): Sql {
  return sql`status = 'pending' and (attempt_count = 0 or due_at <= ${now})
    and (leased_until is null or leased_until <= ${now})`;
}

function ofStore(storeId: Id<'STO'> | null, table: string): Sql {
  const column = raw(`${table}.store_id`);
  return storeId === null ? sql`${column} is null` : sql`${column} = ${storeId}`;
}

/** The claimed mail's own columns. */
type OwnMail = Omit<ClaimedMail, keyof MailStore | 'body'> & { readonly eventUuid: string | null };
type MailStore = Pick<
  ClaimedMail,
  'storeId' | 'storeName' | 'storeSlug' | 'storeLogo' | 'supportEmail' | 'checkoutSettings'
>;

const OF_NO_STORE: MailStore = {
  ...{ storeId: null, storeName: 'Tillgate', storeSlug: null, storeLogo: null },
  ...{ supportEmail: null, checkoutSettings: {} },
};

/**
 * Claims due mails of a store, or about accounts. A first attempt is due from the commit on,
 * regardless of the event's time. Store and event data is read separately, because a cluster may
 * keep it elsewhere.
 */
export async function claimDueMails(
  db: Queryable,
  storeId: Id<'STO'> | null,
  limit: number,
  now: Date,
  leasedUntil: Date,
): Promise<ClaimedMail[]> {
  const mails = await db.query<OwnMail>(sql`
    with due as (
      select id from email_delivery where ${ofStore(storeId, 'email_delivery')} and ${isDue(now)}
      order by due_at limit ${limit}
      for update skip locked
    )
    update email_delivery mail set leased_until = ${leasedUntil}
    from due where mail.id = due.id and ${ofStore(storeId, 'mail')}
    returning mail.id, mail.leased_until as "leasedUntil", mail.attempt_count as "attemptCount",
      mail.environment, mail.occurrence, mail.event_type as type,
      mail.recipient_type as "recipientType", mail.merchant_id as "merchantId", mail.switch,
      mail.to_address as "toAddress", mail.subject, mail.language, mail.content,
      mail.sealed_code as "sealedCode", mail.expires_at as "expiresAt",
      mail.event_uuid as "eventUuid"`);
  if (storeId === null || mails.length === 0) {
    return mails.map((mail) => ({ ...mail, ...OF_NO_STORE, body: null }));
  }
  const [[store = OF_NO_STORE], events] = await Promise.all([
    findStoreOfMails(db, storeId),
    findBodies(
      db,
      storeId,
      mails.flatMap(({ eventUuid }) => eventUuid ?? []),
    ),
  ]);
  const bodies = new Map(events.map(({ id, body }) => [id, body]));
  return mails.map((mail) => {
    return { ...mail, ...store, body: bodies.get(mail.eventUuid ?? '') ?? null };
  });
}

function findStoreOfMails(db: Queryable, storeId: Id<'STO'>): Promise<MailStore[]> {
  return db.query(sql`
    select id as "storeId", name as "storeName", slug as "storeSlug", logo as "storeLogo",
      support_email as "supportEmail", checkout_settings as "checkoutSettings"
    from store where id = ${storeId}`);
}

function findBodies(
  db: Queryable,
  storeId: Id<'STO'>,
  events: readonly string[],
): Promise<{ readonly id: string; readonly body: string }[]> {
  return db.query(sql`
    select id, body from event where store_id = ${storeId} and id = any(${events}::uuid[])`);
}

/** What an attempt changes. */
export interface MailRecord extends Pick<ClaimedMail, 'id' | 'storeId' | 'leasedUntil'> {
  readonly status: 'pending' | 'success' | 'failed';
  /** When the next attempt is due, if any. */
  readonly dueAt: Date;
  readonly attemptedAt: Date;
  /** The text as sent; null if it isn't kept. */
  readonly text: string | null;
  readonly messageId: string;
  /** In the recipient's language. */
  readonly subject: string;
  readonly error: string | null;
}

/**
 * Records attempts of a store, or about accounts, in one statement. Leaves out mails whose lease has
 * expired and that another worker has claimed. Gives the ids that were recorded.
 */
export async function recordMailAttempts(
  db: Queryable,
  storeId: Id<'STO'> | null,
  records: readonly MailRecord[],
): Promise<string[]> {
  const ids = records.map(({ id }) => id);
  // Naming the ids lets the planner find them by index: it doesn't know how many records there are.
  const rows = await db.query<{ id: string }>(sql`
    update email_delivery mail set status = given.status, attempt_count = attempt_count + 1,
      due_at = given."dueAt", leased_until = null, last_attempted_at = given."attemptedAt",
      body_text = given.text, message_id = given."messageId", subject = given.subject,
      error_message = given.error,
      sealed_code = case when given.status = 'pending' then sealed_code end
    from json_to_recordset(${JSON.stringify(records)}::json) as given (id uuid,
      "leasedUntil" timestamptz, status text, "dueAt" timestamptz, "attemptedAt" timestamptz,
      text text, "messageId" text, subject text, error text)
    where mail.id = given.id and mail.id = any(${ids}::uuid[]) and ${ofStore(storeId, 'mail')}
      and mail.leased_until = given."leasedUntil"
    returning mail.id`);
  return rows.map(({ id }) => id);
}
