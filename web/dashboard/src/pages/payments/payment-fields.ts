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

/** The card, otherwise the payment method. */
export function methodText({ cardInfo, paymentMethod }: PaymentRow): string {
  if (!cardInfo?.last4) return paymentMethod;
  return `${cardInfo.brand ?? paymentMethod} ···· ${cardInfo.last4}`;
}
