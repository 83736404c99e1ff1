import { moneyText } from '../../parts/amounts.ts';
import { EMAILS, type Email, historyMoments, NOTES, type Note } from '../../parts/history.ts';
import { MAX_ROWS } from '../../parts/list-reading.ts';
import type { Moment } from '../../parts/timeline.ts';
import { PAYMENT_ROW } from '../payments/payment-fields.ts';
import { paymentMoments, REFUNDS, type RefundedPayment } from '../payments/payment-moments.ts';
import { shownStatus } from '../subscriptions/subscription-fields.ts';

interface Bought {
  readonly id: string;
  readonly status: string;
  readonly createdAt: string;
}

export interface Customer {
  readonly id: string;
  readonly email: string;
  readonly createdAt: string;
  readonly lastOrderAt: string | null;
  readonly orderCount: number;
  readonly billingCountries: readonly string[];
  readonly spent: readonly {
    readonly currency: string;
    readonly netAmount: string;
    readonly refundedAmount: string;
    readonly paymentCount: number;
  }[];
  readonly emails: readonly Email[];
  readonly notes: readonly Note[];
}

export interface Purchases {
  readonly customers: readonly Customer[];
  readonly payments: readonly RefundedPayment[];
  readonly onetimeOrders: readonly (Bought & {
    readonly priceSnapshot: { readonly currency: string; readonly total: string };
    readonly onetimeProduct: { readonly name: string } | null;
  })[];
  readonly subscriptionOrders: readonly (Bought & {
    readonly billingPeriod: string;
    readonly isInTrial: boolean;
    readonly priceSnapshot: {
      readonly currency: string;
      readonly regularPhase: { readonly total: string };
    };
    readonly subscriptionProduct: { readonly name: string } | null;
  })[];
}

const BUYER = 'filter: { buyerEmail: { eqIgnoreCase: $email } }';

export const PURCHASES = `query ($storeId: ID!, $email: String!) {
  customers(storeId: $storeId, filter: { email: { eqIgnoreCase: $email } }, limit: 1) {
    id email createdAt lastOrderAt orderCount billingCountries
    spent { currency netAmount refundedAmount paymentCount }
    ${EMAILS} ${NOTES}
  }
  onetimeOrders(storeId: $storeId, ${BUYER}, limit: ${MAX_ROWS}) {
    id status createdAt priceSnapshot { currency total } onetimeProduct { name }
  }
  subscriptionOrders(storeId: $storeId, ${BUYER}, limit: ${MAX_ROWS}) {
    id status createdAt billingPeriod isInTrial priceSnapshot { currency regularPhase { total } }
    subscriptionProduct { name }
  }
  payments(storeId: $storeId, ${BUYER}, limit: ${MAX_ROWS}) { ${PAYMENT_ROW} ${REFUNDS} }
}`;

/** An order of either kind, as listed on the customer's page. */
export interface Purchase extends Bought {
  readonly page: string;
  readonly name: string;
  readonly amount: string;
  readonly currency: string;
  readonly every: string;
}

/** Orders of both kinds, newest first. */
export function purchasesOf({ onetimeOrders, subscriptionOrders }: Purchases): readonly Purchase[] {
  const once = onetimeOrders.map((order) => ({
    ...order,
    page: `orders/${order.id}`,
    name: order.onetimeProduct?.name ?? 'Deleted product',
    amount: order.priceSnapshot.total,
    currency: order.priceSnapshot.currency,
    every: '',
  }));
  const plans = subscriptionOrders.map((order) => ({
    ...order,
    page: `subscriptions/${order.id}`,
    status: shownStatus(order),
    name: order.subscriptionProduct?.name ?? 'Deleted product',
    amount: order.priceSnapshot.regularPhase.total,
    currency: order.priceSnapshot.currency,
    every: order.billingPeriod,
  }));
  return [...once, ...plans].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
}

/** Orders, payments, refunds, emails and notes. */
export function customerMoments(customer: Customer, found: Purchases): readonly Moment[] {
  const ordered = purchasesOf(found).map(
    ({ id, createdAt, name, amount, currency, page }): Moment => ({
      ...{ key: id, at: createdAt, title: `Ordered ${name}`, detail: moneyText(amount, currency) },
      ...{ topic: 'money', kind: 'past', page },
    }),
  );
  const { emails, notes } = customer;
  return [...historyMoments({ emails, notes }), ...paymentMoments(found.payments), ...ordered];
}
