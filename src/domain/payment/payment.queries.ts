import type { Environment } from '../../contract/caller.ts';
import type {
  ChargeDeclined,
  ChargeSucceeded,
  SavedMethodSubject,
} from '../../contract/payment-provider.ts';
import type { Charged, PaymentKey } from '../../contract/ports.ts';
import { sourcesOf } from '../../contract/states.ts';
import { type Queryable, sql } from '../../database/database.ts';
import { later } from '../../database/later.ts';
import { isOneOf } from '../../database/of-stores.ts';
import { searchingStores } from '../../database/search-stores.ts';
import type { Id } from '../../kit/id.ts';
import { storeTime } from '../test-clock/store-time.ts';
import { PAYMENT_MOVES, type PaymentStatus } from './payment.states.ts';

/**
 * Milliseconds the charging process has to record the outcome before the worker asks the provider.
 */
export const CHARGE_LEASE_MS = 60_000;

export interface NewPayment {
  readonly id: Id<'PAY'>;
  readonly storeId: Id<'STO'>;
  readonly environment: Environment;
  readonly orderId: Id<'ORD'>;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly method: string;
  readonly provider: string;
  /** Only for a subscription. */
  readonly periodNumber?: number | null;
  /** Until this time, the charging process is expected to record the outcome itself. */
  readonly leasedUntil: Date;
  readonly createdAt: Date;
}

/** Records the intent to charge, before the charge. */
export async function insertPayment(db: Queryable, payment: NewPayment): Promise<void> {
  await db.query(sql`
    insert into payment (id, store_id, environment, order_id, status, currency, amount_minor,
      method, provider, period_number, leased_until, created_at, updated_at)
    values (${payment.id}, ${payment.storeId}, ${payment.environment}, ${payment.orderId},
      'pending', ${payment.currency}, ${payment.amountMinor}, ${payment.method},
      ${payment.provider}, ${payment.periodNumber ?? null}, ${payment.leasedUntil}, ${payment.createdAt}, ${payment.createdAt})`);
}

/** Records that charges succeeded; returns the payments that had no outcome yet. */
export function markPaymentsSucceeded(
  db: Queryable,
  storeId: Id<'STO'>,
  charges: readonly Charged<ChargeSucceeded>[],
  now: Date,
): Promise<{ readonly id: Id<'PAY'> }[]> {
  const ids = charges.map(({ id }) => id);
  const given = JSON.stringify(
    charges.map(({ id, outcome: { reference, card } }) => ({ id, reference, ...card })),
  );
  // Naming the payments lets the planner find them by index: it doesn't know how many there are.
  return db.query(sql`
    update payment set status = 'succeeded', provider_reference = given.reference,
      card_brand = given.brand, card_last4 = given.last4, card_exp_month = given."expMonth",
      card_exp_year = given."expYear",
      paid_at = ${storeTime(sql`payment.store_id`, sql`environment`, now)},
      updated_at = ${storeTime(sql`payment.store_id`, sql`environment`, now)}
    from jsonb_to_recordset(${given}::jsonb) as given
      (id uuid, reference text, brand text, last4 text, "expMonth" integer, "expYear" integer)
    where payment.store_id = ${storeId} and payment.id = given.id
      and ${isOneOf('payment.id', ids)}
      and payment.status = any(${sourcesOf(PAYMENT_MOVES, 'succeeded')})
    returning payment.id`);
}

/**
 * Sets the payment's refund status: pending, or how its refunds ended. The caller has locked the
 * payment, so no other refund of it can end concurrently.
 */
export async function updateRefundStatus(
  db: Queryable,
  { id, storeId }: PaymentKey,
  now: Date,
): Promise<void> {
  await db.query(sql`
    update payment set refund_status = refunds.status,
      updated_at = ${storeTime(sql`payment.store_id`, sql`payment.environment`, now)}
    from (
      select case when bool_or(status = 'pending') then 'pending'
        when bool_or(status = 'succeeded') then 'refunded' else 'failed' end as status
      from refund where store_id = ${storeId} and payment_id = ${id} having count(*) > 0) refunds
    where payment.store_id = ${storeId} and payment.id = ${id}
      and payment.refund_status <> refunds.status`);
}

/** Records that the charge was declined; returns no row if an outcome is already recorded. */
export function markPaymentFailed(
  db: Queryable,
  { id, storeId }: PaymentKey,
  { reason, reference, card }: ChargeDeclined,
  now: Date,
): Promise<{ readonly id: Id<'PAY'> }[]> {
  return db.query(sql`
    update payment set status = 'failed', failure_reason = ${reason},
      provider_reference = ${reference}, card_brand = ${card?.brand ?? null},
      card_last4 = ${card?.last4 ?? null}, card_exp_month = ${card?.expMonth ?? null},
      card_exp_year = ${card?.expYear ?? null},
      updated_at = ${storeTime(sql`payment.store_id`, sql`environment`, now)}
    where store_id = ${storeId} and id = ${id}
      and status = any(${sourcesOf(PAYMENT_MOVES, 'failed')})
    returning id`);
}

export interface UnsettledPayment extends PaymentKey {
  readonly environment: Environment;
  readonly provider: string;
}

/** Bounds of a payment's lease, which lasts as long as the payment has been pending. */
export interface SettleLeaseMs {
  readonly min: number;
  readonly max: number;
}

/** Stores with payments whose charging process never recorded an outcome. */
export async function findStoresWithUnsettledPayments(
  db: Queryable,
  now: Date,
): Promise<Id<'STO'>[]> {
  const rows = await searchingStores(db).query<{ storeId: Id<'STO'> }>(sql`
    select distinct store_id as "storeId" from payment
    where status = 'pending' and leased_until <= ${now}`);
  return rows.map(({ storeId }) => storeId);
}

/** Leases such payments of a store, the longest overdue first. */
export function claimUnsettledPayments(
  db: Queryable,
  storeId: Id<'STO'>,
  now: Date,
  leaseMs: SettleLeaseMs,
  most: number,
): Promise<UnsettledPayment[]> {
  const lease = sql`interval '1 millisecond' * greatest(
    ${leaseMs.min}::float8, least(${leaseMs.max}::float8,
      extract(epoch from ${now}::timestamptz - created_at)::float8 * 1000))`;
  return db.query<UnsettledPayment>(sql`
    update payment set leased_until = ${later(sql`${now}::timestamptz`, lease)}
    where store_id = ${storeId} and id in (
      select id from payment
      where store_id = ${storeId} and status = 'pending' and leased_until <= ${now}
      order by leased_until limit ${most} for update skip locked)
    returning id, store_id as "storeId", environment, provider`);
}

/** The order for which a payment method was saved, by a payment or without one. */
export function findSavingOrder(
  db: Queryable,
  savedFor: SavedMethodSubject['savedFor'],
): Promise<{ readonly storeId: Id<'STO'>; readonly orderId: Id<'ORD'> }[]> {
  const columns = sql`store_id as "storeId"`;
  return 'orderId' in savedFor
    ? db.query(sql`select ${columns}, id as "orderId" from orders where id = ${savedFor.orderId}`)
    : db.query(sql`select ${columns}, order_id as "orderId" from payment
        where id = ${savedFor.paymentId}`);
}

/** A payment as a provider's callback concerns it. */
export interface NamedPayment extends PaymentKey {
  readonly provider: string;
  readonly status: PaymentStatus;
  /** The provider's own ID of the charge. */
  readonly chargeReference: string | null;
}

/** The payment that a provider's callback names. */
export function findNamedPayment(db: Queryable, id: Id<'PAY'>): Promise<NamedPayment[]> {
  return db.query<NamedPayment>(sql`
    select id, store_id as "storeId", provider, status, provider_reference as "chargeReference"
    from payment where id = ${id}`);
}
