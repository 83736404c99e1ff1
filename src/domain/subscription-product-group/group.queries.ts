import type { Merchant, MerchantCaller } from '../../contract/caller.ts';
import { type Queryable, sql } from '../../database/database.ts';
import { lockingStores } from '../../database/guard-stores.ts';
import { nextUpdatedAt } from '../../database/later.ts';
import { isOfStores, storesWith } from '../../database/of-stores.ts';
import type { Id } from '../../kit/id.ts';
import { roleIn, type StoreRole } from '../store/store.queries.ts';
import type { Group, GroupKey } from './group.ts';

const columnsIn = (
  storeIds: readonly string[],
) => sql`product_group.id, product_group.store_id as "storeId",
  product_group.environment, product_group.name, product_group.description,
  product_group.shared_trial as "sharedTrial",
  product_group.self_service_plan_change as "selfServicePlanChange",
  product_group.created_at as "createdAt", product_group.updated_at as "updatedAt",
  array(select product_id from product_group_member member
    where ${isOfStores('member.store_id', storeIds)}
      and member.store_id = product_group.store_id and member.group_id = product_group.id
    order by position) as "productIds"`;

/**
 * The caller's role on the live store in their environment; no row if they have none. Locks the
 * store's groups: writes to them are serialized, so that each sees whole groups and none deadlocks.
 */
export function lockGroupsOfStore(
  db: Queryable,
  storeId: Id<'STO'>,
  { merchantId, environment }: MerchantCaller,
): Promise<{ readonly role: StoreRole }[]> {
  return lockingStores(db, 'no key update', [storeId]).query(sql`
    select ${roleIn(environment)}
    from store join usable_membership member on member.store_id = store.id
    where store.id = ${storeId} and store.deleted_at is null
      and member.merchant_id = ${merchantId}
    for no key update of store`);
}

/**
 * Like `lockGroupsOfStore`, for the store and environment of a group. The group itself must be read
 * afterwards.
 */
export async function lockGroupsAround(
  db: Queryable,
  groupId: string,
  { merchantId, storeIds: all }: Merchant,
): Promise<{ readonly role: StoreRole; readonly storeId: Id<'STO'> }[]> {
  const storeIds = await storesWith(db, 'product_group', groupId, all);
  return lockingStores(db, 'no key update', storeIds).query(sql`
    select ${roleIn(sql`product_group.environment`)}, store.id as "storeId"
    from product_group join store on store.id = product_group.store_id
      join usable_membership member on member.store_id = store.id
    where ${isOfStores('product_group.store_id', storeIds)} and product_group.id = ${groupId}
      and store.deleted_at is null and member.merchant_id = ${merchantId}
    for no key update of store`);
}

export async function findGroup(
  db: Queryable,
  storeId: Id<'STO'>,
  id: string,
): Promise<Group | null> {
  const [group] = await db.query<Group>(sql`
    select ${columnsIn([storeId])} from product_group where store_id = ${storeId} and id = ${id}`);
  return group ?? null;
}

export interface GroupPair {
  readonly group: Group;
  /** The group that was published from this one, or that publishing would make its own. */
  readonly production: Group | null;
}

/** A production group of the given group's name whose test group was deleted. */
const isAdoptable = (id: string, storeIds: readonly string[]) => sql`(product_group.source_deleted
  and exists (select from product_group given where ${isOfStores('given.store_id', storeIds)}
    and given.store_id = product_group.store_id and given.id = ${id}
    and given.name = product_group.name))`;

/** A group in a live store on which the merchant has a role, from a single snapshot. */
export async function findGroupPair(
  db: Queryable,
  id: string,
  { merchantId, storeIds }: Merchant,
): Promise<GroupPair | null> {
  const rows = await db.query<Group>(sql`
    select ${columnsIn(storeIds)} from product_group join store on store.id = product_group.store_id
      join usable_membership member on member.store_id = store.id
    where ${isOfStores('product_group.store_id', storeIds)}
      and (product_group.id = ${id} or product_group.source_group_id = ${id}
        or ${isAdoptable(id, storeIds)})
      and store.deleted_at is null and member.merchant_id = ${merchantId}
    order by product_group.source_group_id nulls last`);
  const group = rows.find((row) => row.id === id);
  if (!group) return null;
  return { group, production: rows.find((row) => row !== group) ?? null };
}

/** Inserts a group without members. Violates `product_group_name` if the name is taken. */
export async function insertGroup(
  db: Queryable,
  group: Omit<Group, 'productIds' | 'updatedAt'>,
): Promise<void> {
  await db.query(sql`
    insert into product_group (id, store_id, environment, name, description, shared_trial,
      self_service_plan_change, created_at, updated_at)
    values (${group.id}, ${group.storeId}, ${group.environment}, ${group.name},
      ${group.description}, ${group.sharedTrial}, ${group.selfServicePlanChange},
      ${group.createdAt}, ${group.createdAt})`);
}

export interface GroupChange {
  readonly name?: string | undefined;
  /** Null clears it. */
  readonly description?: string | null | undefined;
  readonly sharedTrial?: boolean | null | undefined;
  readonly selfServicePlanChange?: boolean | null | undefined;
}

/** Writes the supplied fields. Violates `product_group_name` if the name is taken. */
export async function updateGroup(
  db: Queryable,
  { id, storeId }: GroupKey,
  change: GroupChange,
  now: Date,
): Promise<void> {
  await db.query(sql`
    update product_group set
      name = coalesce(${change.name ?? null}, name),
      description = case when ${change.description !== undefined}
        then ${change.description ?? null} else description end,
      shared_trial = coalesce(${change.sharedTrial ?? null}, shared_trial),
      self_service_plan_change =
        coalesce(${change.selfServicePlanChange ?? null}, self_service_plan_change),
      updated_at = ${now}
    where store_id = ${storeId} and id = ${id}`);
}

/** Creates or updates the production group of a test group, except for its members. */
export async function upsertProductionGroup(
  db: Queryable,
  testGroup: GroupKey,
  newId: string,
  now: Date,
): Promise<string> {
  const [row] = await db.query<{ id: string }>(sql`
    insert into product_group (id, store_id, environment, name, description, shared_trial,
      self_service_plan_change, source_group_id, created_at, updated_at)
    select ${newId}::uuid, store_id, 'prod', name, description, shared_trial,
      self_service_plan_change, id, ${now}::timestamptz, ${now}::timestamptz
    from product_group where store_id = ${testGroup.storeId} and id = ${testGroup.id}
    on conflict (source_group_id, store_id) do update set name = excluded.name,
      description = excluded.description, shared_trial = excluded.shared_trial,
      self_service_plan_change = excluded.self_service_plan_change,
      updated_at = ${nextUpdatedAt(sql`excluded.updated_at`, sql`product_group.updated_at`)}
    returning id`);
  return (row as { id: string }).id;
}

/** Deletes the group and its memberships; a group published from it is kept. */
export async function deleteGroupRow(db: Queryable, { id, storeId }: GroupKey): Promise<void> {
  await db.query(sql`delete from product_group where store_id = ${storeId} and id = ${id}`);
}
