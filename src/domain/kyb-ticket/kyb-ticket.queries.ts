import { type Queryable, sql } from '../../database/database.ts';
import { lockingStores } from '../../database/guard-stores.ts';
import type { Id } from '../../kit/id.ts';
import type { StoreRole } from '../store/store.queries.ts';
import type { KybTicketStatus } from './kyb-ticket.states.ts';

/** Name of the constraint that allows a store only one open ticket. */
export const ONE_OPEN_TICKET = 'one_open_kyb_ticket';

export interface KybTicketRow {
  readonly id: Id<'TKT'>;
  readonly storeId: Id<'STO'>;
  readonly storeName: string;
  readonly status: KybTicketStatus;
  readonly legalName: string;
  readonly country: string;
  readonly website: string | null;
  readonly sealedDetails: string;
  readonly submitterEmail: string;
  readonly decisionNote: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly decidedAt: Date | null;
}

/** A ticket and its store. */
export type KybTicketKey = Pick<KybTicketRow, 'id' | 'storeId'>;

const columns = sql`ticket.id, ticket.store_id as "storeId", store.name as "storeName",
  ticket.status, ticket.legal_name as "legalName", ticket.country, ticket.website,
  ticket.sealed_details as "sealedDetails", submitter.email as "submitterEmail",
  ticket.decision_note as "decisionNote", ticket.created_at as "createdAt",
  ticket.updated_at as "updatedAt", ticket.decided_at as "decidedAt"`;

export interface NewKybTicket {
  readonly id: Id<'TKT'>;
  readonly storeId: Id<'STO'>;
  readonly merchantId: Id<'MER'>;
  readonly legalName: string;
  readonly country: string;
  readonly website: string | null;
  readonly sealedDetails: string;
  readonly createdAt: Date;
}

/**
 * The merchant's role on the live store, whose deletion is blocked until the transaction ends;
 * returns no row if they have none.
 */
export function shareStoreRole(
  db: Queryable,
  storeId: Id<'STO'>,
  merchantId: Id<'MER'>,
): Promise<{ readonly role: StoreRole }[]> {
  return lockingStores(db, 'key share', [storeId]).query(sql`
    select member.role from store join usable_membership member on member.store_id = store.id
    where store.id = ${storeId} and store.deleted_at is null
      and member.merchant_id = ${merchantId}
    for key share of store`);
}

/** Inserts a pending ticket. Violates `ONE_OPEN_TICKET` if the store has an open one. */
export async function insertKybTicket(db: Queryable, ticket: NewKybTicket): Promise<void> {
  await db.query(sql`
    insert into kyb_ticket (id, store_id, status, submitter_merchant_id, legal_name, country,
      website, sealed_details, created_at, updated_at)
    values (${ticket.id}, ${ticket.storeId}, 'pending', ${ticket.merchantId}, ${ticket.legalName},
      ${ticket.country}, ${ticket.website}, ${ticket.sealedDetails}, ${ticket.createdAt},
      ${ticket.createdAt})`);
}

/** Moves a ticket; returns no row if it isn't in one of the states. */
export function moveKybTicket(
  db: Queryable,
  { id, storeId }: KybTicketKey,
  from: readonly KybTicketStatus[],
  to: KybTicketStatus,
  now: Date,
): Promise<{ readonly id: Id<'TKT'> }[]> {
  return db.query(sql`
    update kyb_ticket set status = ${to}, updated_at = ${now}
    where store_id = ${storeId} and id = ${id} and status = any(${from}) returning id`);
}

/** Decides a ticket; returns no row if it isn't under review. */
export function decideKybTicket(
  db: Queryable,
  { id, storeId }: KybTicketKey,
  decision: {
    readonly status: 'succeeded' | 'rejected';
    readonly note: string | null;
    readonly decidedAt: Date;
  },
): Promise<{ readonly id: Id<'TKT'> }[]> {
  return db.query(sql`
    update kyb_ticket set status = ${decision.status}, decision_note = ${decision.note},
      decided_at = ${decision.decidedAt}, updated_at = ${decision.decidedAt}
    where store_id = ${storeId} and id = ${id} and status = 'processing'
    returning id`);
}

/** A ticket by ID, regardless of its owner, for the operator. */
export function findKybTicket(db: Queryable, id: Id<'TKT'>): Promise<KybTicketRow[]> {
  return db.query(sql`
    select ${columns} from kyb_ticket ticket join store on store.id = ticket.store_id
    join merchant submitter on submitter.id = ticket.submitter_merchant_id
    where ticket.id = ${id}`);
}

/** Which tickets to list. */
export interface TicketSelection {
  readonly statuses: readonly KybTicketStatus[];
  /** Null for all stores. */
  readonly storeId: Id<'STO'> | null;
  /** Null for all tickets. */
  readonly ticketId: Id<'TKT'> | null;
  readonly limit: number;
  readonly offset: number;
}

/** Open tickets first, oldest first; then decided ones, newest first. */
export function listKybTickets(db: Queryable, selection: TicketSelection): Promise<KybTicketRow[]> {
  const { statuses, storeId, ticketId, limit, offset } = selection;
  return db.query(sql`
    select ${columns} from kyb_ticket ticket join store on store.id = ticket.store_id
    join merchant submitter on submitter.id = ticket.submitter_merchant_id
    where ticket.status = any(${statuses})
      and (${storeId}::uuid is null or ticket.store_id = ${storeId}::uuid)
      and (${ticketId}::uuid is null or ticket.id = ${ticketId}::uuid)
    order by ticket.decided_at is not null, case when ticket.decided_at is null then ticket.id end,
      ticket.id desc
    limit ${limit} offset ${offset}`);
}
