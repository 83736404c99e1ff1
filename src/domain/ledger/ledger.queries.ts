import type { PaymentKeys } from '../../contract/ports.ts';
import { type Queryable, sql } from '../../database/database.ts';
import { isOneOf } from '../../database/of-stores.ts';
import type { Id } from '../../kit/id.ts';

/** A refund and its store. */
export interface RefundKey {
  readonly id: Id<'REF'>;
  readonly storeId: Id<'STO'>;
}

/** A dispute and its store. */
export interface DisputeKey {
  readonly id: string;
  readonly storeId: Id<'STO'>;
}

/**
 * Books succeeded payments: the provider owes the amounts of the sales. Call it in the transaction
 * that completes the payments, after doing so; does nothing for a payment that is already booked.
 */
export async function recordChargesInLedger(
  db: Queryable,
  { ids, storeId }: PaymentKeys,
  now: Date,
): Promise<void> {
  await db.query(sql`
    insert into ledger_entry (transaction_id, account, store_id, environment, payment_id, currency,
      amount_minor, booked_at)
    select payment.id, side.account, store_id, environment, payment.id, currency,
      side.sign * amount_minor, ${now}::timestamptz
    from payment cross join (values ('provider_balance', 1), ('sales', -1)) as side (account, sign)
    where payment.store_id = ${storeId} and ${isOneOf('payment.id', ids)}
      and status = 'succeeded'
    on conflict do nothing`);
}

/**
 * Books a new dispute: the provider withholds its amount. Once it is won, `gives back` books the
 * same amount in the other direction.
 */
export async function recordDisputeInLedger(
  db: Queryable,
  { id, storeId }: DisputeKey,
  movement: 'takes' | 'gives back',
  now: Date,
): Promise<void> {
  const sign = movement === 'takes' ? 1 : -1;
  await db.query(sql`
    insert into ledger_entry (transaction_id, account, store_id, environment, payment_id, dispute_id,
      currency, amount_minor, booked_at)
    select case when ${sign} = 1 then dispute.id else return_id end, side.account, store_id,
      environment, payment_id, dispute.id, currency, ${sign} * side.sign * amount_minor,
      ${now}::timestamptz
    from dispute cross join (values ('provider_balance', -1), ('disputes', 1)) as side (account, sign)
    where dispute.store_id = ${storeId} and dispute.id = ${id}
    on conflict do nothing`);
}

/**
 * Books a succeeded refund: the provider owes that much less. If it failed later, the same amount is
 * booked in the other direction. Call it in the same way.
 */
export async function recordRefundInLedger(
  db: Queryable,
  { id, storeId }: RefundKey,
  now: Date,
): Promise<void> {
  await db.query(sql`
    insert into ledger_entry (transaction_id, account, store_id, environment, payment_id, refund_id,
      currency, amount_minor, booked_at)
    select booked.id, side.account, store_id, environment, payment_id, refund.id, currency,
      booked.sign * side.sign * amount_minor, ${now}::timestamptz
    from refund cross join lateral (values (refund.id, 1), (return_id, -1)) as booked (id, sign)
    cross join (values ('provider_balance', -1), ('refunds', 1)) as side (account, sign)
    where refund.store_id = ${storeId} and refund.id = ${id} and booked.id is not null
      and (status = 'succeeded' or return_id is not null)
    on conflict do nothing`);
}
