import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import { newUuid } from '../../kit/id.ts';
import { findTicket, insertNextVersion, type TicketRow } from '../refund/refund-ticket.queries.ts';
import { RESUBMITTABLE } from '../refund/refund-ticket.states.ts';
import { ticketView, viewTicket } from '../refund/refund-ticket.ts';
import { lockPaymentOfTicket, viewOfTicket } from '../refund/refundable.queries.ts';
import {
  isVisible,
  refuseOthers,
  refuseUnrefundable,
  type Submitter,
  viewpointOf,
} from '../refund/refundable.ts';
import { startRefund } from '../refund/start-refund.ts';
import { requireProofForRefund } from './refund-proof.ts';
import { refundableRows, submissionFields, submissionRows } from './ticket-input.ts';

const errors = errorTable('ticket', {
  missingTicketId: [400, 'Missing required field: ticketId'],
  ...submissionRows,
  malformedTicketId: [400, expectedFormat('TKT')],
  ticketNotFound: [404, 'Refund ticket not found'],
  otherPayment: [400, 'Payment does not match the ticket'],
  notResubmittable: [400, (status) => `Ticket cannot be resubmitted, current status: ${status}`],
  ...refundableRows,
});

/** Submits a rejected, returned or failed ticket again, as its next version. */
export const resubmitTicket = action({
  path: 'refund-ticket/resubmit-ticket',
  summary: 'Submit a rejected, returned or failed refund ticket again',
  auth: ['token', 'apiKey', 'dashboard'],
  environment: 'credential',
  stepUp: 'in some cases',
  errors,
  input: z.object({
    ticketId: requiredId('TKT', errors.missingTicketId, errors.malformedTicketId),
    ...submissionFields(errors),
  }),
  output: z.object({ ticket: ticketView }),
  handle: async ({ input, caller, tx, now, ports }) => {
    const { ticketId, requestedAmount } = input;
    // The ticket is read after locking, so that the latest commit is seen.
    const view = await viewOfTicket(tx, ticketId, viewpointOf(caller, now));
    const [[payment], [current]] = await Promise.all([
      lockPaymentOfTicket(tx, ticketId, view),
      findTicket(tx, ticketId, view.storeIds),
    ]);
    if (!payment || !current || !isVisible(payment, caller)) throw errors.ticketNotFound();
    refuseOthers(payment, caller, errors);
    refuseOtherTickets(current, caller);
    if (input.paymentId !== payment.id) throw errors.otherPayment();
    if (!RESUBMITTABLE.includes(current.status)) throw errors.notResubmittable(current.status);
    refuseUnrefundable(payment, requestedAmount, errors);
    requireProofForRefund(payment, requestedAmount.amountMinor, caller, ports.settings, now);
    const isCustomer = caller.kind === 'token';
    const ticketKey = { id: ticketId, storeId: payment.storeId };
    const version = { id: newUuid(now), reason: input.reason, createdAt: payment.at };
    const [, [ticket]] = await Promise.all([
      insertNextVersion(tx, ticketKey, isCustomer ? 'pending' : 'processing', {
        ...version,
        ...requestedAmount,
      }),
      findTicket(tx, ticketId, [payment.storeId]),
      isCustomer ? null : startRefund(tx, { ticketId, payment, now }),
    ]);
    if (!ticket) throw new Error('A resubmitted ticket is gone');
    return { data: { ticket: viewTicket(ticket) }, audit: { storeId: payment.storeId } };
  },
});

/** A customer sees the tickets of their own orders, but not those the merchant created. */
function refuseOtherTickets(ticket: TicketRow, caller: Submitter): void {
  if (caller.kind === 'token' && ticket.submitterMerchantId !== null) {
    throw errors.ticketNotFound();
  }
}
