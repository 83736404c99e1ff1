import { type Queryable, sql } from '../database/database.ts';

/**
 * Removes up to `most` events recorded before the time, with their deliveries and attempts; gives the
 * number of events. One that a worker is sending just now is left for later.
 */
export async function deleteOldEvents(
  db: Queryable,
  before: Date,
  now: Date,
  most: number,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    with old as (
      select id from event where created_at < ${before}
        and not exists (select from webhook_delivery held
          where held.event_id = event.id and held.leased_until > ${now}::timestamptz)
      order by created_at limit ${most} for update skip locked
    ), attempts as (
      delete from webhook_attempt using webhook_delivery delivery, old
      where webhook_attempt.delivery_id = delivery.id and delivery.event_id = old.id
    ), deliveries as (
      delete from webhook_delivery using old where webhook_delivery.event_id = old.id
    ), events as (
      delete from event using old where event.id = old.id returning 1
    )
    select count(*)::int as count from events`);
  return row?.count ?? 0;
}
