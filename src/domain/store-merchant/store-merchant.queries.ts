import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import type { StoreRole } from '../store/store.queries.ts';
import type { GivenRole } from './store-merchant.ts';

/**
 * The merchant's role on the live store, read behind every change of members that came before: the
 * store is held against other such changes and its deletion, the role against being taken away.
 */
export function lockMembership(
  db: Queryable,
  storeId: Id<'STO'>,
  merchantId: Id<'MER'>,
): Promise<{ readonly role: StoreRole }[]> {
  return db.query(sql`
    select member.role from store join store_merchant member on member.store_id = store.id
    where store.id = ${storeId} and store.deleted_at is null
      and member.merchant_id = ${merchantId}
    for no key update of store for share of member`);
}

/** What an address means to a store that is held. */
export interface Addressee {
  /** Null: no account has the address. */
  readonly merchantId: Id<'MER'> | null;
  /** Whether the account's address has answered a mail. */
  readonly isConfirmed: boolean;
  readonly isMember: boolean;
  readonly isInvited: boolean;
  /** Members of the store and open invitations. */
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
      ((select count(*) from store_merchant where store_id = ${storeId})
        + (select count(*) from store_invitation where store_id = ${storeId}
          and email <> ${email} and expires_at > ${now}))::int as "memberCount"
    from (values (1)) one
    left join merchant account on account.email = ${email}
    left join store_merchant member
      on member.store_id = ${storeId} and member.merchant_id = account.id`);
  return addressee as Addressee;
}

export async function insertMember(
  db: Queryable,
  member: {
    readonly storeId: Id<'STO'>;
    readonly merchantId: Id<'MER'>;
    readonly role: GivenRole;
    readonly createdAt: Date;
  },
): Promise<void> {
  await db.query(sql`
    insert into store_merchant (store_id, merchant_id, role, created_at)
    values (${member.storeId}, ${member.merchantId}, ${member.role}, ${member.createdAt})`);
}

/** Writes an invitation over an earlier one of the same address, whose code dies with it. */
export async function putInvitation(
  db: Queryable,
  invitation: {
    readonly storeId: Id<'STO'>;
    readonly email: string;
    readonly role: GivenRole;
    readonly codeHash: Buffer;
    readonly invitedBy: Id<'MER'>;
    readonly createdAt: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  await db.query(sql`
    insert into store_invitation
      (store_id, email, role, code_hash, invited_by, created_at, expires_at)
    values (${invitation.storeId}, ${invitation.email}, ${invitation.role},
      ${invitation.codeHash}, ${invitation.invitedBy}, ${invitation.createdAt},
      ${invitation.expiresAt})
    on conflict (store_id, email) do update
      set role = excluded.role, code_hash = excluded.code_hash,
        invited_by = excluded.invited_by, created_at = excluded.created_at,
        expires_at = excluded.expires_at`);
}

/** Deletes an invitation; gives no row when there is none. */
export function deleteInvitation(
  db: Queryable,
  storeId: Id<'STO'>,
  email: string,
): Promise<{ readonly email: string }[]> {
  return db.query(sql`
    delete from store_invitation where store_id = ${storeId} and email = ${email}
    returning email`);
}

export interface AcceptedInvitation {
  readonly storeId: Id<'STO'>;
  readonly merchantId: Id<'MER'>;
  readonly email: string;
  readonly role: GivenRole;
}

/**
 * Turns the invitation with the code into a membership of the merchant whose address it names; gives
 * no row unless it is live, its store too, and whoever invited still may.
 */
export function acceptInvitation(
  db: Queryable,
  codeHash: Buffer,
  merchantId: Id<'MER'>,
  now: Date,
): Promise<AcceptedInvitation[]> {
  return db.query<AcceptedInvitation>(sql`
    with taken as (
      delete from store_invitation invitation using merchant account
      where invitation.code_hash = ${codeHash} and invitation.expires_at > ${now}
        and account.id = ${merchantId} and account.email = invitation.email
        and exists (select from store where id = invitation.store_id and deleted_at is null
          for key share)
        and exists (select from store_merchant inviter
          where inviter.store_id = invitation.store_id
            and inviter.merchant_id = invitation.invited_by and inviter.role <> 'member'
          for share)
      returning invitation.store_id, account.id as merchant_id, account.email, invitation.role
    ), joined as (
      insert into store_merchant (store_id, merchant_id, role, created_at)
      select store_id, merchant_id, role, ${now}::timestamptz from taken
      on conflict do nothing
      returning store_id
    )
    select taken.store_id as "storeId", taken.merchant_id as "merchantId", taken.email, taken.role
    from taken join joined on joined.store_id = taken.store_id`);
}

/** Removes a member who is not the owner; gives the role he had, or no row. */
export function deleteMember(
  db: Queryable,
  storeId: Id<'STO'>,
  merchantId: Id<'MER'>,
): Promise<{ readonly role: StoreRole }[]> {
  return db.query(sql`
    delete from store_merchant
    where store_id = ${storeId} and merchant_id = ${merchantId} and role <> 'owner'
    returning role`);
}

/** Changes the role of a member who is not the owner; gives no row when he is, or is no member. */
export function updateMemberRole(
  db: Queryable,
  storeId: Id<'STO'>,
  merchantId: Id<'MER'>,
  role: GivenRole,
): Promise<{ readonly role: GivenRole }[]> {
  return db.query(sql`
    update store_merchant set role = ${role}
    where store_id = ${storeId} and merchant_id = ${merchantId} and role <> 'owner'
    returning role`);
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
