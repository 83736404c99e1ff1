import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';

export interface AnnouncedPeriod {
  readonly storeId: Id<'STO'>;
  readonly orderId: Id<'ORD'>;
  readonly periodNumber: number;
}

/**
 * Records that the buyer was notified of the charge at the period's end, unless the period has
 * ended.
 */
export async function markAnnounced(
  db: Queryable,
  { storeId, orderId, periodNumber }: AnnouncedPeriod,
): Promise<void> {
  await db.query(sql`
    update subscription set announced_period = ${periodNumber}
    where store_id = ${storeId} and order_id = ${orderId} and period_number = ${periodNumber}`);
}
