import type { Tx } from '../../database/database.ts';
import { moveTicket, type Review, recordReview, type TicketKey } from './refund-ticket.queries.ts';
import { STEPS_OF_DECISION } from './refund-ticket.states.ts';

/** Records the decision about a ticket that awaits one; the caller has locked the payment. */
export async function decideTicket(tx: Tx, ticket: TicketKey, review: Review): Promise<void> {
  const steps = STEPS_OF_DECISION[review.decision];
  await Promise.all([
    ...steps.map((step) => moveTicket(tx, ticket, step, review.at)),
    recordReview(tx, ticket, review),
  ]);
}
