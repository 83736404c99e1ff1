import { optional, type Shape } from './shapes.ts';

/**
 * What the Go client's guide reads from each analysis: derived figures are numbers, totals strings.
 */

const strings = (names: string) => fields(names, 'string');
const integers = (names: string) => fields(names, 'integer');
const numbers = (names: string) => fields(names, 'number');
/** Null if they can't be derived; Go reads that as 0. */
const figures = (names: string) => fields(names, optional('number'));

function fields(names: string, kind: Shape): Readonly<Record<string, Shape>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, kind]));
}

const money = { ...strings('currency totalAmount'), ...integers('paymentCount') };
const share = { ...integers('count'), ...numbers('percentage') };
const sums = { totalAmount: 'string', paymentCount: 'integer' } as const;
const taxes = { ...strings('totalTax totalAmount'), ...integers('paymentCount') };
const bucket = { ...numbers('rangeMin rangeMax'), ...share };
const ranked = {
  ...strings('productId productType productName totalRevenue currency'),
  ...integers('orderCount'),
};
const growth = {
  ...strings('period'),
  ...numbers('currentValue previousValue'),
  ...figures('growthRate'),
};
const average = { ...strings('date'), ...numbers('dailyValue movingAverage') };

export const GO_ANALYSES: Readonly<Record<string, Shape>> = {
  orderStatistics: {
    totalCount: 'integer',
    countsByStatus: [{ status: 'string', count: 'integer' }],
    countsByPeriod: [{ period: 'string', count: 'integer' }],
    revenueByCurrency: [money],
    revenueByPeriod: [{ period: 'string', ...money }],
    buyerMetrics: integers('totalBuyers newBuyers returningBuyers'),
    revenueByCountry: [{ country: 'string', ...sums }],
    ordersByCountry: [{ country: 'string', count: 'integer' }],
    b2bVsB2cBreakdown: [
      { ...strings('label totalAmount'), isBusiness: 'boolean', orderCount: 'integer' },
    ],
    revenueByState: [{ state: 'string', ...sums }],
  },
  paymentStatistics: {
    successRate: {
      ...integers('totalAttempts succeeded failed pending'),
      ...numbers('successRate'),
    },
    failedReasons: [{ reason: 'string', ...share }],
    refunds: {
      ...integers('totalCount succeededCount pendingCount failedCount'),
      amountByCurrency: [money],
      refundRate: 'number',
    },
    methodDistribution: [{ methodType: 'string', totalAmount: optional('string'), ...share }],
    cardBrandDistribution: [{ brand: 'string', totalAmount: optional('string'), ...share }],
    taxSummary: [{ ...money, ...strings('totalTax totalPreTax') }],
    preTaxRevenueByCurrency: [money],
    settlementRevenueByCurrency: [money],
  },
  productStatistics: {
    onetimeCountsByStatus: [{ status: 'string', count: 'integer' }],
    subscriptionCountsByStatus: [{ status: 'string', count: 'integer' }],
    ...integers('onetimeTotalCount subscriptionTotalCount'),
    topByOrderCount: [ranked],
    topByRevenue: [ranked],
    revenueContribution: [
      {
        ...strings('productId productType productName revenue'),
        ...numbers('contributionPercentage cumulativePercentage'),
      },
    ],
  },
  trendAnalysis: {
    orderGrowth: [growth],
    revenueGrowth: [growth],
    cumulativeRevenue: [{ ...strings('period'), ...numbers('periodValue cumulativeValue') }],
    orderMovingAverage: [average],
    revenueMovingAverage: [average],
  },
  distributionAnalysis: {
    orderAmountPercentiles: {
      ...figures('p10 p25 p50 p75 p90 p95 p99 min max avg stddev'),
      ...integers('count'),
    },
    aovTrend: [
      { ...strings('period totalRevenue'), averageOrderValue: 'number', orderCount: 'integer' },
    ],
    orderAmountBuckets: [bucket],
  },
  customerAnalysis: {
    cohortRetention: [
      {
        cohortPeriod: 'string',
        cohortSize: 'integer',
        retention: [{ ...integers('periodOffset activeCustomers'), ...numbers('retentionRate') }],
      },
    ],
    ltvDistribution: { ...figures('averageLtv medianLtv'), buckets: [bucket] },
    purchaseFrequency: [{ ...integers('purchaseCount customerCount'), ...numbers('percentage') }],
    repeatPurchaseRate: [
      { ...strings('period'), ...integers('totalBuyers repeatBuyers'), repeatRate: 'number' },
    ],
    topCustomers: [
      {
        ...strings('buyerEmail totalSpent firstPurchaseDate lastPurchaseDate'),
        ...integers('orderCount'),
      },
    ],
  },
  taxAnalysis: {
    byCategory: [{ taxCategory: 'string', ...taxes }],
    byRateGroup: [{ taxRate: 'number', ...taxes }],
    byCountry: [{ country: 'string', ...taxes }],
    b2bVsB2c: [
      { ...strings('label totalTax totalAmount'), isBusiness: 'boolean', orderCount: 'integer' },
    ],
    effectiveTaxRateTrend: [
      { ...strings('period'), avgTaxRate: 'number', paymentCount: 'integer' },
    ],
    taxAmountByPeriod: [{ ...strings('period totalTax'), ...integers('paymentCount') }],
  },
  subscriptionAnalysis: {
    billingPeriodDistribution: [
      { ...strings('billingPeriod'), totalAmount: optional('string'), ...share },
    ],
    activeCount: 'integer',
    cancellationStats: {
      ...integers('totalSubscriptions canceledCount'),
      ...numbers('cancellationRate'),
      ...figures('avgLifetimeDays medianLifetimeDays'),
    },
    cancellationTrend: [{ period: 'string', canceledCount: 'integer' }],
    trialConversion: {
      ...integers('totalTrials convertedCount activeTrials'),
      ...numbers('conversionRate'),
    },
    trialConversionByProduct: [
      {
        ...strings('productId productName'),
        ...integers('totalTrials convertedCount'),
        ...numbers('conversionRate'),
      },
    ],
    churnRate: [{ ...strings('period'), ...integers('startActive churned'), churnRate: 'number' }],
  },
  refundTicketAnalysis: {
    reasonDistribution: [{ ...strings('reason totalAmount'), ...share }],
    statusDistribution: [{ ...strings('status'), ...share }],
    reviewEfficiency: {
      ...figures('avgHours medianHours p90Hours'),
      ...integers('totalReviewed'),
    },
    ticketTrend: [
      {
        ...strings('period'),
        ...integers('totalCreated resolvedCount approvedCount rejectedCount'),
      },
    ],
    approvalRate: { ...integers('approved rejected'), ...numbers('rate') },
    processingSuccessRate: { ...integers('succeeded failed'), ...numbers('rate') },
  },
};
