import type { RefundRequest } from '../../contract/refund.ts';
import { type Queryable, sql } from '../../database/database.ts';
import type { Money } from '../../kit/money.ts';

/** Writes a pending refund; returns no row if its ID is known. */
export function insertSandboxRefund(
  db: Queryable,
  { refundId, paymentId, amount, now }: RefundRequest,
  reference: string,
): Promise<{ readonly reference: string }[]> {
  return db.query(sql`
    insert into sandbox_refund (idempotency_key, charge_key, reference, status, currency,
      amount_minor, created_at)
    values (${refundId}, ${paymentId}, ${reference}, 'pending', ${amount.currency},
      ${amount.amountMinor}, ${now})
    on conflict do nothing returning reference`);
}

/** Takes the amount from the rest of the charge; returns no row if too little is left. */
export function takeFromCharge(
  db: Queryable,
  { paymentId, amount }: RefundRequest,
): Promise<{ readonly reference: string }[]> {
  return db.query(sql`
    update sandbox_charge set refunded_minor = refunded_minor + ${amount.amountMinor}
    where idempotency_key = ${paymentId} and currency = ${amount.currency}
      and refunded_minor + ${amount.amountMinor} <= amount_minor
    returning reference`);
}

/** Ends a pending refund. */
export async function endSandboxRefund(
  db: Queryable,
  refundId: string,
  status: 'succeeded' | 'failed',
  reason: string | null,
): Promise<void> {
  await db.query(sql`
    update sandbox_refund set status = ${status}, failure_reason = ${reason}
    where idempotency_key = ${refundId} and status = 'pending'`);
}

/** Fails a refund that succeeded, if it was sent by the given time: the charge has its amount again. */
export async function returnSandboxRefund(
  db: Queryable,
  refundId: string,
  sentBy: Date,
  reason: string,
): Promise<void> {
  await db.query(sql`
    with returned as (
      update sandbox_refund set status = 'failed', failure_reason = ${reason}
      where idempotency_key = ${refundId} and status = 'succeeded' and created_at <= ${sentBy}
      returning charge_key, amount_minor)
    update sandbox_charge set refunded_minor = refunded_minor - returned.amount_minor
    from returned where sandbox_charge.idempotency_key = returned.charge_key`);
}

export interface SandboxRefund {
  readonly status: 'pending' | 'succeeded' | 'failed';
  readonly reference: string;
  readonly failureReason: string | null;
}

/** The refund with the ID. */
export function findSandboxRefund(db: Queryable, refundId: string): Promise<SandboxRefund[]> {
  return db.query<SandboxRefund>(sql`
    select status, reference, failure_reason as "failureReason"
    from sandbox_refund where idempotency_key = ${refundId}`);
}

/** The refunds of a payment's charge that we didn't request. */
export function listUnrequestedRefunds(
  db: Queryable,
  paymentId: string,
): Promise<(SandboxRefund & Money)[]> {
  return db.query(sql`
    select status, reference, failure_reason as "failureReason", currency,
      amount_minor as "amountMinor"
    from sandbox_refund where charge_key = ${paymentId} and idempotency_key = reference`);
}
