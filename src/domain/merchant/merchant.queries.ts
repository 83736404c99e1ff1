import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import type { StoreRole } from '../store/store.queries.ts';

export interface MerchantRow {
  readonly id: Id<'MER'>;
  readonly email: string;
  readonly name: string;
  readonly createdAt: Date;
}

/** Inserts a merchant; returns no row if the email is taken. */
export function insertMerchant(
  db: Queryable,
  merchant: MerchantRow & { readonly passwordHash: string },
): Promise<MerchantRow[]> {
  return db.query<MerchantRow>(sql`
    insert into merchant (id, email, name, password_hash, created_at)
    values (${merchant.id}, ${merchant.email}, ${merchant.name}, ${merchant.passwordHash},
      ${merchant.createdAt})
    on conflict (email) do nothing
    returning id, email, name, created_at as "createdAt"`);
}

export function findMerchantByEmail(
  db: Queryable,
  email: string,
): Promise<(MerchantRow & { readonly passwordHash: string })[]> {
  return db.query(sql`
    select id, email, name, created_at as "createdAt", password_hash as "passwordHash"
    from merchant where email = ${email}`);
}

/** Returns a row if the account has this password, and locks it for the transaction. */
export function shareAccount(
  db: Queryable,
  id: Id<'MER'>,
  passwordHash: string,
): Promise<object[]> {
  return db.query(sql`
    select id from merchant where id = ${id} and password_hash = ${passwordHash} for share`);
}

export function updateMerchantName(
  db: Queryable,
  id: Id<'MER'>,
  name: string,
): Promise<MerchantRow[]> {
  return db.query<MerchantRow>(sql`
    update merchant set name = ${name} where id = ${id}
    returning id, email, name, created_at as "createdAt"`);
}

/** Finds the account with its password hash. */
export function findAccount(
  db: Queryable,
  id: Id<'MER'>,
): Promise<(MerchantRow & { readonly passwordHash: string; readonly isProven: boolean })[]> {
  return db.query(sql`
    select id, email, name, created_at as "createdAt", password_hash as "passwordHash",
      email_confirmed_at is not null as "isProven"
    from merchant where id = ${id}`);
}

export function findMerchant(
  db: Queryable,
  id: Id<'MER'>,
): Promise<
  (MerchantRow & {
    readonly emailConfirmed: boolean;
    readonly twoFactor: boolean;
    readonly authenticator: boolean;
  })[]
> {
  return db.query(sql`
    select id, email, name, created_at as "createdAt",
      email_confirmed_at is not null as "emailConfirmed",
      authenticator or exists (select from passkey where merchant_id = merchant.id) as "twoFactor",
      authenticator
    from merchant, lateral (select exists (select from second_factor
      where merchant_id = merchant.id and confirmed_at is not null) as authenticator) factor
    where id = ${id}`);
}

/** A live store with the merchant's role on it. */
export interface RoleRow {
  readonly id: Id<'STO'>;
  readonly name: string;
  readonly slug: string;
  readonly status: string;
  readonly logo: string | null;
  readonly prodEnabled: boolean;
  readonly twoFactorRequired: boolean;
  readonly role: StoreRole;
}

/** Stores that the call may not access for lack of a second factor. */
export function findStoresBehindFactor(
  db: Queryable,
  merchantId: Id<'MER'>,
): Promise<{ readonly id: Id<'STO'>; readonly name: string }[]> {
  return db.query(sql`
    select store.id, store.name
    from store_merchant member join store on store.id = member.store_id
    where member.merchant_id = ${merchantId} and store.deleted_at is null
      and not exists (select from usable_membership usable
        where usable.store_id = store.id and usable.merchant_id = ${merchantId})
    order by member.created_at, store.id`);
}

export function findStoresOf(db: Queryable, merchantId: Id<'MER'>): Promise<RoleRow[]> {
  return db.query<RoleRow>(sql`
    select store.id, store.name, store.slug, store.status, store.logo,
      store.prod_enabled as "prodEnabled", member.role,
      store.two_factor_required_at is not null as "twoFactorRequired"
    from usable_membership member join store on store.id = member.store_id
    where member.merchant_id = ${merchantId} and store.deleted_at is null
    order by member.created_at, store.id`);
}

/** Opens a session for a merchant who has just authenticated. */
export async function insertSession(
  db: Queryable,
  session: {
    readonly id: string;
    readonly tokenHash: Buffer;
    readonly merchantId: Id<'MER'>;
    readonly address?: string | null;
    readonly userAgent?: string | null;
    readonly createdAt: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  await db.query(sql`
    insert into dashboard_session
      (id, token_hash, merchant_id, address, user_agent, created_at, proven_at, expires_at)
    values (${session.id}, ${session.tokenHash}, ${session.merchantId}, ${session.address ?? null},
      ${session.userAgent ?? null}, ${session.createdAt}, ${session.createdAt},
      ${session.expiresAt})`);
}

export async function deleteSession(db: Queryable, id: string): Promise<void> {
  await db.query(sql`delete from dashboard_session where id = ${id}`);
}
