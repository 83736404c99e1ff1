import { HISTORY, type History, NOTES } from '../../parts/history.ts';
import { type ListingSpec, MAX_ROWS } from '../../parts/list-reading.ts';
import {
  BILLING_DETAIL,
  type BillingDetail,
  ORDER_ROW,
  type OrderRow,
  orderFilter,
} from '../orders/order-fields.ts';
import { DISPUTES, type Disputed } from '../payments/disputes.ts';
import { PAYMENT_ROW } from '../payments/payment-fields.ts';
import { REFUNDS, type RefundedPayment } from '../payments/payment-moments.ts';

export interface PhasePrice {
  readonly subtotal: string;
  readonly taxAmount: string;
  readonly total: string;
}

/** Fields used by lists of subscriptions. */
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

/** The status that pages show: `trialing` instead of `active` during a trial. */
export function shownStatus({
  status,
  isInTrial,
}: Pick<SubscriptionRow, 'status' | 'isInTrial'>): string {
  return isInTrial && status === 'active' ? 'trialing' : status;
}

const PHASE = '{ subtotal taxAmount total }';

const SUBSCRIPTION_ROW = `${ORDER_ROW} billingPeriod currentPeriodStart currentPeriodEnd
  currentPeriodNumber isInTrial willRenew canceledAt
  priceSnapshot { currency specialPhaseDays specialPhase ${PHASE} regularPhase ${PHASE} }
  subscriptionProduct { id name }`;

export const SUBSCRIPTIONS_LIST: ListingSpec = {
  field: 'subscriptionOrders',
  type: 'SubscriptionOrder',
  selection: SUBSCRIPTION_ROW,
  filter: orderFilter,
};

/** The pending order of a plan change that the buyer has confirmed for the end of the period. */
export interface ScheduledChange {
  readonly id: string;
  readonly subscriptionProduct: { readonly name: string } | null;
}

/** Fields used by a subscription's page. */
export interface Subscription extends SubscriptionRow, History, Disputed {
  readonly metadata: string | null;
  readonly updatedAt: string;
  readonly billingDetail: BillingDetail;
  readonly changeOriginOrderId: string | null;
  readonly supersededByOrderId: string | null;
  readonly scheduledChange: ScheduledChange | null;
  readonly store: { readonly slug: string; readonly testClockAt: string | null };
  readonly payments: readonly RefundedPayment[];
}

export const SUBSCRIPTION = `query ($id: ID!) { subscriptionOrder(id: $id) {
  ${SUBSCRIPTION_ROW} metadata updatedAt changeOriginOrderId supersededByOrderId
  scheduledChange { id subscriptionProduct { name } } ${DISPUTES}
  ${BILLING_DETAIL} store { slug testClockAt }
  payments(limit: ${MAX_ROWS}) { ${PAYMENT_ROW} ${REFUNDS} }
  ${HISTORY} ${NOTES}
} }`;

/** The name of the plan that a scheduled change leads to. */
export function planOf({ subscriptionProduct }: Pick<ScheduledChange, 'subscriptionProduct'>) {
  return subscriptionProduct?.name ?? 'a deleted plan';
}
