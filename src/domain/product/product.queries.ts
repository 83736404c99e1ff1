import type { Environment, MerchantCaller } from '../../contract/caller.ts';
import { type Queryable, type Sql, sql } from '../../database/database.ts';
import { lockingStores } from '../../database/guard-stores.ts';
import { isOfStores, storesWith } from '../../database/of-stores.ts';
import type { Id } from '../../kit/id.ts';
import { textToKeep } from '../metadata.queries.ts';
import { roleIn, type StoreRole } from '../store/store.queries.ts';
import type { Product, ProductKind, ProductStatus } from './product.ts';

/** The product columns for what each environment shows. */
export const columnsOf = {
  test: {
    versionId: sql`test_version_id`,
    status: sql`test_status`,
    updatedAt: sql`test_updated_at`,
  },
  prod: {
    versionId: sql`prod_version_id`,
    status: sql`prod_status`,
    updatedAt: sql`prod_updated_at`,
  },
};

/**
 * Creates a product and its first version if the merchant may write to the live store, which is
 * locked against deletion. Returns the merchant's role, or no row without one; nothing is created
 * for a member. One statement; on a cluster two, because only values are inserted on one node.
 */
export async function insertProduct(
  db: Queryable,
  product: Product,
  place: {
    readonly kind: ProductKind;
    readonly versionId: Id<'PVER'>;
    readonly environment: Environment;
    readonly merchantId: Id<'MER'>;
  },
): Promise<{ readonly role: StoreRole }[]> {
  const columns = columnsOf[place.environment];
  const member = sql`
    select ${roleIn(place.environment)}
    from store join usable_membership member on member.store_id = store.id
    where store.id = ${product.storeId} and store.deleted_at is null
      and member.merchant_id = ${place.merchantId}
    for key share of store`;
  const inserts = (insert: (values: Sql) => Sql) => sql`
    version as (
      insert into product_version (id, store_id, product_id, version_number, name, description,
        billing_period, prices, media, success_url, metadata, metadata_written, created_at)
      ${insert(sql`${place.versionId}::uuid, ${product.storeId}::uuid, ${product.id}::uuid, 1,
        ${product.name}, ${product.description}, ${product.billingPeriod},
        ${JSON.stringify(product.prices)}::jsonb, ${JSON.stringify(product.media)}::jsonb,
        ${product.successUrl}, ${JSON.stringify(product.metadata)}::jsonb,
        ${textToKeep(product.metadata)}::json, ${product.createdAt}::timestamptz`)}
    ), created as (
      insert into product (id, store_id, kind, ${columns.versionId}, ${columns.status},
        ${columns.updatedAt}, created_at)
      ${insert(sql`${product.id}::uuid, ${product.storeId}::uuid, ${place.kind},
        ${place.versionId}::uuid, ${product.status}, ${product.updatedAt}::timestamptz,
        ${product.createdAt}::timestamptz`)}
    )`;
  if (db.guardsStores) {
    const locked = lockingStores(db, 'key share', [product.storeId]);
    const members = await locked.query<{ role: StoreRole }>(member);
    const mayWrite = members.some(({ role }) => role !== 'member');
    if (mayWrite) await db.query(sql`with ${inserts((values) => sql`values (${values})`)} select`);
    return members;
  }
  const ifAllowed = (values: Sql) =>
    sql`select ${values} from member where role in ('owner', 'admin')`;
  return db.query(sql`with member as (${member}), ${inserts(ifAllowed)} select role from member`);
}

/** What an environment shows of a product. */
export interface Listing {
  readonly versionId: Id<'PVER'>;
  readonly status: ProductStatus;
  readonly updatedAt: Date;
}

export interface ProductRow {
  readonly id: Id<'PROD'>;
  readonly storeId: Id<'STO'>;
  /** The calling merchant's role in the environment. */
  readonly role: StoreRole;
  readonly createdAt: Date;
  /** Null if that environment has no version. */
  readonly test: Listing | null;
  readonly prod: Listing | null;
}

interface FlatProductRow extends Pick<ProductRow, 'id' | 'storeId' | 'role' | 'createdAt'> {
  readonly testVersionId: Id<'PVER'> | null;
  readonly testStatus: ProductStatus;
  readonly testUpdatedAt: Date;
  readonly prodVersionId: Id<'PVER'> | null;
  readonly prodStatus: ProductStatus;
  readonly prodUpdatedAt: Date;
}

/** A merchant, and the environment that they work in. */
type Worker = Pick<MerchantCaller, 'merchantId' | 'storeIds' | 'environment'>;

const productOfMerchant = (kind: ProductKind, id: Id<'PROD'>, merchant: Worker) => sql`
  select product.id, product.store_id as "storeId", ${roleIn(merchant.environment)},
    product.created_at as "createdAt",
    product.test_version_id as "testVersionId", product.test_status as "testStatus",
    product.test_updated_at as "testUpdatedAt", product.prod_version_id as "prodVersionId",
    product.prod_status as "prodStatus", product.prod_updated_at as "prodUpdatedAt"
  from product join store on store.id = product.store_id
    join usable_membership member on member.store_id = store.id
  where ${isOfStores('product.store_id', merchant.storeIds)} and product.id = ${id}
    and product.kind = ${kind} and store.deleted_at is null
    and member.merchant_id = ${merchant.merchantId}`;

/** Finds a product in a live store on which the merchant has a role, or null. */
export async function findProduct(
  db: Queryable,
  kind: ProductKind,
  id: Id<'PROD'>,
  merchant: Worker,
): Promise<ProductRow | null> {
  const [row] = await db.query<FlatProductRow>(productOfMerchant(kind, id, merchant));
  return row ? toProductRow(row) : null;
}

/** Like `findProduct`, but locks the product against writes and its store against deletion. */
export async function lockProduct(
  db: Queryable,
  kind: ProductKind,
  id: Id<'PROD'>,
  merchant: Worker,
): Promise<ProductRow | null> {
  const storeIds = await storesWith(db, 'product', id, merchant.storeIds);
  const [row] = await lockingStores(db, 'key share', storeIds).query<FlatProductRow>(sql`
    ${productOfMerchant(kind, id, { ...merchant, storeIds })}
    for no key update of product for key share of store`);
  return row ? toProductRow(row) : null;
}

function toProductRow(row: FlatProductRow): ProductRow {
  const { id, storeId, role, createdAt, testVersionId, prodVersionId } = row;
  const test = testVersionId && {
    versionId: testVersionId,
    status: row.testStatus,
    updatedAt: row.testUpdatedAt,
  };
  const prod = prodVersionId && {
    versionId: prodVersionId,
    status: row.prodStatus,
    updatedAt: row.prodUpdatedAt,
  };
  return { id, storeId, role, createdAt, test, prod };
}

/** Sets a locked product's status in the environment. */
export async function setProductStatus(
  db: Queryable,
  { id, storeId }: Pick<ProductRow, 'id' | 'storeId'>,
  environment: Environment,
  status: ProductStatus,
  now: Date,
): Promise<void> {
  const columns = columnsOf[environment];
  await db.query(sql`
    update product set ${columns.status} = ${status}, ${columns.updatedAt} = ${now}
    where store_id = ${storeId} and id = ${id}`);
}

/**
 * Shows the test version in production, active. Returns that version's number, or no row if
 * production already has a version or the test version is not active.
 */
export function publishTestVersion(
  db: Queryable,
  { id, storeId }: Pick<ProductRow, 'id' | 'storeId'>,
  now: Date,
): Promise<{ readonly versionNumber: number }[]> {
  return db.query(sql`
    update product set prod_version_id = version.id, prod_status = 'active',
      prod_updated_at = ${now}
    from product_version version
    where product.store_id = ${storeId} and product.id = ${id}
      and version.store_id = ${storeId} and version.id = product.test_version_id
      and product.test_status = 'active' and product.prod_version_id is null
    returning version.version_number as "versionNumber"`);
}
