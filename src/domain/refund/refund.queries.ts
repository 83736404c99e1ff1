import type { Environment } from '../../contract/caller.ts';
import type { PaymentKey } from '../../contract/ports.ts';
import type { RefundEnded } from '../../contract/refund.ts';
import { type Queryable, type Sql, sql } from '../../database/database.ts';
import { later } from '../../database/later.ts';
import { searchingStores } from '../../database/search-stores.ts';
import { type Id, newUuid } from '../../kit/id.ts';
import type { RefundKey } from '../ledger/ledger.queries.ts';
import { storeTime } from '../test-clock/store-time.ts';
import type { RefundStatus } from './refund.states.ts';

export interface NewRefund {
  readonly id: Id<'REF'>;
  /** The provider's own ID of a refund that was made there, not by us; otherwise null. */
  readonly externalReference: string | null;
  /** When a worker may execute it, or ask about one made at the provider; in real time. */
  readonly dueAt: Date;
  /** The store's time. */
  readonly createdAt: Date;
}

/** Records the refund of a ticket's current version before it is executed. */
export async function insertRefund(
  db: Queryable,
  ticket: { readonly id: Id<'TKT'>; readonly storeId: Id<'STO'> },
  { id, externalReference, dueAt, createdAt }: NewRefund,
): Promise<void> {
  const isOurs = externalReference === null;
  await db.query(sql`
    insert into refund (id, store_id, environment, ticket_id, ticket_version, payment_id, status,
      currency, amount_minor, provider, external_reference, leased_until, ask_at, created_at,
      updated_at)
    select ${id}::uuid, ticket.store_id, ticket.environment, ticket.id, ticket.version_number,
      payment.id, 'pending', payment.currency, ticket.amount_minor, payment.provider,
      ${externalReference}, ${isOurs ? dueAt : 'infinity'}::timestamptz,
      ${isOurs ? null : dueAt}::timestamptz, ${createdAt}::timestamptz, ${createdAt}::timestamptz
    from refund_ticket ticket
    join payment on payment.store_id = ticket.store_id and payment.id = ticket.payment_id
    where ticket.store_id = ${ticket.storeId} and ticket.id = ${ticket.id} and ticket.status = 'processing'`);
}

export interface RecordedRefund extends RefundKey {
  readonly status: RefundStatus;
  readonly paymentId: Id<'PAY'>;
  readonly environment: Environment;
  readonly provider: string;
  /** The provider's ID of the charge. */
  readonly chargeReference: string | null;
  readonly currency: string;
  readonly amountMinor: bigint;
  /** 1 if the provider hasn't been called yet. */
  readonly attemptCount: number;
}

export interface ClaimedRefund extends RecordedRefund {
  /** Whether the payment has an open or lost dispute, so that the bank returns the amount. */
  readonly isDisputed: boolean;
  /** Whether it was made at the provider, so that it is never sent there. */
  readonly isExternal: boolean;
}

/** Duration of a refund's lease: the first one, doubled each time up to the maximum. */
export interface LeaseMs {
  readonly first: number;
  readonly max: number;
}

/** Whether a pending refund is to be executed, or to be asked about if it was made at the provider. */
const isDue = (now: Date): Sql =>
  sql`status = 'pending' and (leased_until <= ${now} or ask_at <= ${now})`;

/** Stores with due refunds. */
export async function findStoresWithDueRefunds(db: Queryable, now: Date): Promise<Id<'STO'>[]> {
  const rows = await searchingStores(db).query<{ storeId: Id<'STO'> }>(sql`
    select distinct store_id as "storeId" from refund
    where ${isDue(now)}`);
  return rows.map(({ storeId }) => storeId);
}

/** Leases a store's due refunds, oldest first. */
export function claimDueRefunds(
  db: Queryable,
  storeId: Id<'STO'>,
  now: Date,
  leaseMs: LeaseMs,
  most: number,
): Promise<ClaimedRefund[]> {
  const lease = sql`interval '1 millisecond'
    * least(${leaseMs.first}::float8 * power(2, least(attempt_count, 30)), ${leaseMs.max})`;
  const until = later(sql`${now}::timestamptz`, lease);
  return db.query<ClaimedRefund>(sql`
    update refund set attempt_count = attempt_count + 1,
      leased_until = case when ask_at is null then ${until} else refund.leased_until end,
      ask_at = case when ask_at is not null then ${until} end
    from payment
    where refund.store_id = ${storeId} and payment.store_id = ${storeId}
      and payment.id = refund.payment_id and refund.id in (
      select id from refund
      where store_id = ${storeId} and ${isDue(now)}
      order by coalesce(ask_at, leased_until) limit ${most} for update skip locked)
    returning ${recordedRefund}, external_reference is not null as "isExternal",
      exists (select from dispute where dispute.store_id = ${storeId}
        and dispute.payment_id = payment.id and dispute.status <> 'won') as "isDisputed"`);
}

const recordedRefund = sql`refund.id, refund.store_id as "storeId", refund.payment_id as "paymentId",
  refund.environment, refund.status, refund.provider, payment.provider_reference as "chargeReference",
  refund.currency, refund.amount_minor as "amountMinor", refund.attempt_count as "attemptCount"`;

/** The refund, unless it failed: a failed one never changes. */
export function findChangeableRefund(db: Queryable, id: Id<'REF'>): Promise<RecordedRefund[]> {
  return db.query<RecordedRefund>(sql`
    select ${recordedRefund} from refund
    join payment on payment.store_id = refund.store_id and payment.id = refund.payment_id
    where refund.id = ${id} and refund.status <> 'failed'`);
}

/** Locks the payment, so that its tickets and refunds change one after another. */
export async function lockRefundedPayment(
  db: Queryable,
  { id, storeId }: PaymentKey,
): Promise<void> {
  await db.query(sql`
    select from payment where store_id = ${storeId} and id = ${id} for no key update`);
}

/** Records the refund's outcome; returns no row if the refund is in none of the states `from`. */
export function markRefundEnded(
  db: Queryable,
  { id, storeId }: RefundKey,
  { outcome, from }: { outcome: RefundEnded; from: readonly RefundStatus[] },
  now: Date,
): Promise<{ readonly id: Id<'REF'> }[]> {
  const reason = outcome.status === 'failed' ? outcome.reason : null;
  return db.query(sql`
    update refund set status = ${outcome.status}, provider_reference = ${outcome.reference},
      failure_reason = ${reason},
      return_id = case when status = 'succeeded' then ${newUuid(now)}::uuid end,
      updated_at = ${storeTime(sql`refund.store_id`, sql`environment`, now)}
    where store_id = ${storeId} and id = ${id}
      and status = any(${from})
    returning id`);
}

/** Moves the ticket to match its refund's outcome, unless it was resubmitted since. */
export async function markTicketExecuted(db: Queryable, { id, storeId }: RefundKey): Promise<void> {
  await db.query(sql`
    update refund_ticket ticket set status = refund.status, updated_at = refund.updated_at,
      executed_at = case when refund.status = 'succeeded' then refund.updated_at end
    from refund
    where refund.store_id = ${storeId} and refund.id = ${id}
      and refund.status in ('succeeded', 'failed')
      and ticket.store_id = ${storeId} and ticket.id = refund.ticket_id and ticket.version_number = refund.ticket_version
      and ticket.status in ('processing', 'succeeded') and ticket.status <> refund.status`);
}

/** The refund and ticket data in a refund event. */
export interface RefundFacts {
  readonly id: Id<'REF'>;
  readonly status: 'succeeded' | 'failed';
  readonly amountMinor: bigint;
  readonly failureReason: string | null;
  readonly createdAt: Date;
  readonly reason: string;
  readonly ticketMerchantExternalId: string | null;
  /** Whether it failed after it succeeded. */
  readonly isReturned: boolean;
}

/** The refund with its ticket. */
export function findRefundFacts(db: Queryable, { id, storeId }: RefundKey): Promise<RefundFacts[]> {
  return db.query<RefundFacts>(sql`
    select refund.id, refund.status, refund.amount_minor as "amountMinor",
      refund.failure_reason as "failureReason", refund.created_at as "createdAt", version.reason,
      ticket.merchant_external_id as "ticketMerchantExternalId",
      refund.return_id is not null as "isReturned"
    from refund
    join refund_ticket ticket on ticket.store_id = refund.store_id and ticket.id = refund.ticket_id
    join refund_ticket_version version on version.store_id = refund.store_id
      and version.ticket_id = ticket.id and version.number = refund.ticket_version
    where refund.store_id = ${storeId} and refund.id = ${id}`);
}
