import { flagCell, numberCell, textCell, timeCell } from './cells.ts';
import {
  CREATED,
  type ExportedList,
  ID,
  inside,
  OBJECT_ID,
  ofMoney,
  plain,
  splitByCurrency,
  TIMES,
} from './column.ts';

const customers: ExportedList = {
  type: 'Customer',
  split: splitByCurrency('spent', 'totalAmount refundedAmount netAmount paymentCount'),
  columns: {
    ...ID,
    customerId: OBJECT_ID,
    email: plain('email'),
    orders: plain('orderCount', numberCell),
    currency: ofMoney(({ currency }) => currency, textCell),
    charged: ofMoney(({ totalAmount }) => totalAmount),
    refunded: ofMoney(({ refundedAmount }) => refundedAmount),
    net: ofMoney(({ netAmount }) => netAmount),
    payments: ofMoney(({ paymentCount }) => paymentCount),
    country: plain('billingCountry'),
    customerSince: plain('createdAt', timeCell),
    lastOrderAt: plain('lastOrderAt', timeCell),
  },
};

const products = (type: string, more: ExportedList['columns'] = {}): ExportedList => ({
  type,
  split: splitByCurrency('prices', 'priceInfo { amount taxCategory trialAmount }'),
  columns: {
    ...ID,
    productId: OBJECT_ID,
    name: plain('name'),
    status: plain('status'),
    isPublished: plain('hasProdVersion', flagCell),
    version: plain('version', numberCell),
    ...more,
    currency: ofMoney(({ currency }) => currency, textCell),
    price: ofMoney(({ priceInfo }) => priceInfo.amount),
    taxCategory: ofMoney(({ priceInfo }) => priceInfo.taxCategory, textCell),
    ...TIMES,
    metadata: plain('metadata'),
  },
});

const EVENT = { eventType: plain('eventType'), eventId: plain('eventId') };
const ATTEMPTS = {
  attempts: plain('attemptCount', numberCell),
  lastAttemptedAt: plain('lastAttemptedAt', timeCell),
};

/** Customers, products and logs. */
export const otherLists: Readonly<Record<string, ExportedList>> = {
  customers,
  onetimeProducts: products('OnetimeProduct'),
  subscriptionProducts: products('SubscriptionProduct', {
    billingPeriod: plain('billingPeriod'),
    trialPrice: ofMoney(({ priceInfo }) => priceInfo.trialAmount),
  }),
  webhookDeliveries: {
    type: 'WebhookDelivery',
    columns: {
      ...ID,
      ...EVENT,
      webhookId: plain('webhookId'),
      webhookUrl: plain('webhookUrl'),
      status: plain('status'),
      httpStatus: plain('httpStatus', numberCell),
      failure: plain('failure'),
      ...ATTEMPTS,
      ...CREATED,
    },
  },
  emailDeliveries: {
    type: 'EmailDelivery',
    columns: {
      ...ID,
      ...EVENT,
      recipientType: plain('recipientType'),
      toAddress: plain('toAddress'),
      subject: plain('subject'),
      status: plain('status'),
      errorMessage: plain('errorMessage'),
      ...ATTEMPTS,
      ...CREATED,
    },
  },
  auditEntries: {
    type: 'AuditEntry',
    columns: {
      ...ID,
      ...CREATED,
      merchantEmail: plain('merchantEmail'),
      merchantId: plain('merchantId'),
      action: plain('action'),
      subjectType: plain('subjectType'),
      subjectId: plain('subjectId'),
      credential: plain('credential'),
      credentialId: plain('credentialId'),
      environment: plain('environment'),
      details: inside('details', ({ details }) => textCell(details)),
    },
  },
};
