import { type Sql, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';

/** The part of the statement creating a store (`created`) that makes the merchant its owner. */
export function ownerOfCreated(merchantId: Id<'MER'>): Sql {
  return sql`
    insert into store_merchant (store_id, merchant_id, role, created_at)
    select id, ${merchantId}::uuid, 'owner', created_at from created`;
}
