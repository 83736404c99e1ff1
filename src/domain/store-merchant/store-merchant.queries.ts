import { type Queryable, sql } from '../../database/database.ts';
import { lockingStores } from '../../database/guard-stores.ts';
import type { Id } from '../../kit/id.ts';
import type { StoreRole } from '../store/store.queries.ts';
import type { GivenRole } from './given-role.ts';

/**
 * The merchant's role on the live store, read after waiting for earlier membership changes. Locks
 * the store against other such changes and its deletion, and the role against removal.
 */
export function lockMembership(
  db: Queryable,
  storeId: Id<'STO'>,
  merchantId: Id<'MER'>,
): Promise<{ readonly role: StoreRole; readonly testOnly: boolean }[]> {
  return lockingStores(db, 'no key update', [storeId]).query(sql`
    select member.role, member.test_only as "testOnly"
    from store join usable_membership member on member.store_id = store.id
    where store.id = ${storeId} and store.deleted_at is null
      and member.merchant_id = ${merchantId}
    for no key update of store for share of member`);
}

/** The account and membership of an email address on a locked store. */
export interface Addressee {
  /** Null if no account has the address. */
  readonly merchantId: Id<'MER'> | null;
  /** Whether the account's address has been confirmed. */
  readonly isConfirmed: boolean;
  readonly isMember: boolean;
  readonly isInvited: boolean;
  readonly storeName: string;
  /** Members and open invitations of the store. */
  readonly memberCount: number;
}

export async function findAddressee(
  db: Queryable,
  storeId: Id<'STO'>,
  email: string,
  now: Date,
): Promise<Addressee> {
  const [addressee] = await db.query<Addressee>(sql`
    select account.id as "merchantId", account.email_confirmed_at is not null as "isConfirmed",
      member.role is not null as "isMember",
      exists (select from store_invitation
        where store_id = ${storeId} and email = ${email}) as "isInvited",
      (select name from store where id = ${storeId}) as "storeName",
      ((select count(*) from store_merchant where store_id = ${storeId})
        + (select count(*) from store_invitation where store_id = ${storeId}
          and email <> ${email} and expires_at > ${now}))::int as "memberCount"
    from (values (1)) one
    left join merchant account on account.email = ${email}
    left join store_merchant member
      on member.store_id = ${storeId} and member.merchant_id = account.id`);
  return addressee as Addressee;
}

/** Adds a member and removes an open invitation of the same address. */
export async function insertMember(
  db: Queryable,
  member: {
    readonly storeId: Id<'STO'>;
    readonly merchantId: Id<'MER'>;
    readonly role: GivenRole;
    /** Granted with a test key: the membership ends when the store is enabled for production. */
    readonly testOnly: boolean;
    readonly createdAt: Date;
  },
): Promise<void> {
  await db.query(sql`
    with answered as (
      delete from store_invitation
      where store_id = ${member.storeId}
        and email = (select email from merchant where id = ${member.merchantId})
    )
    insert into store_merchant (store_id, merchant_id, role, test_only, created_at)
    values (${member.storeId}, ${member.merchantId}, ${member.role}, ${member.testOnly},
      ${member.createdAt})`);
}

/** Removes a member who is not the owner, and their invitations; returns their role, or no row. */
export function deleteMember(
  db: Queryable,
  storeId: Id<'STO'>,
  merchantId: Id<'MER'>,
): Promise<{ readonly role: StoreRole }[]> {
  return db.query(sql`
    with removed as (
      delete from store_merchant
      where store_id = ${storeId} and merchant_id = ${merchantId} and role <> 'owner'
      returning role
    ), withdrawn as (
      delete from store_invitation where store_id = ${storeId} and invited_by = ${merchantId}
        and exists (select from removed)
    )
    select role from removed`);
}

/** The role that a member has without what a test key gave; null if it gave the membership. */
const permanentRole = sql`case when test_only then permanent_role else role end`;

/**
 * Changes the role of a member; returns no row for the owner or a non-member. A role raised with a
 * test key applies only to the test side, and the one that it raised is kept; a role set otherwise
 * applies to both. Invitations of a member who may no longer invite are withdrawn.
 */
export function updateMemberRole(
  db: Queryable,
  storeId: Id<'STO'>,
  merchantId: Id<'MER'>,
  role: GivenRole,
  testOnly: boolean,
): Promise<{ readonly role: GivenRole }[]> {
  const isRaised = sql`${permanentRole} = 'member' and ${role} = 'admin'`;
  return db.query(sql`
    with changed as (
      update store_merchant set role = ${role},
        test_only = ${testOnly} and (${permanentRole} is null or (${isRaised})),
        permanent_role = case when ${testOnly} and ${isRaised} then 'member' end
      where store_id = ${storeId} and merchant_id = ${merchantId} and role <> 'owner'
      returning role
    ), withdrawn as (
      delete from store_invitation where store_id = ${storeId} and invited_by = ${merchantId}
        and exists (select from changed where role = 'member')
    )
    select role from changed`);
}

/**
 * Ends the memberships and invitations that test keys granted on a store. A member whose role one
 * raised falls back to the permanent one.
 */
export async function endTestMemberships(db: Queryable, storeId: Id<'STO'>): Promise<void> {
  await db.query(sql`
    with ended as (
      delete from store_merchant
      where store_id = ${storeId} and test_only and permanent_role is null and role <> 'owner'
    ), lowered as (
      update store_merchant set role = permanent_role, test_only = false, permanent_role = null
      where store_id = ${storeId} and test_only and permanent_role is not null and role <> 'owner'
    )
    delete from store_invitation where store_id = ${storeId} and test_only`);
}

/** Whether the merchant owns the store. */
export async function ownsStore(
  db: Queryable,
  storeId: Id<'STO'>,
  merchantId: Id<'MER'>,
): Promise<boolean> {
  const owners = await db.query(sql`
    select from store_merchant
    where store_id = ${storeId} and merchant_id = ${merchantId} and role = 'owner'`);
  return owners.length > 0;
}

/** Locks the stores that the merchant owns against membership changes; returns their IDs. */
export async function lockOwnStores(db: Queryable, merchantId: Id<'MER'>): Promise<Id<'STO'>[]> {
  const owned = db.guardsStores ? await listOwnStores(db, merchantId) : [];
  const ids = owned.map(({ id }) => id);
  const locked = await lockingStores(db, 'no key update', ids).query<{ id: Id<'STO'> }>(sql`
    select store.id from store join store_merchant member on member.store_id = store.id
    where member.merchant_id = ${merchantId} and member.role = 'owner'
    order by store.id
    for no key update of store`);
  return locked.map(({ id }) => id);
}

function listOwnStores(db: Queryable, merchantId: Id<'MER'>): Promise<{ readonly id: string }[]> {
  return db.query(sql`
    select store_id as id from store_merchant
    where merchant_id = ${merchantId} and role = 'owner'`);
}

/**
 * Ends the merchant's memberships on others' stores and others' memberships on theirs, as well as
 * invitations to their stores and invitations they sent. The merchant keeps the stores they own.
 */
export async function endMembershipsAround(db: Queryable, merchantId: Id<'MER'>): Promise<void> {
  await db.query(sql`
    with own as (
      select store_id from store_merchant where merchant_id = ${merchantId} and role = 'owner'
    ), ended as (
      delete from store_merchant
      where role <> 'owner'
        and (merchant_id = ${merchantId} or store_id in (select store_id from own))
    )
    delete from store_invitation
    where invited_by = ${merchantId} or store_id in (select store_id from own)`);
}
