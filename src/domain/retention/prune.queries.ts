import { type Queryable, type Sql, sql } from '../../database/database.ts';

/** Rows that are over: expired ways in at once, records when they are older than `before`. */
function prunable(now: Date, before: Date, most: number): readonly Sql[] {
  return [
    sql`delete from dashboard_session where token_hash in (
      select token_hash from dashboard_session where expires_at <= ${now} limit ${most})`,
    sql`delete from account_link where token_hash in (
      select token_hash from account_link where expires_at <= ${now} limit ${most})`,
    sql`delete from email_change where merchant_id in (
      select merchant_id from email_change where expires_at <= ${now} limit ${most})`,
    sql`delete from portal_link where code_hash in (
      select code_hash from portal_link where expires_at <= ${now} limit ${most})`,
    sql`delete from portal_session where secret_hash in (
      select secret_hash from portal_session where expires_at <= ${now} limit ${most})`,
    sql`delete from store_invitation where code_hash in (
      select code_hash from store_invitation where expires_at <= ${before} limit ${most})`,
    sql`delete from support_email_code where store_id in (
      select store_id from support_email_code where expires_at <= ${before} limit ${most})`,
    sql`delete from email_delivery where id in (
      select id from email_delivery where status <> 'pending' and created_at <= ${before}
      limit ${most})`,
    // What a buyer typed into a session that never became an order.
    sql`update checkout_session set buyer_email = null, billing_detail = null, metadata = '{}',
        metadata_written = null
      where id in (
        select id from checkout_session
        where status = 'expired' and expires_at <= ${before}
          and (metadata <> '{}' or num_nonnulls(buyer_email, billing_detail) > 0)
          and not exists (select from orders where checkout_session_id = checkout_session.id)
        limit ${most})`,
  ];
}

/**
 * Removes up to `most` rows of each kind; gives how many went. This folder alone removes from the
 * tables of others, so that what is kept how long stands in one place.
 */
export async function pruneRows(
  db: Queryable,
  now: Date,
  before: Date,
  most: number,
): Promise<number> {
  let total = 0;
  for (const statement of prunable(now, before, most)) {
    const [row] = await db.query<{ count: number }>(sql`
      with gone as (${statement} returning 1) select count(*)::int as count from gone`);
    total += row?.count ?? 0;
  }
  return total;
}
