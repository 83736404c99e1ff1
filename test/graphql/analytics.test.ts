import { beforeAll, describe, expect, it } from 'vitest';
import { decodeId, encodeId, type Id } from '../../src/kit/id.ts';
import { makeMerchant, type TestMerchant } from '../support/merchant.ts';
import { useTestApp } from '../support/test-app.ts';
import { askAsMerchant, dataFrom } from './asking.ts';
import { readTables } from './oracle.ts';
import { createRandom } from './random.ts';
import { CURRENCIES, makeRandomShop, RANGE } from './random-shop.ts';
import { type Granularity, recount, selectRows } from './recount.ts';

const ROUNDS = 40;
const GRANULARITIES: readonly Granularity[] = [
  'DAY',
  'WEEK',
  'MONTH',
  'QUARTER',
  'YEAR',
  'ALL_TIME',
];
const test = useTestApp();

const query = `query ($storeId: ID, $filter: AnalyticsFilterInput, $g: TimePeriodGranularity!, $c: String!) {
  orderStatistics(storeId: $storeId, filter: $filter) {
    totalCount countsByStatus { status count } countsByPeriod(granularity: $g) { period count }
    revenueByCurrency { currency totalAmount paymentCount }
    revenueByPeriod(granularity: $g, currency: $c) { period currency totalAmount paymentCount }
    buyerMetrics { totalBuyers newBuyers returningBuyers } ordersByCountry { country count }
    b2bVsB2cBreakdown(currency: $c) { isBusiness label totalAmount orderCount }
  }
  paymentStatistics(storeId: $storeId, filter: $filter) {
    successRate { totalAttempts succeeded failed pending successRate }
    failedReasons { reason count percentage }
    refunds { totalCount succeededCount pendingCount failedCount refundRate
      amountByCurrency { currency totalAmount paymentCount } }
    taxSummary { currency totalTax totalPreTax totalAmount paymentCount }
  }
  trendAnalysis(storeId: $storeId, filter: $filter) {
    orderGrowth(granularity: $g) { period currentValue previousValue growthRate }
    cumulativeRevenue(granularity: $g, currency: $c) { period periodValue cumulativeValue }
    orderMovingAverage(windowDays: 7) { date dailyValue movingAverage }
  }
  distributionAnalysis(storeId: $storeId, filter: $filter) {
    orderAmountPercentiles(currency: $c) { min max count }
    aovTrend(granularity: $g, currency: $c) { period orderCount totalRevenue }
  }
  customerAnalysis(storeId: $storeId, filter: $filter) {
    purchaseFrequency { purchaseCount customerCount percentage }
    topCustomers(limit: 10, currency: $c) {
      buyerEmail totalSpent orderCount firstPurchaseDate lastPurchaseDate
    }
    cohortRetention(granularity: $g) {
      cohortPeriod cohortSize retention { periodOffset activeCustomers retentionRate }
    }
  }
  taxAnalysis(storeId: $storeId, filter: $filter) {
    byCategory(currency: $c) { taxCategory totalTax totalAmount paymentCount }
    taxAmountByPeriod(granularity: $g, currency: $c) { period totalTax paymentCount }
  }
  subscriptionAnalysis(storeId: $storeId, filter: $filter) {
    activeCount cancellationStats { totalSubscriptions canceledCount cancellationRate }
    trialConversion { totalTrials convertedCount activeTrials conversionRate }
  }
  refundTicketAnalysis(storeId: $storeId, filter: $filter) {
    statusDistribution { status count percentage }
    ticketTrend(granularity: $g) { period totalCreated resolvedCount approvedCount rejectedCount }
  }
}`;

describe('an analysis', () => {
  let merchant: TestMerchant;
  let stores: readonly { readonly id: string }[];
  let tables: Awaited<ReturnType<typeof readTables>>;

  beforeAll(async () => {
    merchant = await makeMerchant(test);
    stores = await makeRandomShop(test, merchant, 5, 60);
    await makeRandomShop(test, await makeMerchant(test), 6, 20);
    tables = await readTables(test.database);
  }, 120_000);

  it('equals a recount of the raw rows', { timeout: 300_000 }, async () => {
    let told = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const random = createRandom(round + 77);
      const store = random.chance(0.4) ? random.pick(stores).id : null;
      const from = RANGE.from + random.below(RANGE.days) * 86_400_000;
      const to = from + random.below(RANGE.days) * 86_400_000;
      const environment = random.chance(0.7) ? 'test' : 'prod';
      const asked = {
        stores: new Set(
          (store ? [store] : stores.map(({ id }) => id)).map((id) => decodeId('STO', id) as string),
        ),
        environment,
        from,
        to,
        currency: random.pick(CURRENCIES),
        granularity: random.pick(GRANULARITIES),
      } as const;
      const range = {
        startDate: new Date(from).toISOString(),
        endDate: new Date(to).toISOString(),
      };
      const variables = {
        storeId: store,
        filter: { timeRange: range },
        g: asked.granularity,
        c: random.chance(0.5) ? asked.currency : asked.currency.toLowerCase(),
      };
      const data = await dataFrom(askAsMerchant(test, merchant, environment)(query, variables));
      const wanted = recount(tables, selectRows(tables, asked), asked);
      expect({ round, ...data }).toEqual({ round, ...wanted });
      if (data.orderStatistics.totalCount > 5) told += 1;
    }
    expect(told).toBeGreaterThan(ROUNDS / 3);
  });

  it('is not for buyers, visitors or other merchants', async () => {
    const ask = askAsMerchant(test, await makeMerchant(test));
    const [store] = stores;
    const text = `{ orderStatistics(storeId: "${store?.id}") { totalCount } }`;
    expect(await dataFrom(ask(text))).toEqual({ orderStatistics: { totalCount: 0 } });
    const shop = tables.store.find(({ id }) => encodeId('STO', id as Id<'STO'>) === store?.id);
    const { askAsVisitor } = await import('./asking.ts');
    const visitor = askAsVisitor(test, shop.slug);
    expect((await visitor('{ orderStatistics { totalCount } }')).status).toBe(403);
  });
});
