import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';

export interface SessionRow {
  readonly id: string;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Maximum number of listed sessions; "log out everywhere" ends all of them. */
const MAX_LISTED = 100;

/** The merchant's live sessions, newest first. */
export function listSessions(
  db: Queryable,
  merchantId: Id<'MER'>,
  now: Date,
): Promise<SessionRow[]> {
  return db.query<SessionRow>(sql`
    select id, address, user_agent as "userAgent", created_at as "createdAt",
      expires_at as "expiresAt"
    from dashboard_session where merchant_id = ${merchantId} and expires_at > ${now}
    order by created_at desc, id desc limit ${MAX_LISTED}`);
}

/** Records that the session has just given a proof; returns no row if it has ended. */
export function markProven(db: Queryable, id: string, now: Date): Promise<object[]> {
  return db.query(sql`
    update dashboard_session set proven_at = ${now} where id = ${id} returning id`);
}

/** Ends one session of the merchant; returns no row if it doesn't exist. */
export function endSession(
  db: Queryable,
  merchantId: Id<'MER'>,
  id: string,
): Promise<{ readonly id: string }[]> {
  return db.query(sql`
    delete from dashboard_session where id = ${id} and merchant_id = ${merchantId} returning id`);
}

/** Ends the merchant's sessions except the kept one, if any; returns those that ended. */
export function endSessions(
  db: Queryable,
  merchantId: Id<'MER'>,
  kept: string | null,
): Promise<{ readonly id: string }[]> {
  return db.query(sql`
    delete from dashboard_session
    where merchant_id = ${merchantId} and id is distinct from ${kept}::uuid
    returning id`);
}
