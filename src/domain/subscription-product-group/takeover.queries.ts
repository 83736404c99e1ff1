import { type Queryable, sql } from '../../database/database.ts';
import { nextUpdatedAt } from '../../database/later.ts';
import type { Id } from '../../kit/id.ts';
import type { Group, GroupKey } from './group.ts';

/** Reasons why a test group's state can't be published to production. */
export interface PublishObstacles {
  /** Whether a production group of the store that was never published has its name. */
  readonly nameTaken: boolean;
  /** The first member that is in such a group. */
  readonly groupedId: Id<'PROD'> | null;
}

/**
 * Groups that were published from another test group don't count: in test, that group has neither
 * the name nor the product any more, or was deleted.
 */
export async function findPublishObstacles(
  db: Queryable,
  { id, storeId }: GroupKey,
): Promise<PublishObstacles> {
  const others = sql`other.store_id = ${storeId} and other.environment = 'prod'
    and other.source_group_id is null and not other.source_deleted`;
  const [row] = await db.query<PublishObstacles>(sql`
    select
      exists (select from product_group other
        where other.name = source.name and ${others}) as "nameTaken",
      (select member.product_id from product_group_member member
        join product_group_member taken on taken.store_id = member.store_id
          and taken.product_id = member.product_id and taken.environment = 'prod'
        join product_group other on other.id = taken.group_id
        where member.store_id = ${storeId} and member.group_id = source.id and ${others}
        order by member.position limit 1) as "groupedId"
    from product_group source where source.store_id = ${storeId} and source.id = ${id}`);
  return row as PublishObstacles;
}

/**
 * Makes the production group of the test group's name its own if that group's test group was
 * deleted and this one has no production group yet.
 */
export async function adoptNamesake(
  db: Queryable,
  { id, storeId, name }: Pick<Group, 'id' | 'storeId' | 'name'>,
): Promise<void> {
  await db.query(sql`
    update product_group set source_group_id = ${id}, source_deleted = false
    where store_id = ${storeId} and environment = 'prod' and name = ${name} and source_deleted
      and not exists (select from product_group own
        where own.store_id = ${storeId} and own.source_group_id = ${id})`);
}

/** A production group that lost its name, and what its test group is called. */
export interface Displaced {
  readonly id: string;
  readonly testName: string | null;
}

/**
 * Takes the test group's name from another production group, which is to be renamed in the same
 * transaction: until then it has a name that no caller can give, because names are trimmed.
 */
export function releaseName(
  db: Queryable,
  { id, storeId, name }: Pick<Group, 'id' | 'storeId' | 'name'>,
): Promise<Displaced[]> {
  return db.query(sql`
    update product_group set name = ' ' || id
    where store_id = ${storeId} and environment = 'prod' and name = ${name}
      and source_group_id is distinct from ${id}::uuid
    returning id, (select source.name from product_group source
      where source.store_id = ${storeId} and source.id = product_group.source_group_id)
      as "testName"`);
}

export function listProductionNames(
  db: Queryable,
  storeId: Id<'STO'>,
): Promise<{ readonly name: string }[]> {
  return db.query(sql`
    select name from product_group where store_id = ${storeId} and environment = 'prod'`);
}

export async function renameGroup(
  db: Queryable,
  { id, storeId }: GroupKey,
  name: string,
  now: Date,
): Promise<void> {
  await db.query(sql`
    update product_group set name = ${name}, updated_at = ${nextUpdatedAt(now)}
    where store_id = ${storeId} and id = ${id}`);
}

/** Removes the products from all other production groups. Returns those groups. */
export function releaseProducts(
  db: Queryable,
  { id, storeId }: GroupKey,
  productIds: readonly Id<'PROD'>[],
  now: Date,
): Promise<{ readonly id: string }[]> {
  return db.query(sql`
    with released as (
      delete from product_group_member
      where store_id = ${storeId} and environment = 'prod' and group_id <> ${id}
        and product_id = any (${productIds}::uuid[])
      returning group_id
    )
    update product_group set updated_at = ${nextUpdatedAt(now)}
    where store_id = ${storeId} and id in (select group_id from released)
    returning id`);
}
