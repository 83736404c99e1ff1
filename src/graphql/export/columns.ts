import { type Cell, numberCell, textCell, timeCell } from './cells.ts';
import { type ExportedList, ID, type Item, inside, plain, TIMES } from './column.ts';
import { otherLists } from './other-columns.ts';

const BUYER = { buyerEmail: plain('buyerEmail') };
const PAID = {
  refunded: plain('refundedAmount', numberCell),
  net: plain('netAmount', numberCell),
};

/** The method of a payment, with the card's brand and last digits. */
const METHOD = 'paymentMethod cardInfo { brand last4 }';
const methodOf = (payment: Item): Cell => {
  if (!payment) return null;
  const { paymentMethod, cardInfo } = payment;
  return textCell(
    cardInfo?.last4 ? `${cardInfo.brand ?? paymentMethod} ${cardInfo.last4}` : paymentMethod,
  );
};

const orderColumns = (product: string): ExportedList['columns'] => ({
  ...ID,
  externalId: plain('orderMerchantExternalId'),
  status: plain('status'),
  product: inside(`${product} { name }`, (item) => textCell(item[product]?.name)),
  productId: plain('productId'),
  ...BUYER,
  buyerIdentity: plain('merchantProvidedBuyerIdentity'),
  country: plain('billingCountry'),
  businessName: inside('billingDetail { businessName taxId }', (item) =>
    textCell(item.billingDetail.businessName),
  ),
  taxId: inside('billingDetail { businessName taxId }', (item) =>
    textCell(item.billingDetail.taxId),
  ),
  currency: plain('currency'),
});
const paidColumns: ExportedList['columns'] = {
  paid: plain('paidAmount', numberCell),
  ...PAID,
  method: inside(
    `payments(limit: 1, filter: { status: { eq: "succeeded" } }) { ${METHOD} }`,
    ({ payments }) => methodOf(payments[0]),
  ),
  ...TIMES,
  metadata: plain('metadata'),
};
const price = (selection: string, read: (item: Item) => Item): ExportedList['columns'] => ({
  subtotal: inside(selection, (item) => numberCell(read(item).subtotal)),
  tax: inside(selection, (item) => numberCell(read(item).taxAmount)),
  total: inside(selection, (item) => numberCell(read(item).total)),
});

const OF_PAYMENT = {
  orderId: plain('orderId'),
  externalId: plain('orderMerchantExternalId'),
};
const ASKED = 'requestedAmountDetails { amount }';
const requested = inside(ASKED, (item) => numberCell(item.requestedAmountDetails.amount));

/** All lists that can be exported. The first column is the `id`, the cursor to resume after. */
export const exportedLists: Readonly<Record<string, ExportedList>> = {
  onetimeOrders: {
    type: 'OnetimeOrder',
    columns: {
      ...orderColumns('onetimeProduct'),
      ...price('priceSnapshot { subtotal taxAmount total }', (item) => item.priceSnapshot),
      ...paidColumns,
    },
  },
  subscriptionOrders: {
    type: 'SubscriptionOrder',
    columns: {
      ...orderColumns('subscriptionProduct'),
      ...price(
        'priceSnapshot { regularPhase { subtotal taxAmount total } }',
        (item) => item.priceSnapshot.regularPhase,
      ),
      billingPeriod: plain('billingPeriod'),
      periodStart: plain('currentPeriodStart', timeCell),
      periodEnd: plain('currentPeriodEnd', timeCell),
      canceledAt: plain('canceledAt', timeCell),
      ...paidColumns,
    },
  },
  payments: {
    type: 'Payment',
    columns: {
      ...ID,
      ...OF_PAYMENT,
      status: plain('status'),
      failureReason: plain('failureReason'),
      productId: plain('productId'),
      ...BUYER,
      country: plain('billingCountry'),
      currency: plain('currency'),
      ...price(
        'snapshotAmountDetails { subtotal taxAmount total }',
        (i) => i.snapshotAmountDetails,
      ),
      ...PAID,
      method: inside(METHOD, methodOf),
      period: plain('periodNumber', numberCell),
      ...TIMES,
      metadata: inside('onetimeOrder { metadata } subscriptionOrder { metadata }', (item) =>
        textCell((item.onetimeOrder ?? item.subscriptionOrder)?.metadata),
      ),
    },
  },
  refunds: {
    type: 'Refund',
    columns: {
      ...ID,
      paymentId: plain('paymentId'),
      ticketId: plain('ticketId'),
      ...OF_PAYMENT,
      status: plain('status'),
      failureReason: plain('failureReason'),
      productId: plain('productId'),
      ...BUYER,
      country: plain('billingCountry'),
      currency: plain('currency'),
      amount: requested,
      ...TIMES,
    },
  },
  refundTickets: {
    type: 'RefundTicket',
    columns: {
      ...ID,
      paymentId: plain('paymentId'),
      orderId: plain('orderId'),
      externalId: plain('refundTicketMerchantExternalId'),
      status: plain('status'),
      reason: plain('reason'),
      productId: plain('productId'),
      ...BUYER,
      country: plain('billingCountry'),
      currency: plain('currency'),
      amount: requested,
      ...TIMES,
      executedAt: plain('executedAt', timeCell),
      metadata: plain('metadata'),
    },
  },
  ...otherLists,
};
