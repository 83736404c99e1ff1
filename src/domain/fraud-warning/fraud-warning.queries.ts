import type { Environment } from '../../contract/caller.ts';
import type { PaymentKey } from '../../contract/ports.ts';
import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';

export interface NewFraudWarning {
  readonly id: string;
  readonly storeId: Id<'STO'>;
  readonly environment: Environment;
  readonly paymentId: Id<'PAY'>;
  readonly reference: string;
  readonly reason: string;
  /** The store's time. */
  readonly createdAt: Date;
}

/** Records a warning; returns no row if it is known. */
export function insertFraudWarning(
  db: Queryable,
  warning: NewFraudWarning,
): Promise<{ readonly id: string }[]> {
  return db.query(sql`
    insert into fraud_warning (id, store_id, environment, payment_id, provider_reference, reason,
      created_at)
    values (${warning.id}, ${warning.storeId}, ${warning.environment}, ${warning.paymentId},
      ${warning.reference}, ${warning.reason}, ${warning.createdAt})
    on conflict on constraint one_fraud_warning_per_reference do nothing returning id`);
}

export interface PaidFor {
  /** The store's time of payment. */
  readonly paidAt: Date;
  /** The price of the trial that was paid; null: the payment was for the order's price. */
  readonly trialMinor: bigint | null;
}

/** When a payment was made, and what for. */
export function findPaidFor(db: Queryable, { id, storeId }: PaymentKey): Promise<PaidFor[]> {
  return db.query<PaidFor>(sql`
    select payment.paid_at as "paidAt",
      case when payment.period_number = 1 then subscription.trial_minor end as "trialMinor"
    from payment left join subscription on subscription.store_id = payment.store_id
      and subscription.order_id = payment.order_id
    where payment.store_id = ${storeId} and payment.id = ${id}`);
}
