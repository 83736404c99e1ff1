import { z } from 'zod';
import { encodeId } from '../../kit/id.ts';
import { formatAmount } from '../../kit/money.ts';
import { toIso } from '../../kit/time.ts';
import type { TicketRow } from './refund-ticket.queries.ts';

export const ticketView = z.object({
  id: z.string(),
  type: z.literal('refund'),
  status: z.string(),
  /** `PAY_xxx`. */
  subjectId: z.string(),
  /** The customer's identity, or `MER_xxx`. */
  submitterId: z.string(),
  submitterType: z.enum(['customer', 'merchant']),
  currentVersionId: z.string().nullable(),
  reviewerId: z.string().nullable(),
  reviewedAt: z.string().nullable(),
  reviewNote: z.string().nullable(),
  rejectReason: z.string().nullable(),
  executedAt: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()),
  refundTicketMerchantExternalId: z.string().nullable(),
  versionNumber: z.number().nullable(),
  versionData: z
    .object({
      reason: z.string(),
      requestedAmount: z.object({ amount: z.string(), currency: z.string() }).nullable(),
    })
    .nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** A ticket as responses show it, with the decision about its current version. */
export function viewTicket(ticket: TicketRow): z.input<typeof ticketView> {
  const { submitterMerchantId, submitterIdentity, reviewedBy, currency } = ticket;
  return {
    id: encodeId('TKT', ticket.id),
    type: 'refund',
    status: ticket.status,
    subjectId: encodeId('PAY', ticket.paymentId),
    submitterId: submitterMerchantId
      ? encodeId('MER', submitterMerchantId)
      : (submitterIdentity ?? ''),
    submitterType: submitterMerchantId ? 'merchant' : 'customer',
    currentVersionId: ticket.versionId,
    reviewerId: reviewedBy && encodeId('MER', reviewedBy),
    reviewedAt: toIso(ticket.reviewedAt),
    reviewNote: ticket.reviewNote,
    rejectReason: ticket.decision === 'reject' ? ticket.reviewNote : null,
    executedAt: toIso(ticket.executedAt),
    metadata: ticket.metadata,
    refundTicketMerchantExternalId: ticket.merchantExternalId,
    versionNumber: ticket.versionNumber,
    versionData: {
      reason: ticket.reason,
      requestedAmount: { amount: formatAmount(ticket.amountMinor, currency), currency },
    },
    createdAt: toIso(ticket.createdAt),
    updatedAt: toIso(ticket.updatedAt),
  };
}
