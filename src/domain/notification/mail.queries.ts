import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import type { BuyerMail, CodeMail, NewMail } from './queue-mail.ts';

export function findMailStore(
  db: Queryable,
  storeId: Id<'STO'> | null,
): Promise<{ readonly name: string }[]> {
  return db.query(sql`select name from store where id = ${storeId}`);
}

/** Writes a mail to whoever owns the store. */
export async function insertOwnerMail(
  db: Queryable,
  mail: NewMail & { readonly subject: string },
  now: Date,
): Promise<void> {
  await db.query(sql`
    insert into email_delivery (id, store_id, environment, occurrence, event_type, event_id,
      recipient_type, merchant_id, to_address, subject, content, status, due_at, created_at)
    select gen_random_uuid(), member.store_id, ${mail.environment}, ${mail.occurrence},
      ${mail.type}, ${mail.subjectId}, 'merchant', account.id, account.email, ${mail.subject},
      ${JSON.stringify(mail.content)}::jsonb, 'pending', ${now}::timestamptz, ${now}::timestamptz
    from store_merchant member join merchant account on account.id = member.merchant_id
    where member.store_id = ${mail.storeId} and member.role = 'owner'
    on conflict on constraint one_mail_per_occurrence_and_recipient do nothing`);
}

/** Writes a mail to an order's buyer; nothing while its switch is off. */
export async function insertBuyerMail(
  db: Queryable,
  mail: BuyerMail & { readonly subject: string },
  now: Date,
): Promise<void> {
  await db.query(sql`
    insert into email_delivery (id, store_id, environment, occurrence, event_type, event_id,
      recipient_type, switch, to_address, subject, language, content, status, due_at, created_at)
    select gen_random_uuid(), store.id, ${mail.environment}, ${mail.occurrence}, ${mail.type},
      ${mail.subjectId}, 'buyer', ${mail.switch}, ${mail.toAddress}, ${mail.subject},
      coalesce((select session.language from orders
        join checkout_session session on session.id = orders.checkout_session_id
        where orders.id = ${mail.orderId}), 'en'),
      ${JSON.stringify(mail.content)}::jsonb, 'pending', ${now}::timestamptz, ${now}::timestamptz
    from store where store.id = ${mail.storeId}
      and coalesce((store.notification_settings ->> ${mail.switch}::text)::boolean, true)
    on conflict on constraint one_mail_per_occurrence_and_recipient do nothing`);
}

/** Writes a mail with a code to any address. */
export async function insertCodeMail(
  db: Queryable,
  mail: Required<CodeMail> & { readonly subject: string },
  now: Date,
): Promise<void> {
  await db.query(sql`
    insert into email_delivery (id, store_id, environment, occurrence, event_type, event_id,
      recipient_type, to_address, subject, language, content, sealed_code, status, due_at,
      expires_at, created_at)
    values (gen_random_uuid(), ${mail.storeId}, ${mail.environment}, ${mail.occurrence},
      ${mail.type}, ${mail.subjectId}, ${mail.recipientType}, ${mail.toAddress},
      ${mail.subject}, ${mail.language}, ${JSON.stringify(mail.content)}, ${mail.sealedCode},
      'pending', ${now}, ${mail.expiresAt}, ${now})`);
}

/** Mails of one type that went to an address since a time, over all stores. */
export async function countMailsTo(
  db: Queryable,
  toAddress: string,
  type: string,
  since: Date,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from email_delivery
    where to_address = ${toAddress} and event_type = ${type} and created_at > ${since}`);
  return row?.count ?? 0;
}
