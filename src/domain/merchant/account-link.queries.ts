import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';

export type LinkPurpose = 'confirm_email' | 'reset_password';

/** Keeps a link's hash in place of the one before: only the newest of a purpose works. */
export async function putAccountLink(
  db: Queryable,
  link: {
    readonly merchantId: Id<'MER'>;
    readonly purpose: LinkPurpose;
    readonly tokenHash: Buffer;
    readonly createdAt: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  await db.query(sql`
    insert into account_link (merchant_id, purpose, token_hash, created_at, expires_at)
    values (${link.merchantId}, ${link.purpose}, ${link.tokenHash}, ${link.createdAt},
      ${link.expiresAt})
    on conflict (merchant_id, purpose) do update set token_hash = excluded.token_hash,
      created_at = excluded.created_at, expires_at = excluded.expires_at`);
}

/** A row when the link works at that time. */
export function findAccountLink(
  db: Queryable,
  purpose: LinkPurpose,
  tokenHash: Buffer,
  now: Date,
): Promise<{ readonly merchantId: Id<'MER'>; readonly isProven: boolean }[]> {
  return db.query(sql`
    select link.merchant_id as "merchantId", account.email_confirmed_at is not null as "isProven"
    from account_link link join merchant account on account.id = link.merchant_id
    where link.token_hash = ${tokenHash} and link.purpose = ${purpose}
      and link.expires_at > ${now}`);
}

/** Uses a link up; gives whose it was, or no row when it does not work (any more). */
export function takeAccountLink(
  db: Queryable,
  purpose: LinkPurpose,
  tokenHash: Buffer,
  now: Date,
): Promise<{ readonly merchantId: Id<'MER'> }[]> {
  return db.query(sql`
    delete from account_link
    where token_hash = ${tokenHash} and purpose = ${purpose} and expires_at > ${now}
    returning merchant_id as "merchantId"`);
}

/** The address answered a mail; the first time counts. */
export async function confirmEmailOf(
  db: Queryable,
  merchantId: Id<'MER'>,
  now: Date,
): Promise<void> {
  await db.query(sql`
    update merchant set email_confirmed_at = coalesce(email_confirmed_at, ${now})
    where id = ${merchantId}`);
}

/** Holds the account; gives whether its address was proven before. */
export function lockAccount(
  db: Queryable,
  merchantId: Id<'MER'>,
): Promise<{ readonly isProven: boolean }[]> {
  return db.query(sql`
    select email_confirmed_at is not null as "isProven" from merchant
    where id = ${merchantId} for no key update`);
}

/** Sets the password, and ends every session that the old one opened. */
export async function replacePassword(
  db: Queryable,
  merchantId: Id<'MER'>,
  passwordHash: string,
  now: Date,
) {
  return db.query<{ id: Id<'MER'>; email: string; name: string; createdAt: Date }>(sql`
    with ended as (delete from dashboard_session where merchant_id = ${merchantId}),
      dropped as (delete from email_change where merchant_id = ${merchantId})
    update merchant set password_hash = ${passwordHash},
      email_confirmed_at = coalesce(email_confirmed_at, ${now})
    where id = ${merchantId}
    returning id, email, name, created_at as "createdAt"`);
}

/** Replaces a password while it is the one that was checked; drops what waits to be confirmed. */
export function changeOwnPassword(
  db: Queryable,
  merchantId: Id<'MER'>,
  oldHash: string,
  newHash: string,
): Promise<object[]> {
  return db.query(sql`
    with dropped as (delete from email_change where merchant_id = ${merchantId}),
      links as (delete from account_link
        where merchant_id = ${merchantId} and purpose = 'reset_password')
    update merchant set password_hash = ${newHash}
    where id = ${merchantId} and password_hash = ${oldHash} returning id`);
}
