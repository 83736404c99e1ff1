import { salesFilter } from '../../parts/list-filters.ts';
import type { ListingSpec } from '../../parts/list-reading.ts';

export interface RefundRow {
  readonly id: string;
  readonly paymentId: string;
  readonly ticketId: string;
  readonly status: string;
  readonly failureReason: string | null;
  readonly buyerEmail: string;
  readonly billingCountry: string | null;
  readonly orderMerchantExternalId: string | null;
  readonly createdAt: string;
  readonly pspAmountDetails: { readonly amount: string; readonly currency: string };
  readonly refundTicket: { readonly reason: string | null } | null;
}

const ROW = `id paymentId ticketId status failureReason buyerEmail billingCountry
  orderMerchantExternalId createdAt pspAmountDetails { amount currency } refundTicket { reason }`;

export const REFUNDS_LIST: ListingSpec = {
  field: 'refunds',
  type: 'Refund',
  selection: ROW,
  filter: ({ externalId, ...values }) => ({
    ...salesFilter(values),
    ...(externalId ? { orderMerchantExternalId: { startsWithIgnoreCase: externalId } } : {}),
  }),
};
