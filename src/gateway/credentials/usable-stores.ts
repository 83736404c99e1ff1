import type { MerchantCaller } from '../../contract/caller.ts';
import { type Queryable, type Sql, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';

/**
 * SQL of an array: the live stores that a merchant may use. `since` is since when the credential is
 * good without a second factor, as `usable_membership` reads it from a transaction; null: one stands
 * behind it.
 */
export function usableStores(merchantId: Sql, since: Sql): Sql {
  return sql`array(
    select member.store_id from store_merchant member
    join store on store.id = member.store_id and store.deleted_at is null
    where member.merchant_id = ${merchantId}
      and (${since} is null or store.two_factor_required_at is null
        or store.two_factor_required_at > greatest(member.created_at, ${since})))`;
}

/** The stores that the merchant may use now: a long answer outlives a role. */
export async function findUsableStores(
  db: Queryable,
  { merchantId, withoutSecondFactorSince = null }: MerchantCaller,
): Promise<readonly Id<'STO'>[]> {
  const since = sql`${withoutSecondFactorSince}::timestamptz`;
  const [row] = await db.query<{ storeIds: readonly Id<'STO'>[] }>(sql`
    select ${usableStores(sql`${merchantId}::uuid`, since)} as "storeIds"`);
  return row?.storeIds ?? [];
}
