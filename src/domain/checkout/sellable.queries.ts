import type { Environment, Looking } from '../../contract/caller.ts';
import { type Queryable, sql } from '../../database/database.ts';
import { lockingStores } from '../../database/guard-stores.ts';
import { isOfStores, storesWith } from '../../database/of-stores.ts';
import type { Id } from '../../kit/id.ts';
import type { StoredPrices } from '../product/prices.ts';
import type { ProductKind, ProductStatus } from '../product/product.ts';
import { roleIn, type StoreRole, type StoreStatus } from '../store/store.queries.ts';

export interface SellableRow {
  readonly kind: ProductKind;
  readonly storeId: Id<'STO'>;
  readonly slug: string;
  readonly storeStatus: StoreStatus;
  readonly prodEnabled: boolean;
  /** The merchant's role on the store in the environment; null for a visitor. */
  readonly role: StoreRole | null;
  /** Null if the product has no version in the environment. */
  readonly versionId: Id<'PVER'> | null;
  readonly status: ProductStatus | null;
  readonly prices: StoredPrices | null;
  /** The store's verified website. */
  readonly website: string | null;
  readonly productSuccessUrl: string | null;
}

/** The product's version in the environment. Locks its live store against deletion. */
export async function lockSellable(
  db: Queryable,
  productId: Id<'PROD'>,
  environment: Environment,
  { merchantId, storeIds: all }: Looking,
): Promise<SellableRow[]> {
  const shown = environment === 'test' ? shownInTest : shownInProd;
  const storeIds = await storesWith(db, 'product', productId, all);
  return lockingStores(db, 'key share', storeIds).query<SellableRow>(sql`
    select product.kind, store.id as "storeId", store.slug, store.status as "storeStatus",
      store.prod_enabled as "prodEnabled", ${roleIn(environment)}, version.id as "versionId",
      ${shown.status} as status, version.prices, store.website,
      version.success_url as "productSuccessUrl"
    from product join store on store.id = product.store_id and store.deleted_at is null
    left join usable_membership member
      on member.store_id = store.id and member.merchant_id = ${merchantId}::uuid
    left join product_version version
      on version.store_id = product.store_id and version.id = ${shown.versionId}
    where ${isOfStores('product.store_id', storeIds)} and product.id = ${productId}
      and (member.role is not null or ${merchantId}::uuid is null)
    for key share of store`);
}

const shownInTest = { versionId: sql`product.test_version_id`, status: sql`product.test_status` };
const shownInProd = { versionId: sql`product.prod_version_id`, status: sql`product.prod_status` };
