import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import type { StoredCheckout, StoredNotifications } from './settings.ts';
import type { CheckoutPatch, FieldPatch } from './settings-patch.ts';

export type StoreStatus = 'active' | 'inactive' | 'suspended';
export type StoreRole = 'owner' | 'admin' | 'member';

export interface StoreRow {
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

export const storeColumns = sql`store.id, store.name, store.slug, store.status, store.logo,
  store.support_email as "supportEmail", store.website, store.prod_enabled as "prodEnabled",
  store.notification_settings as "notificationSettings",
  store.checkout_settings as "checkoutSettings", store.created_at as "createdAt",
  store.updated_at as "updatedAt", store.deleted_at as "deletedAt"`;

/**
 * Creates a store and its owner while the merchant owns fewer than `limit` live ones; gives no row
 * otherwise. The merchant is locked by the statement before, so a race cannot pass the limit.
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
    ), owner as (
      insert into store_merchant (store_id, merchant_id, role, created_at)
      select id, ${store.merchantId}::uuid, 'owner', created_at from created
    )
    select ${storeColumns} from created store`);
  const [, rows] = await Promise.all([locked, inserted]);
  return rows;
}

/** The live store with the merchant's role on it; gives no row when he has none. */
export function findStoreRole(
  db: Queryable,
  storeId: Id<'STO'>,
  merchantId: Id<'MER'>,
): Promise<{ readonly role: StoreRole }[]> {
  return db.query(sql`
    select member.role from store join store_merchant member on member.store_id = store.id
    where store.id = ${storeId} and store.deleted_at is null
      and member.merchant_id = ${merchantId}`);
}

/** As `findStoreRole`, and holds the store: nothing can be added to it until the end. */
export function lockStoreRole(
  db: Queryable,
  storeId: Id<'STO'>,
  merchantId: Id<'MER'>,
): Promise<{ readonly role: StoreRole }[]> {
  return db.query(sql`
    select member.role from store join store_merchant member on member.store_id = store.id
    where store.id = ${storeId} and store.deleted_at is null
      and member.merchant_id = ${merchantId}
    for update of store`);
}

export interface StoreChange {
  readonly name?: string;
  readonly status?: StoreStatus;
  readonly logo?: string | null;
  /** Null puts all switches back to their defaults. */
  readonly notifications?: FieldPatch | null;
  /** Null puts both themes back to their defaults. */
  readonly checkout?: CheckoutPatch | null;
}

/** Writes the supplied fields alone, so concurrent changes of other fields all stay. */
export function updateStore(
  db: Queryable,
  id: Id<'STO'>,
  change: StoreChange,
  now: Date,
): Promise<StoreRow[]> {
  return db.query<StoreRow>(sql`
    update store set
      name = coalesce(${change.name ?? null}, name),
      status = coalesce(${change.status ?? null}, status),
      logo = case when ${change.logo !== undefined} then ${change.logo ?? null} else logo end,
      notification_settings = ${patchedNotifications(change.notifications)},
      checkout_settings = ${patchedCheckout(change.checkout)},
      updated_at = ${now}
    where id = ${id} and deleted_at is null
    returning ${storeColumns}`);
}

function patchedNotifications(patch: FieldPatch | null | undefined) {
  if (patch === undefined) return sql`notification_settings`;
  if (patch === null) return sql`'{}'::jsonb`;
  return patched(sql`notification_settings`, patch);
}

function patchedCheckout(patch: CheckoutPatch | null | undefined) {
  if (patch === undefined) return sql`checkout_settings`;
  if (patch === null) return sql`'{}'::jsonb`;
  // A theme that is cleared as a whole is emptied before its fields are written.
  const base = patched(sql`checkout_settings`, patch.top);
  const theme = (name: 'light' | 'dark') =>
    patch.top.clear.includes(name)
      ? sql`'{}'::jsonb`
      : patched(sql`coalesce(checkout_settings -> ${name}, '{}')`, patch[name]);
  return sql`${base} || jsonb_build_object('light', ${theme('light')}, 'dark', ${theme('dark')})`;
}

function patched(value: ReturnType<typeof sql>, patch: FieldPatch) {
  return sql`((${value} || ${JSON.stringify(patch.set)}::jsonb) - ${patch.clear}::text[])`;
}

/** Marks the store as deleted; its rows stay. */
export function markStoreDeleted(db: Queryable, id: Id<'STO'>, now: Date): Promise<StoreRow[]> {
  return db.query<StoreRow>(sql`
    update store set deleted_at = ${now}, updated_at = ${now}
    where id = ${id} and deleted_at is null
    returning ${storeColumns}`);
}
