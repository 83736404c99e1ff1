import { type Queryable, sql } from '../../database/database.ts';
import { lockingStores } from '../../database/guard-stores.ts';
import type { Id } from '../../kit/id.ts';
import type { StoreRole } from '../store/store.queries.ts';
import { storeTime } from './store-time.ts';

export interface ClockView {
  readonly role: StoreRole;
  /** The store's time in test. */
  readonly at: Date;
}

/** A live store's test time, for a merchant with a role on it; locks the store. */
export function findClock(
  db: Queryable,
  storeId: Id<'STO'>,
  merchantId: Id<'MER'>,
  now: Date,
): Promise<ClockView[]> {
  return lockingStores(db, 'key share', [storeId]).query<ClockView>(sql`
    select member.role, ${storeTime(sql`store.id`, sql`'test'`, now)} as at
    from store join usable_membership member on member.store_id = store.id
    where store.id = ${storeId} and store.deleted_at is null
      and member.merchant_id = ${merchantId}
    for key share of store`);
}

/** Leases the clock for a call that moves it; returns no row while another call does. */
export function leaseClock(
  db: Queryable,
  storeId: Id<'STO'>,
  { at, now, leasedUntil }: { at: Date; now: Date; leasedUntil: Date },
): Promise<unknown[]> {
  return db.query(sql`
    insert into test_clock (store_id, at, leased_until)
    values (${storeId}, ${at}, ${leasedUntil})
    on conflict (store_id) do update set leased_until = excluded.leased_until
      where test_clock.leased_until is null or test_clock.leased_until <= ${now}
    returning store_id`);
}

/** Moves the clock, never backwards. */
export async function moveClock(
  db: Queryable,
  storeId: Id<'STO'>,
  to: Date,
  leasedUntil: Date | null,
): Promise<void> {
  await db.query(sql`
    update test_clock set at = greatest(at, ${to}), leased_until = ${leasedUntil}
    where store_id = ${storeId}`);
}

/** Releases the clock, so that another call can move it further. */
export async function releaseClock(db: Queryable, storeId: Id<'STO'>): Promise<void> {
  await db.query(sql`update test_clock set leased_until = null where store_id = ${storeId}`);
}
