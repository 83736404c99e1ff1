import { ticketBody } from '../support/refunding.ts';
import { BILLING, makeCardToken } from '../support/selling.ts';
import {
  newCanceling,
  newChange,
  newChangeBody,
  newOrder,
  newPayment,
  newPendingOrder,
  newSession,
  newTicket,
} from './buying.ts';
import { anyProduct } from './objects.ts';
import { callAt, type Place } from './places.ts';
import type { SomeRows } from './row.ts';

const buyerIdentity = 'buyer-1';
const HOUR_MS = 60 * 60 * 1000;
let latest = Date.now() + HOUR_MS;
/** A time that no test clock has reached, since clocks only move forward. */
const later = () => {
  latest += 1000;
  return new Date(latest).toISOString();
};

/** What buyers do, and what merchants do for them. */
export const sellingRows = {
  'auth/issue-session-token': [
    {
      ...{ name: 'for a store', access: 'write', absent: 'storeNotFound', foreign: 'forbidden' },
      body: ({ store }: Place) => ({ storeId: store.id, buyerIdentity }),
      second: {
        absent: 'productNotFound',
        body: async ({ store }: Place, other: Place) => ({
          ...{ storeId: store.id, buyerIdentity },
          productId: await anyProduct(other, 'onetime'),
        }),
      },
    },
    {
      ...{ name: 'for the store of a product', access: 'write' },
      ...{ absent: 'productNotFound', deleted: 'storeNotFound' },
      body: async (place: Place) => ({
        productId: await anyProduct(place, 'onetime'),
        buyerIdentity,
      }),
    },
  ],
  'checkout/create-session': [
    {
      ...{ name: 'for a purchase', callers: ['apiKey', 'dashboard', 'slug'] },
      ...{ access: 'write', absent: 'productNotFound', elsewhere: 'productNotFound' },
      body: async (place: Place) => ({
        productId: await anyProduct(place, 'onetime'),
        currency: 'USD',
      }),
    },
    {
      ...{ name: 'for a plan change', callers: ['apiKey', 'dashboard', 'token'] },
      ...{ access: 'write', absent: 'productNotFound', elsewhere: 'productNotFound' },
      body: (place: Place) => newChangeBody(place),
      second: {
        absent: 'originNotFound',
        elsewhere: 'originNotFound',
        toToken: 'otherBuyer',
        body: async (place: Place, other: Place) => ({
          ...(await newChangeBody(place)),
          originOrderId: (await newOrder(other, 'subscription')).orderId,
        }),
      },
    },
  ],
  'checkout/preview-change': {
    ...{ access: 'read', absent: 'sessionNotFound', elsewhere: 'sessionNotFound' },
    body: async (place) => ({ checkoutSessionId: await newChange(place) }),
  },
  'onetime-order/create-order': {
    ...{ access: 'write', absent: 'sessionNotFound', elsewhere: 'sessionNotFound' },
    body: (place) => newPayment(place, 'onetime'),
  },
  'onetime-order/cancel-order': {
    ...{ access: 'write', elsewhere: 'notFound' },
    body: async (place) => ({ orderId: await newPendingOrder(place) }),
  },
  'checkout/preview-trial': {
    ...{ access: 'write', absent: 'sessionNotFound', elsewhere: 'sessionNotFound' },
    body: async (place) => ({ checkoutSessionId: await newSession(place, 'subscription') }),
  },
  'subscription-order/create-order': {
    ...{ access: 'write', absent: 'sessionNotFound', elsewhere: 'sessionNotFound' },
    body: (place) => newPayment(place, 'subscription'),
  },
  'subscription-order/cancel-order': {
    ...{ access: 'write', elsewhere: 'notFound' },
    body: async (place) => ({ orderId: (await newOrder(place, 'subscription')).orderId }),
  },
  'subscription-order/reactivate-order': {
    ...{ access: 'write', elsewhere: 'notFound' },
    body: async (place) => ({ orderId: await newCanceling(place) }),
  },
  'subscription-order/update-payment-method': {
    ...{ access: 'write', elsewhere: 'notFound' },
    body: async (place) => ({
      orderId: (await newOrder(place, 'subscription')).orderId,
      paymentMethod: 'card',
      paymentToken: await makeCardToken(place.test),
    }),
  },
  'billing-detail/update-detail': {
    ...{ access: 'write', elsewhere: 'notFound' },
    body: async (place) => ({
      orderId: (await newOrder(place, 'subscription')).orderId,
      billingDetail: BILLING,
    }),
  },
  'subscription-order/change-product': {
    ...{ access: 'anyone', answers: 'notImplemented' },
    body: () => ({ orderId: 'ORD_1', targetProductId: 'PROD_1' }),
  },
  'refund-ticket/create-ticket': {
    ...{ access: 'write', absent: 'paymentNotFound', elsewhere: 'paymentNotFound' },
    body: async (place) => ticketBody(await newOrder(place, 'onetime')),
  },
  'refund-ticket/resubmit-ticket': {
    ...{ access: 'write', absent: 'ticketNotFound', elsewhere: 'ticketNotFound' },
    body: async (place) => {
      const { body, ticketId } = await newTicket(place);
      const decided = { ticketId, decision: 'return' };
      await callAt(place, 'refund-ticket/review-ticket', decided);
      return { ...body, ticketId };
    },
  },
  'refund-ticket/review-ticket': {
    ...{ access: 'write', absent: 'ticketNotFound', elsewhere: 'ticketNotFound' },
    body: async (place) => ({ ticketId: (await newTicket(place)).ticketId, decision: 'reject' }),
  },
  'test-clock/advance-clock': {
    ...{ access: 'write', absent: 'storeNotFound', testOnly: true },
    body: ({ store }) => ({ storeId: store.id, to: later() }),
  },
  'verification/scan-prompt': { access: 'anyone', body: () => ({ prompt: 'A cat on a sofa' }) },
} as const satisfies SomeRows;
