import type { Environment } from '../../contract/caller.ts';
import { type Queryable, type Sql, sql } from '../../database/database.ts';
import type { ProductKind } from '../../domain/product/product.ts';
import { businessColumns } from '../../domain/store/store.queries.ts';
import { encodeId, type Id } from '../../kit/id.ts';
import { plainLine } from '../../kit/text.ts';
import type { ShownProduct, Storefront } from './storefront.ts';

/** A store by its slug, or null if unknown or deleted. */
export async function findStorefront(db: Queryable, slug: string): Promise<Storefront | null> {
  const [store] = await db.query<Storefront>(sql`
    select id, name, slug, status, logo, support_email as "supportEmail", ${businessColumns},
      checkout_settings as "checkoutSettings", prod_enabled as "prodEnabled"
    from store where slug = ${slug} and deleted_at is null`);
  return store ? { ...store, name: plainLine(store.name) } : null;
}

type Row = Omit<ShownProduct, 'id'> & { readonly id: Id<'PROD'> };

/** A page of the store's products in an environment, newest first. */
export async function listShownProducts(
  db: Queryable,
  storeId: Id<'STO'>,
  environment: Environment,
  limit: number,
  offset: number,
): Promise<ShownProduct[]> {
  const rows = await db.query<Row>(sql`
    select ${shown} from ${soldIn(environment)}
    where product.store_id = ${storeId}
    order by product.created_at desc, product.id desc limit ${limit} offset ${offset}`);
  return rows.map(toProduct);
}

/** A product sold by a store in an environment, or null. */
export async function findShownProduct(
  db: Queryable,
  storeId: Id<'STO'>,
  environment: Environment,
  id: Id<'PROD'>,
): Promise<ShownProduct | null> {
  const [row] = await db.query<Row>(sql`
    select ${shown} from ${soldIn(environment)}
    where product.store_id = ${storeId} and product.id = ${id}`);
  return row ? toProduct(row) : null;
}

/** Products that are counted, and the newest, whose currencies are offered: bounds for a view. */
const MAX_COUNTED = 10_000;
const NEWEST = 200;

/** The number of products a store sells in an environment, and the currencies of the newest. */
export async function countShownProducts(
  db: Queryable,
  storeId: Id<'STO'>,
  environment: Environment,
): Promise<{ readonly count: number; readonly prices: readonly KindCurrency[] }> {
  const [row] = await db.query<{ count: number; prices: KindCurrency[] | null }>(sql`
    with newest as (
      select product.kind, version.prices from ${soldIn(environment)}
      where product.store_id = ${storeId}
      order by product.created_at desc, product.id desc limit ${NEWEST})
    select
      (select count(*)::int from (select from ${soldIn(environment)}
        where product.store_id = ${storeId} limit ${MAX_COUNTED}) sold) as count,
      (select json_agg(distinct jsonb_build_object('kind', kind, 'currency', currency))
        from newest cross join lateral jsonb_object_keys(prices) currency) as prices`);
  return { count: row?.count ?? 0, prices: row?.prices ?? [] };
}

export interface KindCurrency {
  readonly kind: ProductKind;
  readonly currency: string;
}

const shown = sql`product.id, product.kind, version.name, version.description, version.media,
  version.billing_period as "billingPeriod", version.prices, version.metadata`;

function soldIn(environment: Environment): Sql {
  return environment === 'test'
    ? sql`product join product_version version on version.store_id = product.store_id
        and version.id = product.test_version_id and product.test_status = 'active'`
    : sql`product join product_version version on version.store_id = product.store_id
        and version.id = product.prod_version_id and product.prod_status = 'active'`;
}

function toProduct({ id, ...row }: Row): ShownProduct {
  return { ...row, id: encodeId('PROD', id), name: plainLine(row.name) };
}
