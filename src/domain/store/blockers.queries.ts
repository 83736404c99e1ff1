import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import type { BlockerCounts } from './blockers.ts';

/** Counts what blocks deleting a store that the transaction has locked. */
export async function countBlockers(db: Queryable, storeId: Id<'STO'>): Promise<BlockerCounts> {
  const [counts] = await db.query<BlockerCounts>(sql`
    select
      (select count(*)::int from product where store_id = ${storeId}
        and (test_status = 'active' or prod_status = 'active')) as active_products,
      (select count(*)::int from orders where store_id = ${storeId}
        and (status = 'pending' or (kind = 'onetime' and status not in
          ('completed', 'canceled', 'closed', 'expired')))) as pending_orders,
      (select count(*)::int from orders where store_id = ${storeId} and kind = 'subscription'
        and status in ('active', 'canceling', 'past_due')) as active_subscriptions,
      (select count(*)::int from kyb_ticket where store_id = ${storeId}
        and status not in ('succeeded', 'rejected')) as pending_tickets,
      (select count(*)::int from store where id = ${storeId} and support_email is not null)
        as bound_emails,
      (select count(*)::int from store where id = ${storeId} and website is not null)
        as bound_domains`);
  return counts as BlockerCounts;
}
