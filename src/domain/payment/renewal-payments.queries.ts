import { NOT_COMPLETED } from '../../contract/payment-provider.ts';
import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';

export interface RenewalIntent {
  readonly paymentId: Id<'PAY'>;
  readonly storeId: Id<'STO'>;
  readonly orderId: Id<'ORD'>;
  readonly periodNumber: number;
  /** The store's time. */
  readonly at: Date;
}

/** Records a store's intents to charge renewals, before the charges, at each order's own price. */
export async function insertRenewalPayments(
  db: Queryable,
  storeId: Id<'STO'>,
  intents: readonly RenewalIntent[],
  leasedUntil: Date,
): Promise<void> {
  const given = JSON.stringify(
    intents.map(({ paymentId, orderId, periodNumber, at }) => ({
      ...{ id: paymentId, order_id: orderId, period_number: periodNumber, at },
    })),
  );
  // Naming the orders lets the planner find them by index: it doesn't know how many intents there are.
  await db.query(sql`
    insert into payment (id, store_id, environment, order_id, status, currency, amount_minor,
      method, provider, period_number, leased_until, created_at, updated_at)
    select given.id, orders.store_id, orders.environment, orders.id, 'pending', orders.currency,
      case when given.period_number = 1
        then coalesce(subscription.first_minor, orders.total_minor) else orders.total_minor end,
      subscription.payment_method, subscription.provider,
      given.period_number, ${leasedUntil}::timestamptz, given.at, given.at
    from jsonb_to_recordset(${given}::jsonb)
      as given(id uuid, order_id uuid, period_number integer, at timestamptz)
    join orders on orders.id = given.order_id
    join subscription
      on subscription.store_id = orders.store_id and subscription.order_id = orders.id
    where orders.store_id = ${storeId}
      and orders.id = any(${intents.map(({ orderId }) => orderId)}::uuid[])`);
}

/** The order's charges since then that never reached the provider. */
export async function countLostCharges(
  db: Queryable,
  storeId: Id<'STO'>,
  orderId: Id<'ORD'>,
  since: Date,
): Promise<number> {
  const [row] = await db.query<{ lost: number }>(sql`
    select count(*)::integer as lost from payment
    where store_id = ${storeId} and order_id = ${orderId}
      and failure_reason = ${NOT_COMPLETED} and created_at > ${since}`);
  return row?.lost ?? 0;
}
