import { sourcesOf } from '../../contract/states.ts';
import type { Tx } from '../../database/database.ts';
import { queueOwnerMail } from '../../events/queue-mail.ts';
import { encodeId, type Id } from '../../kit/id.ts';
import { enableProduction } from '../store/store.queries.ts';
import { endTestMemberships } from '../store-merchant/store-merchant.queries.ts';
import { decideKybTicket, moveKybTicket } from './kyb-ticket.queries.ts';
import { KYB_TICKET_MOVES } from './kyb-ticket.states.ts';

export interface TicketDecision {
  readonly status: 'succeeded' | 'rejected';
  /** What the owner is told. */
  readonly note: string | null;
}

/** Takes a ticket into review; does nothing to one that is no longer pending. */
export async function reviewTicket(tx: Tx, id: Id<'TKT'>, now: Date): Promise<void> {
  await moveKybTicket(tx, id, sourcesOf(KYB_TICKET_MOVES, 'processing'), 'processing', now);
}

/**
 * Decides an open ticket and tells the store's owner; an approval enables the store for production.
 * Gives false when the ticket was decided before.
 */
export async function decideTicket(
  tx: Tx,
  id: Id<'TKT'>,
  decision: TicketDecision,
  now: Date,
): Promise<boolean> {
  await reviewTicket(tx, id, now);
  const [decided] = await decideKybTicket(tx, id, { ...decision, decidedAt: now });
  if (!decided) return false;
  if (decision.status === 'succeeded') {
    await enableProduction(tx, decided.storeId, now);
    await endTestMemberships(tx, decided.storeId);
  }
  await queueOwnerMail(
    tx,
    {
      storeId: decided.storeId,
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

/** Approves a ticket that nobody has to look at (`KYB_AUTO_APPROVE`). */
export async function approveTicket(tx: Tx, id: Id<'TKT'>, now: Date): Promise<void> {
  await decideTicket(tx, id, { status: 'succeeded', note: null }, now);
}
