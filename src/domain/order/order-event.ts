import { encodeId } from '../../kit/id.ts';
import { formatAmount } from '../../kit/money.ts';
import { toIso } from '../../kit/time.ts';
import type { OrderFacts, SoldOrder } from './sold-order.queries.ts';

/** Tax is not collected: a percentage, 0 on every order (docs/contract/events.md#envelope). */
const TAX_RATE = 0;
/** Length of `YYYY-MM-DD` in an ISO 8601 time. */
const DATE_LENGTH = 10;

type Fields = Readonly<Record<string, unknown>>;

/** An amount with its tax, in minor units. */
export interface PriceMinor {
  readonly subtotalMinor: bigint;
  readonly taxMinor: bigint;
  readonly totalMinor: bigint;
}

/** The price of a trial, which has no tax of its own. */
export function trialPrice(totalMinor: bigint): PriceMinor {
  return { subtotalMinor: totalMinor, taxMinor: 0n, totalMinor };
}

/** The price that a payment was for: that of a trial, if one was paid, or the order's. */
export function priceOf(order: PriceMinor, trialMinor: bigint | null): PriceMinor {
  return trialMinor === null ? order : trialPrice(trialMinor);
}

/**
 * `data` of a payment event: the fields common to all events, the charged amounts and the payment's
 * fields.
 */
export function paymentEventData(sold: SoldOrder, paidAt: Date): Fields {
  const chargedAmount = formatAmount(sold.amountMinor, sold.currency);
  return {
    ...orderFields(sold, sold),
    ...{ amount: chargedAmount, chargedAmount },
    listPrice: breakdown(sold, sold.currency),
    ...paymentFields(sold, paidAt),
  };
}

/** The order and product fields of every event, with the price that the event is about. */
export function orderFields(order: OrderFacts, price: PriceMinor): Fields {
  const { currency } = order;
  return withoutNulls({
    orderId: encodeId('ORD', order.orderId),
    orderStatus: order.orderStatus,
    buyerEmail: order.buyerEmail,
    merchantProvidedBuyerIdentity: order.buyerIdentity,
    orderMerchantExternalId: order.merchantExternalId,
    currency,
    amount: formatAmount(price.totalMinor, currency),
    ...breakdown(price, currency),
    billingDetail: order.billingDetail,
    productName: order.productName,
    productDescription: order.productDescription,
    orderMetadata: stringValues(order.orderMetadata),
    productMetadata: stringValues(order.productMetadata),
  });
}

/** The payment fields of events about a payment or its refunds. */
export function paymentFields(sold: SoldOrder, paidAt: Date): Fields {
  return withoutNulls({
    paymentId: encodeId('PAY', sold.paymentId),
    paymentStatus: sold.paymentStatus,
    paymentMethod: sold.method,
    paymentLast4: sold.last4,
    paymentFailureReason: sold.failureReason,
    paymentDate: dateOf(paidAt),
  });
}

/**
 * A price as display strings, for the list price, the plan price and the original payment
 * (docs/contract/delivery.md).
 */
export function breakdown(price: PriceMinor, currency: string) {
  return {
    subtotal: formatAmount(price.subtotalMinor, currency),
    taxAmount: formatAmount(price.taxMinor, currency),
    taxRate: TAX_RATE,
    total: formatAmount(price.totalMinor, currency),
  };
}

/** The UTC calendar day of a time, `YYYY-MM-DD`. */
export function dateOf(time: Date): string {
  return toIso(time).slice(0, DATE_LENGTH);
}

/** Metadata values in events are strings (docs/contract/delivery.md). */
function stringValues(metadata: Fields): Record<string, string> {
  const entries = Object.entries(metadata).map(([key, value]): [string, string] => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return Object.fromEntries(entries);
}

/** Unavailable fields are omitted (docs/contract/events.md#envelope). */
function withoutNulls(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
