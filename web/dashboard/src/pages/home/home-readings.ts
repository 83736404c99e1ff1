import type { Reading } from '../../parts/reading.ts';
import type { HomeRange, TimeRange } from './range.ts';

export interface Clock {
  readonly store: { readonly testClockAt: string | null } | null;
}

/** A test clock may have moved the store ahead. */
export const clockReading: Reading = {
  text: 'query ($storeId: ID!) { store(id: $storeId) { testClockAt } }',
};

export interface NetRevenue {
  readonly grossAmount: string;
  readonly refundedAmount: string;
  readonly netAmount: string;
  readonly paymentCount: number;
  readonly refundCount: number;
}

export interface Recurring {
  readonly currency: string;
  readonly monthlyAmount: string;
  readonly subscriptionCount: number;
  readonly startMonthlyAmount: string;
  readonly startSubscriptionCount: number;
}

interface Payments {
  readonly netRevenueByCurrency: readonly (NetRevenue & { readonly currency: string })[];
}

export interface Overview {
  readonly payments: Payments;
  readonly paymentsBefore: Payments;
  /** Currencies of all time, for a range without sales. */
  readonly ever: { readonly settlementRevenueByCurrency: readonly { readonly currency: string }[] };
  readonly pastDue: number;
  readonly failed: number;
  readonly requested: number;
}

const NET = 'grossAmount refundedAmount netAmount paymentCount refundCount';
const RECURRING = `recurringRevenueByCurrency {
  currency monthlyAmount subscriptionCount startMonthlyAmount startSubscriptionCount }`;

const OVERVIEW = `query ($storeId: ID!, $now: AnalyticsFilterInput, $before: AnalyticsFilterInput,
  $failed: PaymentFilter) {
  payments: paymentStatistics(storeId: $storeId, filter: $now) {
    netRevenueByCurrency { currency ${NET} } }
  paymentsBefore: paymentStatistics(storeId: $storeId, filter: $before) {
    netRevenueByCurrency { currency ${NET} } }
  ever: paymentStatistics(storeId: $storeId) { settlementRevenueByCurrency { currency } }
  pastDue: subscriptionOrdersCount(storeId: $storeId, filter: { status: { eq: "past_due" } })
  failed: paymentsCount(storeId: $storeId, filter: $failed)
  requested: refundTicketsCount(storeId: $storeId,
    filter: { status: { eq: "pending" } })
}`;

const filterOf = (timeRange: TimeRange) => ({ timeRange });

export const overviewReading = ({ range, before }: HomeRange): Reading => ({
  text: OVERVIEW,
  variables: {
    now: filterOf(range),
    before: filterOf(before),
    failed: {
      status: { eq: 'failed' },
      createdAt: { gte: range.startDate, lt: range.endDate },
    },
  },
});

interface PeriodRevenue extends NetRevenue {
  readonly period: string;
}

export interface Movement {
  readonly period: string;
  readonly startAmount: string;
  readonly newAmount: string;
  readonly expansionAmount: string;
  readonly contractionAmount: string;
  readonly churnedAmount: string;
  readonly reactivationAmount: string;
  readonly endAmount: string;
}

interface AverageOrder {
  readonly aovTrend: readonly { readonly averageOrderValue: number; readonly orderCount: number }[];
}

export interface SalesFigures {
  readonly payments: { readonly netRevenueByPeriod: readonly PeriodRevenue[] };
  readonly paymentsBefore: { readonly netRevenueByPeriod: readonly PeriodRevenue[] };
  readonly average: AverageOrder;
  readonly averageBefore: AverageOrder;
}

export interface SubscriptionFigures {
  readonly subscriptions: {
    readonly recurringRevenueByCurrency: readonly Recurring[];
    readonly recurringRevenueMovement: readonly Movement[];
  };
}

export interface TopFigures {
  readonly products: {
    readonly netRevenueByProduct: readonly (NetRevenue & {
      readonly productId: string;
      readonly productName: string;
    })[];
  };
  readonly countries: {
    readonly revenueByCountry: readonly {
      readonly country: string | null;
      readonly totalAmount: string;
      readonly paymentCount: number;
    }[];
  };
}

/** Figures in one currency are read in three queries, which the database runs in parallel. */
const SALES = `query ($storeId: ID!, $now: AnalyticsFilterInput, $before: AnalyticsFilterInput,
  $currency: String!, $by: TimePeriodGranularity!) {
  payments: paymentStatistics(storeId: $storeId, filter: $now) {
    netRevenueByPeriod(granularity: $by, currency: $currency) { period ${NET} } }
  paymentsBefore: paymentStatistics(storeId: $storeId, filter: $before) {
    netRevenueByPeriod(granularity: $by, currency: $currency) { period ${NET} } }
  average: distributionAnalysis(storeId: $storeId, filter: $now) {
    aovTrend(granularity: ALL_TIME, currency: $currency) { averageOrderValue orderCount } }
  averageBefore: distributionAnalysis(storeId: $storeId, filter: $before) {
    aovTrend(granularity: ALL_TIME, currency: $currency) { averageOrderValue orderCount } }
}`;

const SUBSCRIPTIONS = `query ($storeId: ID!, $now: AnalyticsFilterInput, $currency: String!,
  $by: TimePeriodGranularity!) {
  subscriptions: subscriptionAnalysis(storeId: $storeId, filter: $now) {
    ${RECURRING}
    recurringRevenueMovement(granularity: $by, currency: $currency) {
      period startAmount newAmount expansionAmount contractionAmount churnedAmount
      reactivationAmount endAmount } }
}`;

const TOPS = `query ($storeId: ID!, $now: AnalyticsFilterInput, $currency: String!) {
  products: productStatistics(storeId: $storeId, filter: $now) {
    netRevenueByProduct(limit: 10, currency: $currency) { productId productName ${NET} } }
  countries: orderStatistics(storeId: $storeId, filter: $now) {
    revenueByCountry(currency: $currency) { country totalAmount paymentCount } }
}`;

export const salesReading = (
  { range, before, granularity }: HomeRange,
  currency: string,
): Reading => ({
  text: SALES,
  variables: { now: filterOf(range), before: filterOf(before), currency, by: granularity },
});

export const subscriptionsReading = (
  { range, granularity }: HomeRange,
  currency: string,
): Reading => ({
  text: SUBSCRIPTIONS,
  variables: { now: filterOf(range), currency, by: granularity },
});

export const topsReading = ({ range }: HomeRange, currency: string): Reading => ({
  text: TOPS,
  variables: { now: filterOf(range), currency },
});

/** Merchants with this many sales need no first steps, even if they skipped some. */
export const MANY_SALES = 20;

const PROGRESS = `query ($storeId: ID!) {
  onetime: onetimeProducts(storeId: $storeId, limit: 1) { id }
  subscription: subscriptionProducts(storeId: $storeId, limit: 1) { id }
  paidCount: paymentsCount(storeId: $storeId, filter: { status: { eq: "succeeded" } },
    limit: ${MANY_SALES})
  delivered: webhookDeliveries(storeId: $storeId, filter: { status: { eq: "success" } },
    limit: 1) { id }
  store(id: $storeId) { prodEnabled storeWebhooks(limit: 1) { id } }
}`;

export const progressReading: Reading = { text: PROGRESS };

const LATEST_SALES = `query ($storeId: ID!) {
  payments(storeId: $storeId, filter: { status: { eq: "succeeded" } }, limit: 6) {
    id buyerEmail createdAt isSubscription amount { display currency }
    onetimeOrder { onetimeProduct { name } } subscriptionOrder { subscriptionProduct { name } }
  }
}`;

export const latestSalesReading: Reading = { text: LATEST_SALES };
