import type { Environment } from '../../contract/caller.ts';
import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import type { BillingPeriod } from '../product/product.ts';

export interface PendingSubscription {
  readonly orderId: Id<'ORD'>;
  readonly storeId: Id<'STO'>;
  readonly environment: Environment;
  readonly billingPeriod: BillingPeriod;
  readonly trialDays: number | null;
  readonly trialMinor: bigint | null;
  readonly paymentMethod: string;
  readonly provider: string;
}

/** Writes the subscription row of a pending order; another attempt to pay may change it. */
export async function putSubscription(db: Queryable, given: PendingSubscription): Promise<void> {
  await db.query(sql`
    insert into subscription (order_id, store_id, environment, billing_period, trial_days,
      trial_minor, payment_method, provider)
    values (${given.orderId}, ${given.storeId}, ${given.environment}, ${given.billingPeriod},
      ${given.trialDays}, ${given.trialMinor}, ${given.paymentMethod}, ${given.provider})
    on conflict (order_id, store_id) do update set trial_days = excluded.trial_days,
      trial_minor = excluded.trial_minor, payment_method = excluded.payment_method,
      provider = excluded.provider
      where subscription.period_number is null`);
}
