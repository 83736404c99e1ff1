import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';

export interface MerchantRow {
  readonly id: Id<'MER'>;
  readonly email: string;
  readonly name: string;
  readonly createdAt: Date;
}

/** Inserts a merchant; gives no row when the e-mail is taken. */
export function insertMerchant(
  db: Queryable,
  merchant: MerchantRow & { readonly passwordHash: string },
): Promise<MerchantRow[]> {
  return db.query<MerchantRow>(sql`
    insert into merchant (id, email, name, password_hash, created_at)
    values (${merchant.id}, ${merchant.email}, ${merchant.name}, ${merchant.passwordHash},
      ${merchant.createdAt})
    on conflict (email) do nothing
    returning id, email, name, created_at as "createdAt"`);
}

export function findMerchantByEmail(
  db: Queryable,
  email: string,
): Promise<(MerchantRow & { readonly passwordHash: string })[]> {
  return db.query(sql`
    select id, email, name, created_at as "createdAt", password_hash as "passwordHash"
    from merchant where email = ${email}`);
}

export async function insertSession(
  db: Queryable,
  session: {
    readonly id: string;
    readonly tokenHash: Buffer;
    readonly merchantId: Id<'MER'>;
    readonly createdAt: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  await db.query(sql`
    insert into dashboard_session (id, token_hash, merchant_id, created_at, expires_at)
    values (${session.id}, ${session.tokenHash}, ${session.merchantId}, ${session.createdAt},
      ${session.expiresAt})`);
}

export async function deleteSession(db: Queryable, id: string): Promise<void> {
  await db.query(sql`delete from dashboard_session where id = ${id}`);
}
