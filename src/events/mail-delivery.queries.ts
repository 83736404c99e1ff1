import type { Environment } from '../contract/caller.ts';
import { type Queryable, raw, type Sql, sql } from '../database/database.ts';
import type { Id } from '../kit/id.ts';
import type { RecipientType } from './mail-text.ts';

/** A mail that this worker holds, with all that rendering and sending need. */
export interface ClaimedMail {
  readonly id: string;
  /** Names the lease: a claim after it lapsed has another. */
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
  /** The event's envelope, where there is one. */
  readonly body: string | null;
  /** Null: about a merchant's account; the service's own name stands in for the store's. */
  readonly storeId: Id<'STO'> | null;
  readonly storeName: string;
  readonly storeSlug: string | null;
  readonly storeLogo: string | null;
  readonly supportEmail: string | null;
  /** As the store keeps them. */
  readonly checkoutSettings: unknown;
}

/** Stores with mails that are due; null: mails about accounts are. */
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

/** What a claimed mail says itself. */
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
 * Claims due mails of a store, or about accounts. A first attempt is due from the commit on, whatever
 * time the event has. What they tell of store and events is read after, for a cluster has it elsewhere.
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
export interface MailRecord {
  readonly status: 'pending' | 'success' | 'failed';
  /** When the next attempt is due, if there is one. */
  readonly dueAt: Date;
  readonly attemptedAt: Date;
  /** The text as it was sent; null: not kept. */
  readonly text: string | null;
  readonly messageId: string;
  /** In the recipient's language. */
  readonly subject: string;
  readonly error: string | null;
}

/** Records an attempt; does nothing when the hold has lapsed and somebody else has the mail. */
export async function recordMailAttempt(
  db: Queryable,
  mail: Pick<ClaimedMail, 'id' | 'storeId' | 'leasedUntil'>,
  record: MailRecord,
): Promise<void> {
  await db.query(sql`
    update email_delivery set status = ${record.status}, attempt_count = attempt_count + 1,
      due_at = ${record.dueAt}, leased_until = null, last_attempted_at = ${record.attemptedAt},
      body_text = ${record.text}, message_id = ${record.messageId}, subject = ${record.subject},
      error_message = ${record.error},
      sealed_code = case when ${record.status} = 'pending' then sealed_code end
    where id = ${mail.id} and ${ofStore(mail.storeId, 'email_delivery')}
      and leased_until = ${mail.leasedUntil}`);
}
