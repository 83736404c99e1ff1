import type { Environment } from '../../contract/caller.ts';
import type { PaymentKey } from '../../contract/ports.ts';
import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { ownerOf } from '../store-merchant/owner.queries.ts';
import { storeTime } from '../test-clock/store-time.ts';
import type { RecordedRefund } from './refund.queries.ts';
import { REVIEWABLE } from './refund-ticket.states.ts';

/** A payment that was refunded at the provider. */
export interface RefundedPayment extends PaymentKey {
  readonly environment: Environment;
  /** What its tickets leave of it. */
  readonly leftMinor: bigint;
  readonly ownerId: Id<'MER'>;
  /** The store's time now. */
  readonly at: Date;
}

/** The payment, locked until the transaction ends, so that its tickets and refunds change in turn. */
export function lockPaymentRefundedExternally(
  db: Queryable,
  { id, storeId }: PaymentKey,
  now: Date,
): Promise<RefundedPayment[]> {
  return db.query<RefundedPayment>(sql`
    select payment.id, payment.store_id as "storeId", payment.environment,
      payment.amount_minor - payment.refund_claimed_minor as "leftMinor",
      ${ownerOf(storeId)} as "ownerId",
      ${storeTime(sql`payment.store_id`, sql`payment.environment`, now)} as at
    from payment where payment.store_id = ${storeId} and payment.id = ${id}
    for no key update of payment`);
}

/** The payment's refund with the provider's own ID. */
export function findExternalRefund(
  db: Queryable,
  { id, storeId }: PaymentKey,
  reference: string,
): Promise<Pick<RecordedRefund, 'id' | 'storeId' | 'paymentId' | 'status'>[]> {
  return db.query(sql`
    select id, store_id as "storeId", payment_id as "paymentId", status from refund
    where store_id = ${storeId} and payment_id = ${id} and external_reference = ${reference}`);
}

/** The payment's tickets that await a decision, newest first. */
export function listReviewableTickets(
  db: Queryable,
  { id, storeId }: PaymentKey,
): Promise<{ readonly id: Id<'TKT'>; readonly amountMinor: bigint }[]> {
  return db.query(sql`
    select id, amount_minor as "amountMinor" from refund_ticket
    where store_id = ${storeId} and payment_id = ${id} and status = any(${REVIEWABLE})
    order by created_at desc, id desc`);
}
