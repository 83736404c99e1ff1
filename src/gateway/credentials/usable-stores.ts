import type { MerchantCaller } from '../../contract/caller.ts';
import { type Queryable, type Sql, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';

/**
 * SQL for an array of the live stores that a merchant can use. `since` is the time since which the
 * credential has been used without a second factor, as in `usable_membership`; null if it has one.
 */
export function usableStores(merchantId: Sql, since: Sql): Sql {
  return sql`array(
    select member.store_id from store_merchant member
    join store on store.id = member.store_id and store.deleted_at is null
    where member.merchant_id = ${merchantId}
      and (${since} is null or store.two_factor_required_at is null
        or store.two_factor_required_at > greatest(member.created_at, ${since})))`;
}

/** SQL condition that any store of the merchant's requires a second factor. */
export function storesRequireFactor(merchantId: Sql): Sql {
  return sql`exists (
    select from store_merchant member
    join store on store.id = member.store_id and store.two_factor_required_at is not null
    where member.merchant_id = ${merchantId})`;
}

/**
 * The stores that the merchant can use now. Read again for long responses, because a role may end
 * before they do. Null if the credential has ended.
 */
export async function findUsableStores(
  db: Queryable,
  caller: MerchantCaller,
  now: Date,
): Promise<readonly Id<'STO'>[] | null> {
  const { merchantId, withoutSecondFactorSince = null } = caller;
  const since = sql`${withoutSecondFactorSince}::timestamptz`;
  const [row] = await db.query<{ storeIds: readonly Id<'STO'>[] }>(sql`
    select ${usableStores(sql`${merchantId}::uuid`, since)} as "storeIds"
    where exists (${liveCredential(caller, now)})`);
  return row?.storeIds ?? null;
}

function liveCredential(caller: MerchantCaller, now: Date): Sql {
  return caller.kind === 'dashboard'
    ? sql`select from dashboard_session where id = ${caller.sessionId} and expires_at > ${now}`
    : sql`select from api_key where id = ${caller.keyId} and deleted_at is null
        and (expires_at is null or expires_at > ${now})`;
}
