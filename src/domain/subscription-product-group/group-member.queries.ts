import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import type { Group } from './group.ts';

/**
 * The ids that aren't subscription products of the store in the environment. Current members always
 * count as known, because publishing includes products that aren't published yet.
 */
export function findUnknownProducts(
  db: Queryable,
  { id, storeId, environment }: Pick<Group, 'id' | 'storeId' | 'environment'>,
  productIds: readonly Id<'PROD'>[],
): Promise<{ readonly productId: Id<'PROD'> }[]> {
  const versionId = environment === 'test' ? sql`test_version_id` : sql`prod_version_id`;
  return db.query(sql`
    select given.id as "productId" from unnest(${productIds}::uuid[]) as given (id)
    where not exists (select from product where product.id = given.id
      and store_id = ${storeId} and kind = 'subscription' and (${versionId} is not null
        or exists (select from product_group_member member where member.store_id = ${storeId}
          and member.group_id = ${id} and member.product_id = given.id)))`);
}

/**
 * Replaces the group's members with the products, in the given order. Returns the products that are
 * in another group of the environment, in the same order; they do not become members.
 */
export async function replaceMembers(
  db: Queryable,
  group: Pick<Group, 'id' | 'storeId' | 'environment'>,
  productIds: readonly Id<'PROD'>[],
): Promise<Id<'PROD'>[]> {
  const deleted = db.query(sql`
    delete from product_group_member
    where store_id = ${group.storeId} and group_id = ${group.id}`);
  const inserted = db.query<{ productId: Id<'PROD'> }>(sql`
    insert into product_group_member (group_id, store_id, product_id, environment, position)
    select ${group.id}::uuid, ${group.storeId}::uuid, product_id, ${group.environment}, position
    from unnest(${productIds}::uuid[]) with ordinality as given (product_id, position)
    on conflict on constraint product_in_one_group do nothing
    returning product_id as "productId"`);
  const [, members] = await Promise.all([deleted, inserted]);
  const added = new Set(members.map(({ productId }) => productId));
  return productIds.filter((id) => !added.has(id));
}

/** The group's members without a production version, in order. */
export function findUnpublishedMembers(
  db: Queryable,
  storeId: Id<'STO'>,
  groupId: string,
): Promise<{ readonly productId: Id<'PROD'> }[]> {
  return db.query(sql`
    select product.id as "productId" from product_group_member member
      join product on product.id = member.product_id and product.store_id = ${storeId}
    where member.store_id = ${storeId} and member.group_id = ${groupId}
      and product.prod_version_id is null
    order by member.position`);
}
