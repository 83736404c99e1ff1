/** An analysis and its query. */
export const ANALYSES: readonly (readonly [name: string, fields: string])[] = [
  [
    'orderStatistics',
    'totalCount revenueByCurrency { totalAmount } countsByPeriod(granularity: MONTH) { count } revenueByCountry(currency: "usd") { country }',
  ],
  [
    'paymentStatistics',
    'successRate { successRate } taxSummary { totalTax } cardBrandDistribution { brand }',
  ],
  ['productStatistics', 'topByRevenue(currency: "usd") { productName }'],
  [
    'trendAnalysis',
    'revenueGrowth(granularity: MONTH, currency: "usd") { period } orderMovingAverage { date }',
  ],
  [
    'distributionAnalysis',
    'orderAmountPercentiles(currency: "usd") { p50 } orderAmountBuckets(currency: "usd") { count }',
  ],
  [
    'taxAnalysis',
    'byCategory(currency: "usd") { totalTax } byCountry(currency: "usd") { totalTax }',
  ],
  ['refundTicketAnalysis', 'statusDistribution { count }'],
  ['subscriptionAnalysis', 'activeCount churnRate(granularity: MONTH) { churned }'],
  ['orderStatistics', 'buyerMetrics { totalBuyers }'],
  ['customerAnalysis', 'topCustomers(currency: "usd") { totalSpent }'],
  ['customerAnalysis', 'ltvDistribution(currency: "usd") { medianLtv buckets { count } }'],
  ['customerAnalysis', 'purchaseFrequency { customerCount }'],
  ['customerAnalysis', 'cohortRetention(granularity: MONTH) { cohortSize }'],
  ['customerAnalysis', 'repeatPurchaseRate(granularity: MONTH) { repeatRate }'],
];
