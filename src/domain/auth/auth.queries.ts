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
  { merchantId, environment }: Pick<MerchantCaller, 'merchantId' | 'environment'>,
): Promise<TokenStore[]> {
  const product = productId ?? null;
  return db.query<TokenStore>(sql`
    select store.id, store.status,
      case when ${environment} = 'test' or not member.test_only then member.role end as role,
      ${product}::uuid is null or exists (
        select from product where product.id = ${product} and product.store_id = store.id
      ) as "sellsProduct"
    from store left join usable_membership member
      on member.store_id = store.id and member.merchant_id = ${merchantId}
    where store.deleted_at is null and store.id = coalesce(${storeId ?? null}::uuid,
      (select store_id from product where product.id = ${product}))`);
}
