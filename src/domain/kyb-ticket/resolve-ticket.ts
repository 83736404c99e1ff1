import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { requiredId, requiredText } from '../../contract/input.ts';
import { visitNodesInTurn } from '../../database/visit-nodes-in-turn.ts';
import { codePointLength } from '../../kit/text.ts';
import { decideTicket, reviewTicket } from './decide-ticket.ts';
import { findKybTicket } from './kyb-ticket.queries.ts';
import { operatorTicketView, viewForOperator } from './operator-view.ts';

/** Maximum code points of the note to the owner. */
const MAX_NOTE_LENGTH = 1_000;

const errors = errorTable('ticket', {
  missingTicketId: [400, 'Missing required field: ticketId'],
  malformedTicketId: [400, expectedFormat('TKT')],
  missingDecision: [400, 'Missing required field: decision'],
  invalidDecision: [400, 'Invalid decision, must be review, approve or reject'],
  longNote: [400, `note must not exceed ${MAX_NOTE_LENGTH} characters`],
  notFound: [404, 'KYB ticket not found'],
  decided: [400, (status) => `KYB ticket is already decided, current status: ${status}`],
});

const input = z.object({
  ticketId: requiredId('TKT', errors.missingTicketId, errors.malformedTicketId),
  decision: requiredText(errors.missingDecision).pipe(
    z.enum(['review', 'approve', 'reject'], { error: errors.invalidDecision.code }),
  ),
  note: z
    .string()
    .trim()
    .refine((text) => codePointLength(text) <= MAX_NOTE_LENGTH, { error: errors.longNote.code })
    .nullish()
    .transform((text) => text || null),
});

/** Puts a KYB ticket under review, approves or rejects it (docs/contract/kyb.md). */
export const resolveTicket = action({
  path: 'kyb-ticket/resolve-ticket',
  summary: 'Review, approve or reject a KYB ticket (operator)',
  auth: ['operator'],
  environment: 'none',
  errors,
  input,
  output: z.object({ ticket: operatorTicketView }),
  replayable: false,
  handle: async ({ input, tx, now, ports }) => {
    const { ticketId, decision, note } = input;
    await visitNodesInTurn(tx);
    const [found] = await findKybTicket(tx, ticketId);
    if (!found) throw errors.notFound();
    let isDecided = false;
    if (decision === 'review') await reviewTicket(tx, found, now);
    else {
      const status = decision === 'approve' ? 'succeeded' : 'rejected';
      isDecided = await decideTicket(tx, found, { status, note }, now);
    }
    const [ticket] = await findKybTicket(tx, ticketId);
    if (!ticket) throw errors.notFound();
    // Another call had decided it, perhaps only since it was found.
    if (!isDecided && ticket.status !== 'processing') throw errors.decided(ticket.status);
    return { data: { ticket: viewForOperator(ticket, ports.secrets) } };
  },
});
