/** A query for every field of the nine analyses. */
export const ANALYSES = `query ($storeId: ID, $filter: AnalyticsFilterInput, $g: TimePeriodGranularity!, $c: String!) {
  orderStatistics(storeId: $storeId, filter: $filter) {
    totalCount countsByStatus { status count } countByStatus { status count }
    countsByPeriod(granularity: $g) { period count }
    revenueByCurrency { currency totalAmount paymentCount }
    revenueByPeriod(granularity: $g, currency: $c) { period currency totalAmount paymentCount }
    buyerMetrics { totalBuyers newBuyers returningBuyers } ordersByCountry { country count }
    revenueByCountry(currency: $c) { country totalAmount paymentCount }
    b2bVsB2cBreakdown(currency: $c) { isBusiness label totalAmount orderCount }
    revenueByState(country: "us", currency: $c) { state totalAmount paymentCount }
  }
  paymentStatistics(storeId: $storeId, filter: $filter) {
    successRate { totalAttempts succeeded failed pending successRate }
    failedReasons { reason count percentage }
    totalSucceededAmount totalSucceededCurrency totalSucceededCount
    refunds { totalCount succeededCount pendingCount failedCount refundRate
      amountByCurrency { currency totalAmount paymentCount } }
    methodDistribution { methodType count totalAmount percentage }
    cardBrandDistribution { brand count totalAmount percentage }
    taxSummary { currency totalTax totalPreTax totalAmount paymentCount }
    preTaxRevenueByCurrency { currency totalAmount paymentCount }
    settlementRevenueByCurrency { currency totalAmount paymentCount }
    netRevenueByCurrency { currency ...net } netRevenueByPeriod(granularity: $g, currency: $c) { period ...periodNet }
  }
  productStatistics(storeId: $storeId, filter: $filter) {
    onetimeCountsByStatus { status count } subscriptionCountsByStatus { status count }
    onetimeTotalCount subscriptionTotalCount
    topByOrderCount(limit: 5) { ...ranked } topByRevenue(limit: 3, currency: $c) { ...ranked }
    netRevenueByProduct(limit: 4, currency: $c) {
      productId productType productName grossAmount refundedAmount netAmount paymentCount refundCount
    }
    revenueContribution(currency: $c) {
      productId productType productName revenue contributionPercentage cumulativePercentage
    }
  }
  trendAnalysis(storeId: $storeId, filter: $filter) {
    revenueByPeriod { period amount }
    orderGrowth(granularity: $g) { period currentValue previousValue growthRate }
    revenueGrowth(granularity: $g, currency: $c) { period currentValue previousValue growthRate }
    cumulativeRevenue(granularity: $g, currency: $c) { period periodValue cumulativeValue }
    orderMovingAverage(windowDays: 7) { date dailyValue movingAverage }
    revenueMovingAverage(windowDays: 3, currency: $c) { date dailyValue movingAverage }
  }
  distributionAnalysis(storeId: $storeId, filter: $filter) {
    orderAmountPercentiles(currency: $c) {
      p10 p25 p50 p75 p90 p95 p99 min max avg stddev count
    }
    aovTrend(granularity: $g, currency: $c) { period averageOrderValue orderCount totalRevenue }
    orderAmountBuckets(currency: $c, bucketCount: 4) { rangeMin rangeMax count percentage }
  }
  customerAnalysis(storeId: $storeId, filter: $filter) {
    totalCustomers purchaseFrequency { purchaseCount customerCount percentage }
    topCustomers(limit: 10, currency: $c) {
      buyerEmail totalSpent orderCount firstPurchaseDate lastPurchaseDate
    }
    cohortRetention(granularity: $g) {
      cohortPeriod cohortSize retention { periodOffset activeCustomers retentionRate }
    }
    ltvDistribution(currency: $c) {
      averageLtv medianLtv buckets { rangeMin rangeMax count percentage }
    }
    repeatPurchaseRate(granularity: $g) { period totalBuyers repeatBuyers repeatRate }
  }
  taxAnalysis(storeId: $storeId, filter: $filter) {
    byCategory(currency: $c) { taxCategory totalTax totalAmount paymentCount }
    byRateGroup(currency: $c) { taxRate totalTax totalAmount paymentCount }
    byCountry(currency: $c) { country totalTax totalAmount paymentCount }
    b2bVsB2c(currency: $c) { isBusiness label totalTax totalAmount orderCount }
    effectiveTaxRateTrend(granularity: $g, currency: $c) { period avgTaxRate paymentCount }
    taxAmountByPeriod(granularity: $g, currency: $c) { period totalTax paymentCount }
  }
  subscriptionAnalysis(storeId: $storeId, filter: $filter) {
    billingPeriodDistribution(currency: $c) { billingPeriod count totalAmount percentage }
    activeCount
    cancellationStats {
      totalSubscriptions canceledCount cancellationRate avgLifetimeDays medianLifetimeDays
    }
    cancellationTrend(granularity: $g) { period canceledCount }
    trialConversion { totalTrials convertedCount activeTrials conversionRate }
    trialConversionByProduct { productId productName totalTrials convertedCount conversionRate }
    churnRate(granularity: $g) { period startActive churned churnRate }
    recurringRevenueByCurrency {
      currency monthlyAmount subscriptionCount startMonthlyAmount startSubscriptionCount
    }
    recurringRevenueMovement(granularity: $g, currency: $c) {
      period startAmount newAmount expansionAmount contractionAmount churnedAmount
      reactivationAmount endAmount
    }
  }
  refundTicketAnalysis(storeId: $storeId, filter: $filter) {
    reasonDistribution(currency: $c) { reason count totalAmount percentage }
    statusDistribution { status count percentage }
    reviewEfficiency { avgHours medianHours p90Hours totalReviewed }
    ticketTrend(granularity: $g) { period totalCreated resolvedCount approvedCount rejectedCount }
    approvalRate { approved rejected rate }
    processingSuccessRate { succeeded failed rate }
  }
}
fragment net on CurrencyNetRevenue {
  grossAmount refundedAmount netAmount paymentCount refundCount
}
fragment periodNet on PeriodNetRevenue {
  grossAmount refundedAmount netAmount paymentCount refundCount
}
fragment ranked on RankedProduct {
  productId productType productName orderCount totalRevenue currency
}`;
