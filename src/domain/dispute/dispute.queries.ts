import type { Environment } from '../../contract/caller.ts';
import type { DisputeStatus } from '../../contract/dispute.ts';
import type { PaymentKey } from '../../contract/ports.ts';
import { sourcesOf } from '../../contract/states.ts';
import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import type { DisputeKey } from '../ledger/ledger.queries.ts';
import { DISPUTE_MOVES } from './dispute.states.ts';

export interface Dispute extends DisputeKey {
  readonly status: DisputeStatus;
  readonly respondBy: Date | null;
}

export interface NewDispute extends DisputeKey {
  readonly environment: Environment;
  readonly paymentId: Id<'PAY'>;
  /** The subscription that doesn't renew while it is open. */
  readonly subscriptionOrderId: Id<'ORD'> | null;
  readonly reference: string;
  readonly reason: string;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly respondBy: Date | null;
  /** The store's time. */
  readonly createdAt: Date;
  readonly returnId: string;
}

/** Records an open dispute; returns no row if it is known. */
export function insertDispute(
  db: Queryable,
  dispute: NewDispute,
): Promise<{ readonly id: string }[]> {
  return db.query(sql`
    insert into dispute (id, store_id, environment, payment_id, provider_reference, status, reason,
      currency, amount_minor, subscription_order_id, respond_by, created_at, return_id)
    values (${dispute.id}, ${dispute.storeId}, ${dispute.environment}, ${dispute.paymentId},
      ${dispute.reference}, 'open', ${dispute.reason}, ${dispute.currency}, ${dispute.amountMinor},
      ${dispute.subscriptionOrderId}, ${dispute.respondBy}, ${dispute.createdAt},
      ${dispute.returnId})
    on conflict on constraint one_dispute_per_reference do nothing returning id`);
}

/** The payment's dispute with the provider's reference, locked against concurrent changes. */
export function lockDispute(
  db: Queryable,
  { id, storeId }: PaymentKey,
  reference: string,
): Promise<Dispute[]> {
  return db.query<Dispute>(sql`
    select id, store_id as "storeId", status, respond_by as "respondBy" from dispute
    where store_id = ${storeId} and payment_id = ${id} and provider_reference = ${reference}
    for no key update`);
}

/** The deadlines of a payment's disputes. */
export function listDeadlines(
  db: Queryable,
  { id, storeId }: PaymentKey,
): Promise<{ readonly reference: string; readonly respondBy: Date | null }[]> {
  return db.query(sql`
    select provider_reference as reference, respond_by as "respondBy" from dispute
    where store_id = ${storeId} and payment_id = ${id}`);
}

export async function updateDeadline(
  db: Queryable,
  { id, storeId }: DisputeKey,
  respondBy: Date | null,
): Promise<void> {
  await db.query(sql`
    update dispute set respond_by = ${respondBy} where store_id = ${storeId} and id = ${id}`);
}

/** Records how a dispute ended; returns no row if it already ended that way, or no longer can. */
export function markDisputeEnded(
  db: Queryable,
  { id, storeId }: DisputeKey,
  to: DisputeStatus,
  closedAt: Date,
): Promise<{ readonly id: string }[]> {
  return db.query(sql`
    update dispute set status = ${to}, closed_at = ${closedAt}, respond_by = null
    where store_id = ${storeId} and id = ${id} and status = any(${sourcesOf(DISPUTE_MOVES, to)})
    returning id`);
}

/** Moves a subscription's open disputes to the order that replaces it. */
export async function handOnDisputes(
  db: Queryable,
  storeId: Id<'STO'>,
  { from, to }: { readonly from: Id<'ORD'>; readonly to: Id<'ORD'> },
): Promise<void> {
  await db.query(sql`
    update dispute set subscription_order_id = ${to}
    where store_id = ${storeId} and subscription_order_id = ${from} and status = 'open'`);
}
