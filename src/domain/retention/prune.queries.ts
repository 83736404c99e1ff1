import { type Queryable, raw, type Sql, sql } from '../../database/database.ts';
import { searchingStores } from '../../database/search-stores.ts';
import type { Id } from '../../kit/id.ts';
import { toIso } from '../../kit/time.ts';

// This folder may delete from other folders' tables, so that data retention is defined in one
// place. Expired credentials are deleted immediately, records once they are older than `before`.

/** Expired rows of stores: their table, its key columns and the condition. */
interface Kind {
  readonly table: string;
  readonly key: string;
  readonly isOver: Sql;
  /** If absent, the rows are deleted. */
  readonly cleared?: Sql;
}

export interface PruneTimes {
  readonly now: Date;
  readonly before: Date;
}

function kindsOf({ now, before }: PruneTimes): readonly Kind[] {
  return [
    { table: 'portal_link', key: 'code_hash', isOver: sql`expires_at <= ${now}` },
    { table: 'portal_session', key: 'secret_hash', isOver: sql`expires_at <= ${now}` },
    { table: 'store_invitation', key: 'code_hash', isOver: sql`expires_at <= ${before}` },
    { table: 'support_email_code', key: 'store_id', isOver: sql`expires_at <= ${before}` },
    {
      table: 'email_delivery',
      key: 'id',
      isOver: sql`status <> 'pending' and created_at <= ${before}`,
    },
    { table: 'subscription_past_due_month', key: 'order_id, month', isOver: isMonthOver(before) },
    {
      table: 'checkout_session',
      key: 'id',
      // Data a buyer entered in a session that never became an order.
      isOver: sql`status = 'expired' and expires_at <= ${before}
        and (metadata <> '{}' or num_nonnulls(buyer_email, billing_detail) > 0)
        and not exists (select from orders where orders.store_id = checkout_session.store_id
          and orders.checkout_session_id = checkout_session.id)`,
      cleared: sql`buyer_email = null, billing_detail = null, metadata = '{}',
        metadata_written = null`,
    },
  ];
}

/** A month that had ended by then, so that no store's time is still in it. */
function isMonthOver(before: Date): Sql {
  return sql`month < ${toIso(before).slice(0, 'YYYY-MM'.length)}`;
}

/** Stores with expired rows. Each kind has a statement, and with it a time limit, of its own. */
export async function findStoresToPrune(db: Queryable, times: PruneTimes): Promise<Id<'STO'>[]> {
  const found = new Set<Id<'STO'>>();
  for (const { table, isOver } of kindsOf(times)) {
    const rows = await searchingStores(db).query<{ storeId: Id<'STO'> }>(sql`
      select distinct store_id as "storeId" from ${raw(table)}
      where store_id is not null and ${isOver}`);
    for (const { storeId } of rows) found.add(storeId);
  }
  return [...found];
}

/** Deletes up to `most` rows of each kind from a store; returns their number. */
export async function pruneStore(
  db: Queryable,
  storeId: Id<'STO'>,
  times: PruneTimes,
  most: number,
): Promise<number> {
  let total = 0;
  for (const { table, key, isOver, cleared } of kindsOf(times)) {
    const chosen = sql`store_id = ${storeId} and (${raw(key)}) in (
      select ${raw(key)} from ${raw(table)}
      where store_id = ${storeId} and ${isOver} limit ${most})`;
    total += await countRows(
      db,
      cleared
        ? sql`update ${raw(table)} set ${cleared} where ${chosen}`
        : sql`delete from ${raw(table)} where ${chosen}`,
    );
  }
  return total;
}

/** Deletes up to `most` rows of each kind that belong to accounts; returns their number. */
export async function pruneAccounts(
  db: Queryable,
  { now, before }: PruneTimes,
  most: number,
): Promise<number> {
  const statements = [
    sql`delete from dashboard_session where token_hash in (
      select token_hash from dashboard_session where expires_at <= ${now} limit ${most})`,
    sql`delete from account_link where token_hash in (
      select token_hash from account_link where expires_at <= ${now} limit ${most})`,
    sql`delete from email_change where merchant_id in (
      select merchant_id from email_change where expires_at <= ${now} limit ${most})`,
    sql`delete from email_delivery where store_id is null and id in (
      select id from email_delivery where store_id is null and status <> 'pending'
        and created_at <= ${before} limit ${most})`,
    // Written before a release that records the store.
    sql`delete from subscription_past_due_month where store_id is null and (order_id, month) in (
      select order_id, month from subscription_past_due_month
      where store_id is null and ${isMonthOver(before)} limit ${most})`,
  ];
  let total = 0;
  for (const statement of statements) total += await countRows(db, statement);
  return total;
}

async function countRows(db: Queryable, statement: Sql): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    with gone as (${statement} returning 1) select count(*)::int as count from gone`);
  return row?.count ?? 0;
}
