import { type Queryable, sql } from '../database/database.ts';
import type { Id } from '../kit/id.ts';
import type { Money } from '../kit/money.ts';

/** A payment as it is to be compared with its charge. */
export interface ComparedPayment extends Money {
  readonly id: Id<'PAY'>;
  readonly status: string;
  /** Sums of its refunds that succeeded, and of those that are pending. */
  readonly refundedMinor: bigint;
  readonly pendingMinor: bigint;
}

/** The payments, in whichever store. */
export function findPayments(db: Queryable, ids: readonly string[]): Promise<ComparedPayment[]> {
  return db.query(sql`
    select id, status, currency, amount_minor as "amountMinor",
      coalesce(refunds.succeeded, 0)::bigint as "refundedMinor",
      coalesce(refunds.pending, 0)::bigint as "pendingMinor"
    from payment left join lateral (
      select sum(amount_minor) filter (where refund.status = 'succeeded') as succeeded,
        sum(amount_minor) filter (where refund.status = 'pending') as pending
      from refund
      where refund.store_id = payment.store_id and refund.payment_id = payment.id) refunds on true
    where payment.id = any(${ids}::uuid[])`);
}

/** The recorded disputes of a payment. */
export function findDisputes(
  db: Queryable,
  paymentId: string,
): Promise<(Money & { readonly reference: string; readonly status: string })[]> {
  return db.query(sql`
    select provider_reference as reference, status, currency, amount_minor as "amountMinor"
    from dispute
    where payment_id = ${paymentId}::uuid`);
}

/** The open disputes of payments with the provider, each with its charge. */
export function findOpenDisputes(
  db: Queryable,
  provider: string,
): Promise<
  {
    readonly reference: string;
    readonly paymentId: string;
    readonly chargeReference: string | null;
  }[]
> {
  return db.query(sql`
    select dispute.provider_reference as reference, payment.id as "paymentId",
      payment.provider_reference as "chargeReference"
    from dispute
    join payment on payment.store_id = dispute.store_id and payment.id = dispute.payment_id
    where dispute.status = 'open' and payment.provider = ${provider}`);
}

/** The recorded fraud warnings of a payment. */
export function findFraudWarnings(
  db: Queryable,
  paymentId: string,
): Promise<{ readonly reference: string }[]> {
  return db.query(sql`
    select provider_reference as reference from fraud_warning
    where payment_id = ${paymentId}::uuid`);
}

/** The providers of all payments. */
export async function listPaymentProviders(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ provider: string }>(sql`select distinct provider from payment`);
  return rows.map(({ provider }) => provider);
}

/** Successful payments with the provider, by ID: those from `from` on, below `to`. */
export async function listCharged(
  db: Queryable,
  range: { readonly provider: string; readonly from: string; readonly to: string },
  limit: number,
): Promise<Id<'PAY'>[]> {
  const rows = await db.query<{ id: Id<'PAY'> }>(sql`
    select id from payment
    where status = 'succeeded' and provider = ${range.provider}
      and id > ${range.from}::uuid and id < ${range.to}::uuid
    order by id limit ${limit}`);
  return rows.map(({ id }) => id);
}
