import { salesFilter } from '../../parts/list-filters.ts';
import type { ListingSpec } from '../../parts/list-reading.ts';

export interface TicketRow {
  readonly id: string;
  readonly status: string;
  readonly reason: string | null;
  readonly createdAt: string;
  readonly buyerEmail: string | null;
  readonly refundTicketMerchantExternalId: string | null;
  readonly requestedAmountDetails: { readonly amount: string; readonly currency: string };
}

export const TICKETS_LIST: ListingSpec = {
  field: 'refundTickets',
  type: 'RefundTicket',
  selection: `id status reason buyerEmail createdAt refundTicketMerchantExternalId
    requestedAmountDetails { amount currency }`,
  filter: ({ externalId, ...values }) => ({
    ...salesFilter(values),
    ...(externalId ? { refundTicketMerchantExternalId: { eq: externalId } } : {}),
  }),
};
