import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { newId, newUuid } from '../../kit/id.ts';
import { findTicket, insertTicket } from '../refund/refund-ticket.queries.ts';
import { ticketView, viewTicket } from '../refund/refund-ticket.ts';
import { lockRefundablePayment } from '../refund/refundable.queries.ts';
import { isVisible, refuseOthers, refuseUnrefundable, viewpointOf } from '../refund/refundable.ts';
import { startRefund } from '../refund/start-refund.ts';
import { requireProofForRefund } from './refund-proof.ts';
import {
  refundableRows,
  submissionFields,
  submissionRows,
  ticketFields,
  ticketRows,
} from './ticket-input.ts';

const errors = errorTable('ticket', {
  ...submissionRows,
  ...ticketRows,
  paymentNotFound: [404, 'Payment not found'],
  ...refundableRows,
});

/** Requests a refund: a customer's ticket awaits review, a merchant's is executed immediately. */
export const createTicket = action({
  path: 'refund-ticket/create-ticket',
  summary: 'Request a full or partial refund of a payment',
  auth: ['token', 'apiKey', 'dashboard'],
  environment: 'credential',
  stepUp: 'in some cases',
  errors,
  input: z.object({ ...submissionFields(errors), ...ticketFields(errors) }),
  output: z.object({ ticket: ticketView }),
  handle: async ({ input, caller, tx, now, ports }) => {
    const view = viewpointOf(caller, now);
    const [payment] = await lockRefundablePayment(tx, input.paymentId, view);
    if (!payment || !isVisible(payment, caller)) throw errors.paymentNotFound();
    refuseOthers(payment, caller, errors);
    refuseUnrefundable(payment, input.requestedAmount, errors);
    requireProofForRefund(payment, input.requestedAmount.amountMinor, caller, ports.settings, now);
    const isCustomer = caller.kind === 'token';
    const ticketId = newId('TKT', now);
    const [, [ticket]] = await Promise.all([
      insertTicket(
        tx,
        {
          ...{ id: ticketId, storeId: payment.storeId, environment: caller.environment },
          ...{ paymentId: payment.id, status: isCustomer ? 'pending' : 'processing' },
          submitterIdentity: isCustomer ? caller.buyerIdentity : null,
          submitterMerchantId: isCustomer ? null : caller.merchantId,
          metadata: input.metadata ?? {},
          merchantExternalId: input.refundTicketMerchantExternalId || null,
        },
        {
          ...{ id: newUuid(now), reason: input.reason, createdAt: payment.at },
          ...input.requestedAmount,
        },
      ),
      findTicket(tx, ticketId, [payment.storeId]),
      isCustomer ? null : startRefund(tx, { ticketId, payment, now }),
    ]);
    if (!ticket) throw new Error('A new ticket is gone');
    return { data: { ticket: viewTicket(ticket) }, audit: { storeId: payment.storeId } };
  },
});
