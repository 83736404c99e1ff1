import { salesFilter } from '../../parts/list-filters.ts';
import type { ListingSpec } from '../../parts/list-reading.ts';

/** Fields used by lists of payments. */
export interface PaymentRow {
  readonly id: string;
  readonly orderId: string;
  readonly status: string;
  readonly refundStatus: string;
  readonly periodNumber: number | null;
  readonly paymentMethod: string;
  readonly failureReason: string | null;
  readonly buyerEmail: string;
  readonly billingCountry: string | null;
  readonly orderMerchantExternalId: string | null;
  readonly createdAt: string;
  readonly amount: { readonly display: string; readonly currency: string };
  readonly cardInfo: { readonly brand: string | null; readonly last4: string | null } | null;
}

export const PAYMENT_ROW = `id orderId status refundStatus periodNumber paymentMethod
  failureReason buyerEmail billingCountry orderMerchantExternalId createdAt amount { display currency } cardInfo { brand last4 }`;

export const PAYMENTS_LIST: ListingSpec = {
  field: 'payments',
  type: 'Payment',
  selection: PAYMENT_ROW,
  filter: ({ refund, order, of, method, ...values }) => ({
    ...salesFilter(values),
    ...(of ? { isSubscription: { eq: of !== 'onetime' } } : {}),
    ...(of === 'renewals' ? { periodNumber: { gt: 1 } } : {}),
    ...(method ? { paymentMethod: { eq: method } } : {}),
    ...(refund ? { refundStatus: { eq: refund } } : {}),
    ...(order ? { orderId: { eq: order } } : {}),
  }),
};

/** The card, otherwise the payment method. */
export function methodText({ cardInfo, paymentMethod }: PaymentRow): string {
  if (!cardInfo?.last4) return paymentMethod;
  return `${cardInfo.brand ?? paymentMethod} ···· ${cardInfo.last4}`;
}
