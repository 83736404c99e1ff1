import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import type { MerchantRow } from './merchant.queries.ts';

/** Stores a pending email change, replacing the previous one. */
export async function putEmailChange(
  db: Queryable,
  change: {
    readonly merchantId: Id<'MER'>;
    readonly newEmail: string;
    readonly newTokenHash: Buffer;
    /** Null if the old address needn't confirm. */
    readonly oldTokenHash: Buffer | null;
    readonly createdAt: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  await db.query(sql`
    insert into email_change
      (merchant_id, new_email, new_token_hash, old_token_hash, created_at, expires_at)
    values (${change.merchantId}, ${change.newEmail}, ${change.newTokenHash},
      ${change.oldTokenHash}, ${change.createdAt}, ${change.expiresAt})
    on conflict (merchant_id) do update set new_email = excluded.new_email,
      new_token_hash = excluded.new_token_hash, old_token_hash = excluded.old_token_hash,
      new_confirmed_at = null, created_at = excluded.created_at, expires_at = excluded.expires_at`);
}

export interface ConfirmedChange {
  readonly newEmail: string;
  /** Whether both addresses have now confirmed. */
  readonly isComplete: boolean;
}

/** Records one address's consent; returns no row if the token belongs to no pending change. */
export function confirmChange(
  db: Queryable,
  merchantId: Id<'MER'>,
  tokenHash: Buffer,
  now: Date,
): Promise<ConfirmedChange[]> {
  return db.query<ConfirmedChange>(sql`
    update email_change set
      old_token_hash = case when old_token_hash = ${tokenHash} then null else old_token_hash end,
      new_confirmed_at = case when new_token_hash = ${tokenHash}
        then coalesce(new_confirmed_at, ${now}::timestamptz) else new_confirmed_at end
    where merchant_id = ${merchantId} and expires_at > ${now}
      and (old_token_hash = ${tokenHash}
        or (new_token_hash = ${tokenHash} and new_confirmed_at is null))
    returning new_email as "newEmail",
      old_token_hash is null and new_confirmed_at is not null as "isComplete"`);
}

/** The constraint that an already registered address violates. */
export const ONE_ACCOUNT_PER_EMAIL = 'merchant_email_key';

/** Sets the account's new, confirmed address; invalidates links mailed to the old one. */
export function replaceEmail(
  db: Queryable,
  merchantId: Id<'MER'>,
  email: string,
  now: Date,
): Promise<MerchantRow[]> {
  return db.query<MerchantRow>(sql`
    with done as (delete from email_change where merchant_id = ${merchantId}),
      links as (delete from account_link where merchant_id = ${merchantId})
    update merchant set email = ${email}, email_confirmed_at = ${now} where id = ${merchantId}
    returning id, email, name, created_at as "createdAt"`);
}
