import { encodeId } from '../../kit/id.ts';
import { formatAmount } from '../../kit/money.ts';
import { toIso } from '../../kit/time.ts';
import { breakdown, orderFields, paymentFields, priceOf } from '../order/order-event.ts';
import type { SoldOrder } from '../order/sold-order.queries.ts';
import type { PaidFor } from '../payment/paid-for.queries.ts';
import type { RefundFacts } from './refund.queries.ts';

/**
 * `data` of a refund event: the order's fields, the original payment's and the refund's
 * (docs/contract/events.md#envelope). `amount` is what was requested, `refundedAmount` what was
 * refunded, zero if the refund failed; the price is the original payment's.
 */
export function refundEventData(
  sold: SoldOrder,
  refund: RefundFacts,
  { paidAt, trialMinor }: PaidFor,
): Readonly<Record<string, unknown>> {
  const { currency } = sold;
  const price = priceOf(sold, trialMinor);
  const refundedMinor = refund.status === 'succeeded' ? refund.amountMinor : 0n;
  return {
    ...orderFields(sold, price),
    amount: formatAmount(refund.amountMinor, currency),
    refundedAmount: formatAmount(refundedMinor, currency),
    originalChargedAmount: formatAmount(sold.amountMinor, currency),
    originalPayment: breakdown(price, currency),
    ...paymentFields(sold, paidAt),
    ...(sold.periodNumber === null ? {} : { periodNumber: sold.periodNumber }),
    ...(refund.ticketMerchantExternalId === null
      ? {}
      : { refundTicketMerchantExternalId: refund.ticketMerchantExternalId }),
    refundId: encodeId('REF', refund.id),
    refundStatus: refund.status,
    refundReason: refund.reason,
    ...(refund.failureReason === null ? {} : { refundFailureReason: refund.failureReason }),
    refundCreatedAt: toIso(refund.createdAt),
  };
}
