import { sourcesOf } from '../../contract/states.ts';
import type { Tx } from '../../database/database.ts';
import { queueOwnerMail } from '../../events/queue-mail.ts';
import { encodeId } from '../../kit/id.ts';
import { enableProduction } from '../store/store.queries.ts';
import { endTestMemberships } from '../store-merchant/store-merchant.queries.ts';
import { decideKybTicket, type KybTicketKey, moveKybTicket } from './kyb-ticket.queries.ts';
import { KYB_TICKET_MOVES } from './kyb-ticket.states.ts';

export interface TicketDecision {
  readonly status: 'succeeded' | 'rejected';
  /** The note sent to the owner. */
  readonly note: string | null;
}

/** Puts a pending ticket under review; does nothing if it is no longer pending. */
export async function reviewTicket(tx: Tx, ticket: KybTicketKey, now: Date): Promise<void> {
  await moveKybTicket(tx, ticket, sourcesOf(KYB_TICKET_MOVES, 'processing'), 'processing', now);
}

/**
 * Decides an open ticket and notifies the store's owner; an approval enables the store for
 * production. Returns false if the ticket has already been decided.
 */
export async function decideTicket(
  tx: Tx,
  ticket: KybTicketKey,
  decision: TicketDecision,
  now: Date,
): Promise<boolean> {
  const { id, storeId } = ticket;
  await reviewTicket(tx, ticket, now);
  const [decided] = await decideKybTicket(tx, ticket, { ...decision, decidedAt: now });
  if (!decided) return false;
  if (decision.status === 'succeeded') {
    await enableProduction(tx, storeId, now);
    await endTestMemberships(tx, storeId);
  }
  await queueOwnerMail(
    tx,
    {
      storeId,
      environment: 'prod',
      type: decision.status === 'succeeded' ? 'kyb_ticket.succeeded' : 'kyb_ticket.rejected',
      occurrence: `kyb-ticket/${id}`,
      subjectId: encodeId('TKT', id),
      content: { note: decision.note },
    },
    now,
  );
  return true;
}

/** Approves a ticket without a manual review (`KYB_AUTO_APPROVE`). */
export async function approveTicket(tx: Tx, ticket: KybTicketKey, now: Date): Promise<void> {
  await decideTicket(tx, ticket, { status: 'succeeded', note: null }, now);
}
