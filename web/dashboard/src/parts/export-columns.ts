const SALE = ['currency', 'subtotal', 'tax', 'total'];
const MONEY = ['refunded', 'net', 'method'];
const TIMES = ['createdAt', 'updatedAt'];
const ORDER = [
  ...['externalId', 'status', 'product', 'productId', 'buyerEmail', 'buyerIdentity', 'country'],
  ...['businessName', 'taxId', ...SALE, 'paid', ...MONEY, ...TIMES, 'metadata'],
];
const OF_REFUND = ['productId', 'buyerEmail', 'country', 'currency', 'amount', ...TIMES];

/** The columns that `/v1/export` knows for each list, besides the id (docs/contract/graphql.md). */
export const EXPORT_COLUMNS = {
  onetimeOrders: ORDER,
  subscriptionOrders: [...ORDER, 'billingPeriod', 'periodStart', 'periodEnd', 'canceledAt'],
  payments: [
    ...['orderId', 'externalId', 'status', 'failureReason', 'productId', 'buyerEmail', 'country'],
    ...[...SALE, ...MONEY, 'period', ...TIMES, 'metadata'],
  ],
  refunds: [
    ...['paymentId', 'ticketId', 'orderId', 'externalId', 'status', 'failureReason', ...OF_REFUND],
  ],
  refundTickets: [
    ...['paymentId', 'orderId', 'externalId', 'status', 'reason', ...OF_REFUND],
    ...['executedAt', 'metadata'],
  ],
  customers: ['email', 'orders', 'spent', 'country', 'customerSince', 'lastOrderAt'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** A list that can be exported. */
export type ExportList = keyof typeof EXPORT_COLUMNS;

/** `External ID` of `externalId`. */
export function columnLabel(name: string): string {
  const words = name.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/\bid$/, 'ID');
}
