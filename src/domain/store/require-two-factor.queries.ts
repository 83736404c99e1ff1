import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';

/** Returns no row, and keeps the time since which it is required, if nothing changes. */
export function setTwoFactorRequired(
  db: Queryable,
  storeId: Id<'STO'>,
  required: boolean,
  now: Date,
): Promise<object[]> {
  return db.query(sql`
    update store set two_factor_required_at = case when ${required} then ${now}::timestamptz end
    where id = ${storeId} and (two_factor_required_at is not null) <> ${required}
    returning id`);
}

/** Members of the store whose accounts have no second factor. */
export function listMembersWithoutFactor(
  db: Queryable,
  storeId: Id<'STO'>,
): Promise<{ readonly id: Id<'MER'>; readonly email: string; readonly storeName: string }[]> {
  return db.query(sql`
    select account.id, account.email, store.name as "storeName"
    from store join store_merchant member on member.store_id = store.id
      join merchant account on account.id = member.merchant_id
    where store.id = ${storeId}
      and not exists (select from second_factor
        where merchant_id = account.id and confirmed_at is not null)
      and not exists (select from passkey where merchant_id = account.id)
    order by member.created_at, account.id`);
}
