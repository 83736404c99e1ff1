import {
  BILLING_DETAIL,
  type BillingDetail,
  ORDER_ROW,
  type OrderRow,
} from '../orders/order-fields.ts';
import { PAYMENT_ROW, type PaymentRow } from '../payments/payment-fields.ts';

export interface PhasePrice {
  readonly subtotal: string;
  readonly taxAmount: string;
  readonly total: string;
}

/** What lists of subscriptions read. */
export interface SubscriptionRow extends OrderRow {
  readonly billingPeriod: string;
  readonly currentPeriodStart: string | null;
  readonly currentPeriodEnd: string | null;
  readonly currentPeriodNumber: number | null;
  readonly isInTrial: boolean;
  readonly willRenew: boolean;
  readonly canceledAt: string | null;
  readonly priceSnapshot: {
    readonly currency: string;
    readonly specialPhaseDays: number | null;
    readonly specialPhase: PhasePrice | null;
    readonly regularPhase: PhasePrice;
  };
  readonly subscriptionProduct: { readonly id: string; readonly name: string } | null;
}

const PHASE = '{ subtotal taxAmount total }';

export const SUBSCRIPTION_ROW = `${ORDER_ROW} billingPeriod currentPeriodStart currentPeriodEnd
  currentPeriodNumber isInTrial willRenew canceledAt
  priceSnapshot { currency specialPhaseDays specialPhase ${PHASE} regularPhase ${PHASE} }
  subscriptionProduct { id name }`;

/** What the page of one subscription reads. */
export interface Subscription extends SubscriptionRow {
  readonly metadata: string | null;
  readonly updatedAt: string;
  readonly billingDetail: BillingDetail;
  readonly changeOriginOrderId: string | null;
  readonly supersededByOrderId: string | null;
  readonly payments: readonly PaymentRow[];
}

export const SUBSCRIPTION = `query ($id: ID!) { subscriptionOrder(id: $id) {
  ${SUBSCRIPTION_ROW} metadata updatedAt changeOriginOrderId supersededByOrderId
  ${BILLING_DETAIL} payments { ${PAYMENT_ROW} }
} }`;
