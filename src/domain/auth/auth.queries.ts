import type { MerchantCaller } from '../../contract/caller.ts';
import { type Queryable, sql } from '../../database/database.ts';
import { isOfStores } from '../../database/of-stores.ts';
import type { Id } from '../../kit/id.ts';
import type { StoreRole, StoreStatus } from '../store/store.queries.ts';

export interface TokenStore {
  readonly id: Id<'STO'>;
  readonly status: StoreStatus;
  /** The merchant's role on the store, or null. */
  readonly role: StoreRole | null;
  /** Whether the requested product belongs to the store; true if none was requested. */
  readonly sellsProduct: boolean;
}

/** Finds the live store that is named, or that the product belongs to. */
export function findTokenStore(
  db: Queryable,
  storeId: Id<'STO'> | undefined,
  productId: Id<'PROD'> | undefined,
  { merchantId, storeIds, environment }: MerchantCaller,
): Promise<TokenStore[]> {
  const role = sql`case when ${environment} = 'test' or not member.test_only then member.role end`;
  const joined = sql`left join usable_membership member
    on member.store_id = store.id and member.merchant_id = ${merchantId}`;
  if (storeId === undefined) {
    return db.query<TokenStore>(sql`
      select store.id, store.status, ${role} as role, true as "sellsProduct"
      from product join store on store.id = product.store_id ${joined}
      where ${isOfStores('product.store_id', storeIds)} and product.id = ${productId ?? null}
        and store.deleted_at is null`);
  }
  const sells = sql`exists (select from product
    where product.store_id = ${storeId} and product.id = ${productId ?? null})`;
  return db.query<TokenStore>(sql`
    select store.id, store.status, ${role} as role,
      ${productId === undefined ? sql`true` : sells} as "sellsProduct"
    from store ${joined}
    where store.id = ${storeId} and store.deleted_at is null`);
}
