import type { MerchantCaller } from '../../contract/caller.ts';
import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import type { StoreRole, StoreStatus } from '../store/store.queries.ts';

export interface TokenStore {
  readonly id: Id<'STO'>;
  readonly status: StoreStatus;
  /** The merchant's role on the store; null without one. */
  readonly role: StoreRole | null;
  /** Whether the product asked for is the store's; true when none was asked for. */
  readonly sellsProduct: boolean;
}

/** The live store that is named, or that the product belongs to. */
export function findTokenStore(
  db: Queryable,
  storeId: Id<'STO'> | undefined,
  productId: Id<'PROD'> | undefined,
  { merchantId, storeIds, environment }: MerchantCaller,
): Promise<TokenStore[]> {
  const sells = sql`exists (select from product
    where product.store_id = store.id and product.id = ${productId ?? null})`;
  const isMeant =
    storeId === undefined
      ? sql`store.id = any(${storeIds}::uuid[]) and ${sells}`
      : sql`store.id = ${storeId}`;
  return db.query<TokenStore>(sql`
    select store.id, store.status,
      case when ${environment} = 'test' or not member.test_only then member.role end as role,
      ${productId === undefined ? sql`true` : sells} as "sellsProduct"
    from store left join usable_membership member
      on member.store_id = store.id and member.merchant_id = ${merchantId}
    where store.deleted_at is null and ${isMeant}`);
}
