import type { Environment } from '../../contract/caller.ts';
import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { textToKeep, writtenMetadata } from '../metadata.queries.ts';
import { columnsOf, type ProductRow } from './product.queries.ts';
import type { ProductContent } from './product.ts';

/** Reads the content of a version. */
export async function findContent(
  db: Queryable,
  storeId: Id<'STO'>,
  versionId: Id<'PVER'>,
): Promise<ProductContent> {
  const [content] = await db.query<ProductContent>(sql`
    select name, description, billing_period as "billingPeriod", prices, media,
      success_url as "successUrl", ${writtenMetadata('product_version')} as metadata
    from product_version where store_id = ${storeId} and id = ${versionId}`);
  if (!content) throw new Error(`Product version ${versionId} is missing`);
  return content;
}

/** Adds the next version of a locked product and shows it in the environment. Returns its number. */
export async function insertVersion(
  db: Queryable,
  product: Pick<ProductRow, 'id' | 'storeId'>,
  version: ProductContent & { readonly id: Id<'PVER'> },
  environment: Environment,
  now: Date,
): Promise<number> {
  const columns = columnsOf[environment];
  const [added] = await db.query<{ versionNumber: number }>(sql`
    with version as (
      insert into product_version (id, store_id, product_id, version_number, name, description,
        billing_period, prices, media, success_url, metadata, metadata_written, created_at)
      select ${version.id}::uuid, ${product.storeId}::uuid, ${product.id}::uuid,
        max(version_number) + 1, ${version.name}, ${version.description}, ${version.billingPeriod},
        ${JSON.stringify(version.prices)}::jsonb, ${JSON.stringify(version.media)}::jsonb,
        ${version.successUrl}, ${JSON.stringify(version.metadata)}::jsonb,
        ${textToKeep(version.metadata)}::json, ${now}::timestamptz
      from product_version
      where store_id = ${product.storeId} and product_id = ${product.id}
      returning version_number
    )
    update product set ${columns.versionId} = ${version.id}, ${columns.updatedAt} = ${now}
    from version where product.store_id = ${product.storeId} and product.id = ${product.id}
    returning version.version_number as "versionNumber"`);
  return (added as { versionNumber: number }).versionNumber;
}
