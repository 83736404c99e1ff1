import { type Queryable, sql } from '../database/database.ts';
import type { Id } from '../kit/id.ts';

/** Stores with events recorded before the time. */
export async function findStoresWithOldEvents(db: Queryable, before: Date): Promise<Id<'STO'>[]> {
  const rows = await db.query<{ storeId: Id<'STO'> }>(sql`
    select distinct store_id as "storeId" from event where created_at < ${before}`);
  return rows.map(({ storeId }) => storeId);
}

/**
 * Removes up to `most` events of a store recorded before the time, with their deliveries and
 * attempts; gives the number of events. One that a worker is sending just now is left for later.
 */
export async function deleteOldEvents(
  db: Queryable,
  storeId: Id<'STO'>,
  before: Date,
  now: Date,
  most: number,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    with old as (
      select id from event where store_id = ${storeId} and environment in ('test', 'prod')
        and created_at < ${before}
        and not exists (select from webhook_delivery held
          where held.store_id = ${storeId} and held.event_id = event.id
          and held.leased_until > ${now}::timestamptz)
      limit ${most} for update skip locked
    ), attempts as (
      delete from webhook_attempt using webhook_delivery delivery, old
      where webhook_attempt.store_id = ${storeId} and delivery.store_id = ${storeId}
        and webhook_attempt.delivery_id = delivery.id and delivery.event_id = old.id
    ), deliveries as (
      delete from webhook_delivery using old
      where webhook_delivery.store_id = ${storeId} and webhook_delivery.event_id = old.id
    ), events as (
      delete from event using old
      where event.store_id = ${storeId} and event.id = old.id returning 1
    )
    select count(*)::int as count from events`);
  return row?.count ?? 0;
}
