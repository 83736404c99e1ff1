import type { Environment } from '../../contract/caller.ts';
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
