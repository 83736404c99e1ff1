import { type Queryable, sql } from '../../database/database.ts';
import { guardStores } from '../../database/guard-stores.ts';
import type { Id } from '../../kit/id.ts';
import type { GivenRole } from './given-role.ts';

/** Writes an invitation, replacing an earlier one of the same address and its link. */
export async function putInvitation(
  db: Queryable,
  invitation: {
    readonly storeId: Id<'STO'>;
    readonly email: string;
    readonly role: GivenRole;
    readonly tokenHash: Buffer;
    /** Sent with a test key: the invitation ends when the store is enabled for production. */
    readonly testOnly: boolean;
    readonly invitedBy: Id<'MER'>;
    readonly createdAt: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  await db.query(sql`
    insert into store_invitation
      (store_id, email, role, code_hash, test_only, invited_by, created_at, expires_at)
    values (${invitation.storeId}, ${invitation.email}, ${invitation.role},
      ${invitation.tokenHash}, ${invitation.testOnly}, ${invitation.invitedBy},
      ${invitation.createdAt}, ${invitation.expiresAt})
    on conflict (store_id, email) do update
      set role = excluded.role, code_hash = excluded.code_hash,
        test_only = excluded.test_only,
        invited_by = excluded.invited_by, created_at = excluded.created_at,
        expires_at = excluded.expires_at`);
}

/** Deletes an invitation; returns no row if there is none. */
export function deleteInvitation(
  db: Queryable,
  storeId: Id<'STO'>,
  email: string,
): Promise<{ readonly email: string }[]> {
  return db.query(sql`
    delete from store_invitation where store_id = ${storeId} and email = ${email}
    returning email`);
}

export interface InvitationRow {
  readonly email: string;
  readonly role: GivenRole;
  readonly inviterEmail: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A live invitation hasn't expired, its store exists, and its inviter may still invite. */
const isLive = (now: Date) => sql`invitation.expires_at > ${now}
  and exists (select from store
    where store.id = invitation.store_id and store.deleted_at is null)
  and exists (select from store_merchant inviter
    where inviter.store_id = invitation.store_id
      and inviter.merchant_id = invitation.invited_by and inviter.role <> 'member')`;

/** The store's live invitations, newest first. */
export function listInvitations(
  db: Queryable,
  storeId: Id<'STO'>,
  now: Date,
): Promise<InvitationRow[]> {
  return db.query<InvitationRow>(sql`
    select invitation.email, invitation.role, inviter_account.email as "inviterEmail",
      invitation.created_at as "createdAt", invitation.expires_at as "expiresAt"
    from store_invitation invitation
      join merchant inviter_account on inviter_account.id = invitation.invited_by
    where invitation.store_id = ${storeId} and ${isLive(now)}
    order by invitation.created_at desc, invitation.email`);
}

/** Finds the live invitation that a mailed link belongs to. */
export function findInvitation(
  db: Queryable,
  tokenHash: Buffer,
  now: Date,
): Promise<
  (InvitationRow & {
    readonly storeId: Id<'STO'>;
    readonly storeName: string;
    readonly twoFactorRequired: boolean;
  })[]
> {
  return db.query(sql`
    select invitation.store_id as "storeId", invited_to.name as "storeName", invitation.email,
      invited_to.two_factor_required_at is not null as "twoFactorRequired",
      invitation.role, inviter_account.email as "inviterEmail",
      invitation.created_at as "createdAt", invitation.expires_at as "expiresAt"
    from store_invitation invitation
      join store invited_to on invited_to.id = invitation.store_id
      join merchant inviter_account on inviter_account.id = invitation.invited_by
    where invitation.code_hash = ${tokenHash} and ${isLive(now)}`);
}

export interface JoinedStore {
  readonly storeId: Id<'STO'>;
  readonly merchantId: Id<'MER'>;
  readonly email: string;
  readonly role: GivenRole;
}

function listInvitingStores(
  db: Queryable,
  merchantId: Id<'MER'>,
): Promise<{ readonly id: string }[]> {
  return db.query(sql`
    select store_id as id from store_invitation
    where email = (select email from merchant where id = ${merchantId})`);
}

/**
 * Turns every live invitation of the merchant's address into a membership; returns the new ones.
 * The address must have been confirmed in this transaction or before. Waits for concurrent
 * deletions of the stores and removals of the inviters.
 */
export async function acceptInvitations(
  db: Queryable,
  merchantId: Id<'MER'>,
  now: Date,
): Promise<JoinedStore[]> {
  if (db.guardsStores) {
    const inviting = await listInvitingStores(db, merchantId);
    const ids = inviting.map(({ id }) => id);
    await guardStores(db, 'no key update', ids);
  }
  return db.query<JoinedStore>(sql`
    with held as (
      select store.id from store join store_invitation invited on invited.store_id = store.id
      where invited.email = (select email from merchant where id = ${merchantId})
        and store.deleted_at is null
      order by store.id
      for no key update of store
    ), accepted as (
      delete from store_invitation invitation using merchant account, held
      where account.id = ${merchantId} and account.email_confirmed_at is not null
        and invitation.email = account.email and invitation.store_id = held.id
        and invitation.expires_at > ${now}
        and exists (select from store_merchant inviter
          where inviter.store_id = invitation.store_id
            and inviter.merchant_id = invitation.invited_by and inviter.role <> 'member'
          for share)
      returning invitation.store_id, account.id as merchant_id, account.email, invitation.role,
        invitation.test_only
    ), joined as (
      insert into store_merchant (store_id, merchant_id, role, test_only, created_at)
      select store_id, merchant_id, role, test_only, ${now}::timestamptz from accepted
      on conflict do nothing
      returning store_id
    )
    select accepted.store_id as "storeId", accepted.merchant_id as "merchantId", accepted.email,
      accepted.role
    from accepted join joined on joined.store_id = accepted.store_id`);
}
