import { encodeId } from '../../kit/id.ts';
import { formatAmount } from '../../kit/money.ts';
import { toIso } from '../../kit/time.ts';
import type { SoldOrder } from './sold-order.queries.ts';

/** Tax is not collected: a percentage, 0 on every order (Specification 6.1). */
const TAX_RATE = 0;
/** `YYYY-MM-DD` of an ISO 8601 time. */
const DATE_LENGTH = 10;

/** `data` of a payment event: the fields always present, those available, and the payment's. */
export function paymentEventData(sold: SoldOrder, paidAt: Date): Readonly<Record<string, unknown>> {
  const { currency } = sold;
  const amounts = {
    subtotal: formatAmount(sold.subtotalMinor, currency),
    taxAmount: formatAmount(sold.taxMinor, currency),
    taxRate: TAX_RATE,
    total: formatAmount(sold.totalMinor, currency),
  };
  return withoutNulls({
    orderId: encodeId('ORD', sold.orderId),
    orderStatus: sold.orderStatus,
    buyerEmail: sold.buyerEmail,
    merchantProvidedBuyerIdentity: sold.buyerIdentity,
    orderMerchantExternalId: sold.merchantExternalId,
    currency,
    amount: formatAmount(sold.totalMinor, currency),
    ...amounts,
    chargedAmount: formatAmount(sold.amountMinor, currency),
    listPrice: amounts,
    billingDetail: sold.billingDetail,
    productName: sold.productName,
    productDescription: sold.productDescription,
    orderMetadata: stringValues(sold.orderMetadata),
    productMetadata: stringValues(sold.productMetadata),
    paymentId: encodeId('PAY', sold.paymentId),
    paymentStatus: sold.paymentStatus,
    paymentMethod: sold.method,
    paymentLast4: sold.last4,
    paymentFailureReason: sold.failureReason,
    paymentDate: toIso(paidAt).slice(0, DATE_LENGTH),
  });
}

/** Decisions 8: in events metadata values are strings. */
function stringValues(metadata: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(metadata).map(([key, value]): [string, string] => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return Object.fromEntries(entries);
}

/** What is not available is left out (Specification 6.1). */
function withoutNulls(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
