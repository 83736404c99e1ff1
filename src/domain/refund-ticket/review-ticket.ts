import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { requiredId, requiredText } from '../../contract/input.ts';
import { decideTicket } from '../refund/decide-ticket.ts';
import { findTicket } from '../refund/refund-ticket.queries.ts';
import { REVIEWABLE } from '../refund/refund-ticket.states.ts';
import { ticketView, viewTicket } from '../refund/refund-ticket.ts';
import { lockPaymentOfTicket, viewOfTicket } from '../refund/refundable.queries.ts';
import { refuseDisputed, viewpointOf } from '../refund/refundable.ts';
import { startRefund } from '../refund/start-refund.ts';
import { requireProofForRefund } from './refund-proof.ts';
import { disputedRows, MAX_TICKET_TEXT_LENGTH, shortText } from './ticket-input.ts';

const errors = errorTable('ticket', {
  missingTicketId: [400, 'Missing required field: ticketId'],
  missingDecision: [400, 'Missing required field: decision'],
  malformedTicketId: [400, expectedFormat('TKT')],
  invalidDecision: [400, 'Invalid decision. Must be one of: approve, reject, return'],
  longNote: [400, `note must not exceed ${MAX_TICKET_TEXT_LENGTH} characters`],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  ticketNotFound: [404, 'Refund ticket not found'],
  notReviewable: [400, (status) => `Ticket cannot be reviewed, current status: ${status}`],
  ...disputedRows,
});

/** Decides a customer's ticket; an approved one is executed immediately. */
export const reviewTicket = action({
  path: 'refund-ticket/review-ticket',
  summary: "Review a customer's refund ticket (owner or admin)",
  auth: MERCHANT,
  environment: 'credential',
  stepUp: 'in some cases',
  errors,
  input: z.object({
    ticketId: requiredId('TKT', errors.missingTicketId, errors.malformedTicketId),
    decision: requiredText(errors.missingDecision).pipe(
      z.enum(['approve', 'reject', 'return'], { error: errors.invalidDecision.code }),
    ),
    note: shortText(z.string().trim(), MAX_TICKET_TEXT_LENGTH, errors.longNote).nullish(),
  }),
  output: z.object({ ticket: ticketView }),
  handle: async ({ input, caller, tx, now, ports }) => {
    const { ticketId, decision } = input;
    const view = await viewOfTicket(tx, ticketId, viewpointOf(caller, now));
    const [[payment], [current]] = await Promise.all([
      lockPaymentOfTicket(tx, ticketId, view),
      findTicket(tx, ticketId, view.storeIds),
    ]);
    if (!payment || !current || payment.role === null) throw errors.ticketNotFound();
    if (payment.role === 'member') throw errors.forbidden();
    if (!REVIEWABLE.includes(current.status)) throw errors.notReviewable(current.status);
    if (decision === 'approve') {
      refuseDisputed(payment, errors);
      // A pending ticket has already reserved its amount.
      requireProofForRefund(payment, 0n, caller, ports.settings, now);
    }
    const { at, storeId } = payment;
    const key = { id: ticketId, storeId };
    const note = input.note || null;
    await Promise.all([
      decideTicket(tx, key, { decision, merchantId: caller.merchantId, note, at }),
      decision === 'approve' ? startRefund(tx, { ticketId, payment, now }) : null,
    ]);
    const [ticket] = await findTicket(tx, ticketId, [storeId]);
    if (!ticket) throw new Error('A reviewed ticket is gone');
    return { data: { ticket: viewTicket(ticket) }, audit: { storeId, details: { decision } } };
  },
});
