import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';

export interface NewCode {
  readonly storeId: Id<'STO'>;
  readonly email: string;
  readonly codeHash: Buffer;
  readonly tries: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Stores a code, replacing the store's earlier one, which stops working. */
export async function putSupportEmailCode(db: Queryable, code: NewCode): Promise<void> {
  await db.query(sql`
    insert into support_email_code (store_id, email, code_hash, tries_left, created_at, expires_at)
    values (${code.storeId}, ${code.email}, ${code.codeHash}, ${code.tries}, ${code.createdAt},
      ${code.expiresAt})
    on conflict (store_id) do update set email = excluded.email, code_hash = excluded.code_hash,
      tries_left = excluded.tries_left, created_at = excluded.created_at,
      expires_at = excluded.expires_at`);
}

export interface CodeTry {
  readonly email: string;
  readonly codeHash: Buffer;
  readonly expiresAt: Date;
  /** Tries left before this one. */
  readonly triesLeft: number;
}

/** Uses up a try, if one is left; returns no row if the store has no pending code. */
export function takeCodeTry(db: Queryable, storeId: Id<'STO'>): Promise<CodeTry[]> {
  return db.query<CodeTry>(sql`
    with waiting as (
      select store_id, tries_left from support_email_code where store_id = ${storeId} for update
    )
    update support_email_code code set tries_left = greatest(waiting.tries_left - 1, 0)
    from waiting where code.store_id = waiting.store_id
    returning code.email, code.code_hash as "codeHash", code.expires_at as "expiresAt",
      waiting.tries_left as "triesLeft"`);
}

/** Uses up the code itself; returns no row if another code has replaced it. */
export function deleteSupportEmailCode(
  db: Queryable,
  storeId: Id<'STO'>,
  codeHash: Buffer,
): Promise<{ readonly email: string }[]> {
  return db.query(sql`
    delete from support_email_code where store_id = ${storeId} and code_hash = ${codeHash}
    returning email`);
}

/** Withdraws the store's pending code, if any; returns its address. */
export function dropSupportEmailCode(
  db: Queryable,
  storeId: Id<'STO'>,
): Promise<{ readonly email: string }[]> {
  return db.query(sql`
    delete from support_email_code where store_id = ${storeId} returning email`);
}
