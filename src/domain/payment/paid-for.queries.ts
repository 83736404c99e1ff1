import type { PaymentKey } from '../../contract/ports.ts';
import { type Queryable, sql } from '../../database/database.ts';

/** When a payment was made, and what for. */
export interface PaidFor {
  /** The store's time. */
  readonly paidAt: Date;
  /** The price of the trial that was paid; null: the payment was for the order's price. */
  readonly trialMinor: bigint | null;
}

/** When a succeeded payment was made, and what for. */
export function findPaidFor(db: Queryable, { id, storeId }: PaymentKey): Promise<PaidFor[]> {
  return db.query<PaidFor>(sql`
    select payment.paid_at as "paidAt",
      case when payment.period_number = 1 then subscription.trial_minor end as "trialMinor"
    from payment left join subscription on subscription.store_id = payment.store_id
      and subscription.order_id = payment.order_id
    where payment.store_id = ${storeId} and payment.id = ${id}`);
}
