import type { Environment, MerchantCaller } from '../../contract/caller.ts';
import { type Queryable, raw, type Sql, sql } from '../../database/database.ts';
import { lockingStores } from '../../database/guard-stores.ts';
import { nextUpdatedAt } from '../../database/later.ts';
import type { Id } from '../../kit/id.ts';
import { ownerOfCreated } from '../store-merchant/owner.queries.ts';
import type { Business } from './business.ts';
import type { StoredCheckout, StoredNotifications } from './settings.ts';

export type StoreStatus = 'active' | 'inactive' | 'suspended';
export type StoreRole = 'owner' | 'admin' | 'member';

export interface StoreRow extends Business {
  readonly id: Id<'STO'>;
  readonly name: string;
  readonly slug: string;
  readonly status: StoreStatus;
  readonly logo: string | null;
  readonly supportEmail: string | null;
  readonly website: string | null;
  readonly prodEnabled: boolean;
  readonly notificationSettings: StoredNotifications;
  readonly checkoutSettings: StoredCheckout;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly deletedAt: Date | null;
}

/** The business columns of `store`. */
export const businessColumns = sql`store.business_name as "businessName", store.tax_id as "taxId",
  store.business_address as "businessAddress"`;

export const storeColumns = sql`store.id, store.name, store.slug, store.status, store.logo,
  store.support_email as "supportEmail", store.website, ${businessColumns}, store.prod_enabled as "prodEnabled",
  store.notification_settings as "notificationSettings",
  store.checkout_settings as "checkoutSettings", store.created_at as "createdAt",
  store.updated_at as "updatedAt", store.deleted_at as "deletedAt"`;

/**
 * Creates a store and its owner if the merchant owns fewer than `limit` live ones; otherwise
 * returns no row. The preceding statement locks the merchant, so a race can't exceed the limit.
 */
export async function insertStore(
  db: Queryable,
  store: {
    readonly id: Id<'STO'>;
    readonly name: string;
    readonly slug: string;
    readonly merchantId: Id<'MER'>;
    readonly createdAt: Date;
  },
  limit: number,
): Promise<StoreRow[]> {
  const locked = db.query(
    sql`select from merchant where id = ${store.merchantId} for no key update`,
  );
  const inserted = db.query<StoreRow>(sql`
    with room as (
      select from store_merchant member join store on store.id = member.store_id
      where member.merchant_id = ${store.merchantId} and member.role = 'owner'
        and store.deleted_at is null
      having count(*) < ${limit}
    ), created as (
      insert into store (id, name, slug, status, created_at, updated_at)
      select ${store.id}, ${store.name}, ${store.slug}, 'active', ${store.createdAt}::timestamptz,
        ${store.createdAt}::timestamptz
      from room
      returning *
    ), owner as (${ownerOfCreated(store.merchantId)})
    select ${storeColumns} from created store`);
  const [, rows] = await Promise.all([locked, inserted]);
  return rows;
}

/** The merchant's role on the live store; no row without one. */
export function findStoreRole(
  db: Queryable,
  storeId: Id<'STO'>,
  merchantId: Id<'MER'>,
): Promise<{ readonly role: StoreRole }[]> {
  return db.query(sql`
    select member.role from store join usable_membership member on member.store_id = store.id
    where store.id = ${storeId} and store.deleted_at is null
      and member.merchant_id = ${merchantId}`);
}

/** The merchant's role on a live store, null for a stranger; returns no row if there is none. */
export function findRoleOrStranger(
  db: Queryable,
  storeId: Id<'STO'>,
  merchantId: Id<'MER'>,
): Promise<{ readonly role: StoreRole | null }[]> {
  return db.query(sql`
    select member.role from store left join usable_membership member
      on member.store_id = store.id and member.merchant_id = ${merchantId}
    where store.id = ${storeId} and store.deleted_at is null`);
}

/** Like `findStoreRole`, but locks the store: nothing can be added to it in the meantime. */
export function lockStoreRole(
  db: Queryable,
  storeId: Id<'STO'>,
  merchantId: Id<'MER'>,
): Promise<{ readonly role: StoreRole }[]> {
  return lockingStores(db, 'update', [storeId]).query(sql`
    select member.role from store join usable_membership member on member.store_id = store.id
    where store.id = ${storeId} and store.deleted_at is null
      and member.merchant_id = ${merchantId}
    for update of store`);
}

/**
 * The `member`'s role in an environment. An admin added or promoted with a test key may read
 * production, but not change it (docs/contract/service.md#test-keys), so every write to an
 * environment checks the role there.
 */
export const roleIn = (environment: Environment | Sql) => sql`case
  when member.test_only and ${environment} = 'prod' then 'member' else member.role end as role`;

/** Like `findStoreRole`, for the call's environment. */
export function findRoleIn(
  db: Queryable,
  storeId: Id<'STO'>,
  { merchantId, environment }: Pick<MerchantCaller, 'merchantId' | 'environment'>,
): Promise<{ readonly role: StoreRole }[]> {
  return db.query(sql`
    select ${roleIn(environment)}
    from store join usable_membership member on member.store_id = store.id
    where store.id = ${storeId} and store.deleted_at is null
      and member.merchant_id = ${merchantId}`);
}

/** Joins the live `store` of a table's rows, and the merchant's membership of it as `member`. */
export const joinRole = (table: string, merchantId: Id<'MER'>) => sql`
  join store on store.id = ${raw(table)}.store_id and store.deleted_at is null
  join usable_membership member
    on member.store_id = store.id and member.merchant_id = ${merchantId}`;

/** Whether the live store is enabled for production, and the merchant's role comes from a test key. */
export function findProductionReach(
  db: Queryable,
  storeId: Id<'STO'>,
  merchantId: Id<'MER'>,
): Promise<{ readonly prodEnabled: boolean; readonly testOnly: boolean }[]> {
  return db.query(sql`
    select store.prod_enabled as "prodEnabled", member.test_only as "testOnly"
    from store join usable_membership member on member.store_id = store.id
    where store.id = ${storeId} and store.deleted_at is null
      and member.merchant_id = ${merchantId}`);
}

/** The live store, locked against other writers of its fields. */
export function lockStore(db: Queryable, id: Id<'STO'>): Promise<StoreRow[]> {
  return lockingStores(db, 'no key update', [id]).query<StoreRow>(sql`
    select ${storeColumns} from store where id = ${id} and deleted_at is null
    for no key update of store`);
}

/** The fields that update-store writes. */
export type StoreFields = Pick<
  StoreRow,
  'name' | 'status' | 'logo' | 'notificationSettings' | 'checkoutSettings' | keyof Business
>;

/** Writes the fields of a locked store. */
export function writeStore(
  db: Queryable,
  id: Id<'STO'>,
  fields: StoreFields,
  now: Date,
): Promise<StoreRow[]> {
  const { name, status, logo, notificationSettings, checkoutSettings } = fields;
  const { businessName, taxId, businessAddress } = fields;
  return db.query<StoreRow>(sql`
    update store set name = ${name}, status = ${status}, logo = ${logo},
      business_name = ${businessName}, tax_id = ${taxId}, business_address = ${businessAddress},
      notification_settings = ${JSON.stringify(notificationSettings)},
      checkout_settings = ${JSON.stringify(checkoutSettings)}, updated_at = ${now}
    where id = ${id} and deleted_at is null
    returning ${storeColumns}`);
}

/** Marks the store as deleted; its rows stay. */
export function markStoreDeleted(db: Queryable, id: Id<'STO'>, now: Date): Promise<StoreRow[]> {
  return db.query<StoreRow>(sql`
    update store set deleted_at = ${now}, updated_at = ${nextUpdatedAt(now)}
    where id = ${id} and deleted_at is null
    returning ${storeColumns}`);
}

/** Lets the store sell in production. */
export async function enableProduction(db: Queryable, id: Id<'STO'>, now: Date): Promise<void> {
  await db.query(sql`
    update store set prod_enabled = true, updated_at = ${nextUpdatedAt(now)}
    where id = ${id} and not prod_enabled`);
}
