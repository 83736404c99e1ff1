import type { MerchantCaller } from '../../contract/caller.ts';
import { type Queryable, sql } from '../../database/database.ts';
import { isOfStores } from '../../database/of-stores.ts';
import type { Id } from '../../kit/id.ts';
import { roleIn, type StoreRole, type StoreStatus } from '../store/store.queries.ts';

export interface TokenStore {
  readonly id: Id<'STO'>;
  readonly status: StoreStatus;
  /** The merchant's role on the store in the call's environment, or null. */
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
  const joined = sql`left join usable_membership member
    on member.store_id = store.id and member.merchant_id = ${merchantId}`;
  if (storeId === undefined) {
    return db.query<TokenStore>(sql`
      select store.id, store.status, ${roleIn(environment)}, true as "sellsProduct"
      from product join store on store.id = product.store_id ${joined}
      where ${isOfStores('product.store_id', storeIds)} and product.id = ${productId ?? null}
        and store.deleted_at is null`);
  }
  const sells = sql`exists (select from product
    where product.store_id = ${storeId} and product.id = ${productId ?? null})`;
  return db.query<TokenStore>(sql`
    select store.id, store.status, ${roleIn(environment)},
      ${productId === undefined ? sql`true` : sells} as "sellsProduct"
    from store ${joined}
    where store.id = ${storeId} and store.deleted_at is null`);
}

/** Whether the product belonged to a store that the merchant owned and deleted. */
export async function isOfDeletedStore(
  db: Queryable,
  productId: Id<'PROD'>,
  merchantId: Id<'MER'>,
): Promise<boolean> {
  const deleted = await db.query<{ id: Id<'STO'> }>(sql`
    select store.id from store join usable_membership member on member.store_id = store.id
    where member.merchant_id = ${merchantId} and member.role = 'owner'
      and store.deleted_at is not null`);
  const storeIds = deleted.map(({ id }) => id);
  const products = await db.query(sql`
    select from product where ${isOfStores('product.store_id', storeIds)} and id = ${productId}`);
  return products.length > 0;
}
