import { type Queryable, type Sql, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';

/** The part of the statement creating a store (`created`) that makes the merchant its owner. */
export function ownerOfCreated(merchantId: Id<'MER'>): Sql {
  return sql`
    insert into store_merchant (store_id, merchant_id, role, created_at)
    select id, ${merchantId}::uuid, 'owner', created_at from created`;
}

/** The owner of a store. */
export function ownerOf(storeId: Id<'STO'>): Sql {
  return sql`(select merchant_id from store_merchant
    where store_id = ${storeId} and role = 'owner')`;
}

/**
 * Leaves the owner alone in a deleted store: every call of a member would read the membership.
 * Withdraws open invitations.
 */
export async function removeOthers(db: Queryable, storeId: Id<'STO'>): Promise<void> {
  await db.query(sql`
    with withdrawn as (delete from store_invitation where store_id = ${storeId})
    delete from store_merchant where store_id = ${storeId} and role <> 'owner'`);
}
