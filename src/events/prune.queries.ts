import { type Database, type Queryable, sql } from '../database/database.ts';
import { searchingStores } from '../database/search-stores.ts';
import { type Id, lowestUuidAt } from '../kit/id.ts';
import { isToSend } from './log-partitions.queries.ts';

/** Stores with events recorded before the time. */
export async function findStoresWithOldEvents(db: Queryable, before: Date): Promise<Id<'STO'>[]> {
  const rows = await searchingStores(db).query<{ storeId: Id<'STO'> }>(sql`
    select distinct store_id as "storeId" from event where id < ${lowestUuidAt(before)}`);
  return rows.map(({ storeId }) => storeId);
}

/**
 * Deletes up to `most` of a store's events recorded before the time, with their deliveries and
 * attempts; returns their number. Events still to be sent are left for later.
 */
export function deleteOldEvents(
  database: Database,
  storeId: Id<'STO'>,
  before: Date,
  now: Date,
  most: number,
): Promise<number> {
  const isOver = sql`event.store_id = ${storeId} and not exists (
    select from webhook_delivery delivery
    where delivery.store_id = ${storeId} and delivery.event_id = event.id and ${isToSend(now, storeId)})`;
  return database.transaction(async (tx) => {
    const old = await tx.query<{ id: string }>(sql`
      select id from event where ${isOver} and environment in ('test', 'prod')
        and created_at < ${before} and id < ${lowestUuidAt(before)}
      limit ${most} for update skip locked`);
    if (old.length === 0) return 0;
    const ids = old.map(({ id }) => id);
    // With the rows locked against replays, events replayed in the meantime are kept.
    const gone = await tx.query(sql`
      with events as (
        delete from event where ${isOver} and id = any(${ids}::uuid[]) returning id
      ), deliveries as (
        delete from webhook_delivery using events
        where webhook_delivery.store_id = ${storeId} and webhook_delivery.event_id = events.id
      ), attempts as (
        delete from webhook_attempt using webhook_delivery delivery, events
        where webhook_attempt.store_id = ${storeId} and delivery.store_id = ${storeId}
          and webhook_attempt.delivery_id = delivery.id and delivery.event_id = events.id
      )
      select id from events`);
    return gone.length;
  });
}
