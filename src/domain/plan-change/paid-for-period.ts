import type { Queryable } from '../../database/database.ts';
import { paidThrough } from '../../kit/proration.ts';
import { findCreditedPeriods, type OrderKey } from '../subscription/switch-plan.queries.ts';

/**
 * The amount that was paid and is kept for the subscription's current period, in minor units,
 * including credit carried into it (docs/contract/subscriptions.md#proration).
 */
export async function findPaidForPeriod(db: Queryable, order: OrderKey): Promise<bigint> {
  return paidThrough(await findCreditedPeriods(db, order));
}
