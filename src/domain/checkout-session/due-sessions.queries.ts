import { sourcesOf } from '../../contract/states.ts';
import { type Queryable, sql } from '../../database/database.ts';
import { searchingStores } from '../../database/search-stores.ts';
import type { Id } from '../../kit/id.ts';
import { CHECKOUT_SESSION_MOVES } from './checkout-session.states.ts';
import type { SessionId } from './session-id.ts';

/** Stores with open sessions that have expired. */
export async function findStoresWithDueSessions(db: Queryable, now: Date): Promise<Id<'STO'>[]> {
  const rows = await searchingStores(db).query<{ storeId: Id<'STO'> }>(sql`
    select distinct session.store_id as "storeId" from checkout_session session
    where session.status = 'open' and session.expires_at <= ${now} and ${notCharging}`);
  return rows.map(({ storeId }) => storeId);
}

/** Expired open sessions of a store, locked against payment until the transaction ends. */
export function lockDueSessions(
  db: Queryable,
  storeId: Id<'STO'>,
  now: Date,
  most: number,
): Promise<{ readonly id: SessionId }[]> {
  return db.query(sql`
    select session.id from checkout_session session
    where session.store_id = ${storeId} and session.status = 'open'
      and session.expires_at <= ${now} and ${notCharging}
    order by session.expires_at limit ${most} for no key update skip locked`);
}

/** Ends the open sessions among the given ones, except those with a charge in progress. */
export async function markSessionsExpired(
  db: Queryable,
  storeId: Id<'STO'>,
  ids: readonly SessionId[],
): Promise<SessionId[]> {
  const rows = await db.query<{ id: SessionId }>(sql`
    update checkout_session session set status = 'expired'
    where session.store_id = ${storeId} and session.id = any(${ids}::uuid[]) and ${notCharging}
      and session.status = any(${sourcesOf(CHECKOUT_SESSION_MOVES, 'expired')})
    returning session.id`);
  return rows.map((row) => row.id);
}

/** The outcome of a charge in progress may still complete the session. */
const notCharging = sql`not exists (
  select from orders join payment on payment.order_id = orders.id
    and payment.store_id = orders.store_id
  where orders.store_id = session.store_id and orders.checkout_session_id = session.id
    and payment.status = 'pending')`;
