import type { MerchantCaller } from '../../contract/caller.ts';
import { type Queryable, sql } from '../../database/database.ts';
import { lockingStores } from '../../database/guard-stores.ts';
import { isOfStores, storesWith } from '../../database/of-stores.ts';
import type { Id } from '../../kit/id.ts';
import { joinRole, roleIn, type StoreRole } from '../store/store.queries.ts';

export interface MerchantsOrder {
  readonly storeId: Id<'STO'>;
  readonly storeSlug: string;
  readonly buyerEmail: string;
  /** The language that the buyer paid in. */
  readonly language: string | null;
  /** The caller's, in their environment. */
  readonly role: StoreRole;
}

/**
 * Finds an order of either kind in the caller's environment, in a live store where the caller has a
 * role. Locks the store.
 */
export async function lockMerchantsOrder(
  db: Queryable,
  id: Id<'ORD'>,
  { merchantId, storeIds: all, environment }: MerchantCaller,
): Promise<MerchantsOrder[]> {
  const storeIds = await storesWith(db, 'orders', id, all);
  return lockingStores(db, 'no key update', storeIds).query<MerchantsOrder>(sql`
    select orders.store_id as "storeId", store.slug as "storeSlug",
      orders.buyer_email as "buyerEmail", session.language, ${roleIn(environment)}
    from orders
    join checkout_session session
      on session.store_id = orders.store_id and session.id = orders.checkout_session_id
    ${joinRole('orders', merchantId)}
    where ${isOfStores('orders.store_id', storeIds)} and orders.id = ${id}
      and orders.environment = ${environment}
    for no key update of store`);
}
