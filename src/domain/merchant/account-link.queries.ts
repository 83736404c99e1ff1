import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';

export type LinkPurpose = 'confirm_email' | 'reset_password';

/** Stores a link's hash, replacing the previous one: only the newest link of a purpose works. */
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

/** Returns a row if the link is valid at that time. */
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

/** Uses up a link; returns its account, or no row if the link isn't valid (anymore). */
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

/** Marks the account's address as confirmed; keeps the time of the first confirmation. */
export async function confirmEmailOf(
  db: Queryable,
  merchantId: Id<'MER'>,
  now: Date,
): Promise<void> {
  await db.query(sql`
    update merchant set email_confirmed_at = coalesce(email_confirmed_at, ${now})
    where id = ${merchantId}`);
}

/** Whether the account's address has been confirmed. */
export async function isAddressProven(db: Queryable, merchantId: Id<'MER'>): Promise<boolean> {
  const [row] = await db.query(sql`
    select from merchant where id = ${merchantId} and email_confirmed_at is not null`);
  return row !== undefined;
}

/** Locks the account; returns whether its address had been confirmed before. */
export function lockAccount(
  db: Queryable,
  merchantId: Id<'MER'>,
): Promise<{ readonly isProven: boolean }[]> {
  return db.query(sql`
    select email_confirmed_at is not null as "isProven" from merchant
    where id = ${merchantId} for no key update`);
}

/** Sets the password and ends every session opened with the old one. */
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

/** Replaces the password if it is still the checked one; drops pending email changes and resets. */
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
