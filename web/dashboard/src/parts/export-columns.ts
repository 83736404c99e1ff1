const SALE = ['currency', 'subtotal', 'tax', 'total'];
const MONEY = ['refunded', 'net', 'method'];
const TIMES = ['createdAt', 'updatedAt'];
const ORDER = [
  ...['externalId', 'status', 'product', 'productId', 'buyerEmail', 'buyerIdentity', 'country'],
  ...['businessName', 'taxId', ...SALE, 'paid', ...MONEY, ...TIMES, 'metadata'],
];
const OF_REFUND = ['productId', 'buyerEmail', 'country', 'currency', 'amount', ...TIMES];
const PRODUCT = [
  ...['productId', 'name', 'status', 'isPublished', 'version', 'currency', 'price'],
  ...['taxCategory', ...TIMES, 'metadata'],
];
const EVENT = ['eventType', 'eventId'];
const ATTEMPTS = ['attempts', 'lastAttemptedAt', 'createdAt'];

/** The columns `/v1/export` accepts for each list, besides the ID (docs/contract/graphql.md). */
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
  customers: [
    ...['customerId', 'email', 'orders', 'currency', 'charged', 'refunded', 'net', 'payments'],
    ...['country', 'customerSince', 'lastOrderAt'],
  ],
  onetimeProducts: PRODUCT,
  subscriptionProducts: [...PRODUCT, 'billingPeriod', 'trialPrice'],
  webhookDeliveries: [
    ...EVENT,
    ...['webhookId', 'webhookUrl', 'status', 'httpStatus', 'failure', ...ATTEMPTS],
  ],
  emailDeliveries: [
    ...EVENT,
    ...['recipientType', 'toAddress', 'subject', 'status', 'errorMessage', ...ATTEMPTS],
  ],
  auditEntries: [
    ...['createdAt', 'merchantEmail', 'merchantId', 'action', 'subjectType', 'subjectId'],
    ...['credential', 'credentialId', 'environment', 'details'],
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** A list that can be exported. */
export type ExportList = keyof typeof EXPORT_COLUMNS;

/** The label of a column: `externalId` → `External ID`. */
export function columnLabel(name: string): string {
  const words = name.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/\bid$/, 'ID');
}
