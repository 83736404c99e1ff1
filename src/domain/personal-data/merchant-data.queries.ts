import { empty, type Queryable, raw, type Sql, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';

/** The owner of a store, whether or not it is deleted. */
export function findOwner(db: Queryable, storeId: Id<'STO'>): Promise<{ id: Id<'MER'> }[]> {
  return db.query(sql`
    select merchant_id as id from store_merchant
    where store_id = ${storeId} and role = 'owner'`);
}

export interface Account {
  readonly id: Id<'MER'>;
  readonly email: string;
  /** A live store that the merchant owns, if there is one. */
  readonly ownedStoreId: Id<'STO'> | null;
}

/** The account with the address, locked until the transaction ends. */
export function lockAccount(db: Queryable, email: string): Promise<Account[]> {
  return db.query<Account>(sql`
    select id, email, (select store.id from store_merchant member
      join store on store.id = member.store_id
      where member.merchant_id = merchant.id and member.role = 'owner'
        and store.deleted_at is null order by store.id limit 1) as "ownedStoreId"
    from merchant where email = ${email} for update`);
}

/** Stores with rows about the merchant: they are or were a member, or got a mail from it. */
export async function findStoresOf(
  db: Queryable,
  { id, email }: Account,
): Promise<readonly Id<'STO'>[]> {
  const rows = await db.query<{ storeId: Id<'STO'> }>(sql`
    select store_id as "storeId" from notification_opt_out where merchant_id = ${id}
    union select store_id from kyb_ticket where submitter_merchant_id = ${id}
    union select store_id from email_delivery
      where store_id is not null and (merchant_id = ${id} or to_address = ${email})
    union select store_id from audit_log where store_id is not null and merchant_id = ${id}`);
  return rows.map(({ storeId }) => storeId);
}

/** Rows of the stores, and rows without a store if the table has any. */
function ofStores(storeIds: readonly Id<'STO'>[]) {
  const only = sql`store_id = any(${storeIds}::uuid[])`;
  return { only, orNone: sql`(store_id is null or ${only})` };
}

/** Secrets that would let someone log in or sign, and encrypted columns. */
const INTERNAL = sql`array['password_hash', 'token_hash', 'code_hash', 'new_token_hash', 'old_token_hash', 'sealed_secret', 'sealed_code',
  'sealed_details', 'leased_until']::text[]`;

/** Everything stored about the merchant, by table, as JSON, except encrypted details. */
export async function readAccount(
  db: Queryable,
  { id, email }: Account,
  storeIds: readonly Id<'STO'>[],
): Promise<Record<string, unknown[]>> {
  const { only, orNone } = ofStores(storeIds);
  const tables: readonly (readonly [string, Sql, string?])[] = [
    ['merchant', sql`id = ${id}`, 'MER'],
    ['api_key', sql`merchant_id = ${id}`],
    ['dashboard_session', sql`merchant_id = ${id}`],
    ['store_merchant', sql`merchant_id = ${id}`],
    ['store_invitation', sql`email = ${email} or invited_by = ${id}`],
    ['account_link', sql`merchant_id = ${id}`],
    ['email_change', sql`merchant_id = ${id}`],
    ['second_factor', sql`merchant_id = ${id}`],
    ['recovery_code', sql`merchant_id = ${id}`],
    ['passkey', sql`merchant_id = ${id}`],
    ['notification_opt_out', sql`${only} and merchant_id = ${id}`],
    ['kyb_ticket', sql`${only} and submitter_merchant_id = ${id}`, 'TKT'],
    ['email_delivery', sql`${orNone} and (merchant_id = ${id} or to_address = ${email})`],
    ['audit_log', sql`${orNone} and merchant_id = ${id}`],
  ];
  const found: Record<string, unknown[]> = {};
  for (const [table, condition, prefix] of tables) {
    const shownId = prefix ? sql`|| jsonb_build_object('id', short_id(${prefix}, id))` : empty;
    const rows = await db.query<{ row: unknown }>(sql`
      select (to_jsonb(entry) - ${INTERNAL}) ${shownId} as row from ${raw(table)} entry
      where ${condition}`);
    found[table] = rows.map(({ row }) => row);
  }
  return found;
}

export interface SealedTicket {
  readonly id: Id<'TKT'>;
  readonly storeId: Id<'STO'>;
  readonly sealedDetails: string;
}

export function listSubmittedTickets(
  db: Queryable,
  { id }: Account,
  storeIds: readonly Id<'STO'>[],
): Promise<SealedTicket[]> {
  return db.query<SealedTicket>(sql`
    select id, store_id as "storeId", sealed_details as "sealedDetails" from kyb_ticket
    where ${ofStores(storeIds).only} and submitter_merchant_id = ${id} order by id`);
}

export async function replaceTicketDetails(
  db: Queryable,
  { id, storeId, sealedDetails }: SealedTicket,
): Promise<void> {
  await db.query(sql`
    update kyb_ticket set sealed_details = ${sealedDetails}, legal_name = 'Erased', website = null,
      decision_note = null
    where store_id = ${storeId} and id = ${id}`);
}

/**
 * Revokes all access and removes what identifies the merchant; the row stays, because the audit log
 * refers to it. This folder may write to other folders' tables, because an erasure covers all of
 * them in one transaction.
 */
export async function eraseAccountRows(
  db: Queryable,
  { id, email }: Account,
  storeIds: readonly Id<'STO'>[],
  replacement: string,
  now: Date,
): Promise<void> {
  const { only, orNone } = ofStores(storeIds);
  const statements: readonly Sql[] = [
    sql`delete from dashboard_session where merchant_id = ${id}`,
    sql`delete from account_link where merchant_id = ${id}`,
    sql`delete from email_change where merchant_id = ${id}`,
    sql`delete from passkey where merchant_id = ${id}`,
    sql`delete from recovery_code where merchant_id = ${id}`,
    sql`delete from second_factor where merchant_id = ${id}`,
    sql`delete from notification_opt_out where ${only} and merchant_id = ${id}`,
    sql`delete from store_invitation where email = ${email} or invited_by = ${id}`,
    sql`delete from store_merchant where merchant_id = ${id} and role <> 'owner'`,
    sql`update api_key set deleted_at = coalesce(deleted_at, ${now}), nickname = id::text
      where merchant_id = ${id}`,
    sql`update email_delivery set to_address = ${replacement}, body_text = null, content = null,
        sealed_code = null, error_message = null,
        status = case when status = 'pending' then 'failed' else status end
      where ${orNone} and (merchant_id = ${id} or to_address = ${email})`,
    // No password matches this hash.
    sql`update merchant set email = ${replacement}, name = 'Erased', password_hash = '!'
      where id = ${id}`,
  ];
  for (const statement of statements) await db.query(statement);
}
