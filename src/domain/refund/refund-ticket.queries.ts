import type { Environment } from '../../contract/caller.ts';
import { sourcesOf } from '../../contract/states.ts';
import { type Queryable, sql } from '../../database/database.ts';
import { isOfStores } from '../../database/of-stores.ts';
import type { Id } from '../../kit/id.ts';
import { textToKeep, writtenMetadata } from '../metadata.queries.ts';
import {
  REFUND_TICKET_MOVES,
  type RefundTicketStatus,
  type ReviewDecision,
} from './refund-ticket.states.ts';

/** A ticket and its store. */
export interface TicketKey {
  readonly id: Id<'TKT'>;
  readonly storeId: Id<'STO'>;
}

/** One submission of a ticket. */
export interface NewVersion {
  readonly id: string;
  readonly reason: string;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly createdAt: Date;
}

export interface NewTicket {
  readonly id: Id<'TKT'>;
  readonly storeId: Id<'STO'>;
  readonly environment: Environment;
  readonly paymentId: Id<'PAY'>;
  readonly status: RefundTicketStatus;
  /** Who submits it; one of the two is set. */
  readonly submitterIdentity: string | null;
  readonly submitterMerchantId: Id<'MER'> | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly merchantExternalId: string | null;
}

/** Creates a ticket with its first version; the caller has locked the payment. */
export async function insertTicket(
  db: Queryable,
  ticket: NewTicket,
  version: NewVersion,
): Promise<void> {
  await db.query(sql`
    with ticket as (
      insert into refund_ticket (id, store_id, environment, payment_id, status,
        submitter_identity, submitter_merchant_id, version_number, amount_minor, metadata,
        metadata_written, merchant_external_id, created_at, updated_at)
      values (${ticket.id}, ${ticket.storeId}, ${ticket.environment}, ${ticket.paymentId},
        ${ticket.status}, ${ticket.submitterIdentity}, ${ticket.submitterMerchantId}, 1,
        ${version.amountMinor}, ${JSON.stringify(ticket.metadata)}::jsonb, ${textToKeep(ticket.metadata)}::json,
        ${ticket.merchantExternalId}, ${version.createdAt}, ${version.createdAt})
      returning *
    )
    insert into refund_ticket_version
      (id, store_id, ticket_id, number, reason, currency, amount_minor, created_at)
    select ${version.id}::uuid, store_id, id, version_number, ${version.reason},
      ${version.currency}, amount_minor, created_at
    from ticket`);
}

/** Submits the ticket again as its next version; the caller has locked the payment. */
export async function insertNextVersion(
  db: Queryable,
  { id, storeId }: TicketKey,
  to: RefundTicketStatus,
  version: NewVersion,
): Promise<void> {
  await db.query(sql`
    with ticket as (
      update refund_ticket set status = ${to}, version_number = version_number + 1,
        amount_minor = ${version.amountMinor}, updated_at = ${version.createdAt}
      where store_id = ${storeId} and id = ${id}
        and status = any(${sourcesOf(REFUND_TICKET_MOVES, to)})
      returning *
    )
    insert into refund_ticket_version
      (id, store_id, ticket_id, number, reason, currency, amount_minor, created_at)
    select ${version.id}::uuid, store_id, id, version_number, ${version.reason},
      ${version.currency}, amount_minor, updated_at
    from ticket`);
}

/** Moves the ticket to the state if that move is legal. */
export async function moveTicket(
  db: Queryable,
  { id, storeId }: TicketKey,
  to: RefundTicketStatus,
  at: Date,
): Promise<void> {
  await db.query(sql`
    update refund_ticket set status = ${to}, updated_at = ${at}
    where store_id = ${storeId} and id = ${id}
      and status = any(${sourcesOf(REFUND_TICKET_MOVES, to)})`);
}

export interface Review {
  readonly decision: ReviewDecision;
  /** Null if nobody decided: the payment was refunded at the provider. */
  readonly merchantId: Id<'MER'> | null;
  readonly note: string | null;
  readonly at: Date;
}

/** Records the merchant's decision about the current version. */
export async function recordReview(
  db: Queryable,
  { id, storeId }: TicketKey,
  { decision, merchantId, note, at }: Review,
): Promise<void> {
  await db.query(sql`
    update refund_ticket_version version set decision = ${decision},
      reviewed_by = ${merchantId}, reviewed_at = ${at}, review_note = ${note}
    from refund_ticket ticket
    where ticket.store_id = ${storeId} and ticket.id = ${id}
      and version.store_id = ticket.store_id and version.ticket_id = ticket.id
      and version.number = ticket.version_number`);
}

/** A ticket with its current version. */
export interface TicketRow {
  readonly id: Id<'TKT'>;
  readonly status: RefundTicketStatus;
  readonly paymentId: Id<'PAY'>;
  readonly submitterIdentity: string | null;
  readonly submitterMerchantId: Id<'MER'> | null;
  readonly versionId: string;
  readonly versionNumber: number;
  readonly reason: string;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly decision: ReviewDecision | null;
  readonly reviewedBy: Id<'MER'> | null;
  readonly reviewedAt: Date | null;
  readonly reviewNote: string | null;
  readonly executedAt: Date | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly merchantExternalId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The current ticket, if it belongs to one of the stores. */
export function findTicket(
  db: Queryable,
  id: Id<'TKT'>,
  storeIds: readonly Id<'STO'>[],
): Promise<TicketRow[]> {
  return db.query<TicketRow>(sql`
    select ticket.id, ticket.status, ticket.payment_id as "paymentId",
      ticket.submitter_identity as "submitterIdentity",
      ticket.submitter_merchant_id as "submitterMerchantId", version.id as "versionId",
      ticket.version_number as "versionNumber", version.reason, version.currency,
      version.amount_minor as "amountMinor", version.decision,
      version.reviewed_by as "reviewedBy", version.reviewed_at as "reviewedAt",
      version.review_note as "reviewNote", ticket.executed_at as "executedAt",
      ${writtenMetadata('ticket')} as metadata,
      ticket.merchant_external_id as "merchantExternalId", ticket.created_at as "createdAt",
      ticket.updated_at as "updatedAt"
    from refund_ticket ticket join refund_ticket_version version
      on version.store_id = ticket.store_id and version.ticket_id = ticket.id
        and version.number = ticket.version_number
    where ${isOfStores('ticket.store_id', storeIds)} and ticket.id = ${id}`);
}
