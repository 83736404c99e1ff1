import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { moneyText } from '../../parts/amounts.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Plot } from '../../parts/plot.tsx';
import { type Reading, useGraphql, useReading } from '../../parts/use-graphql.ts';
import { FigureCard } from './figure-card.tsx';
import { everyDay, type TimeRange } from './progress.ts';

interface Revenue {
  readonly orderStatistics: {
    readonly revenueByCurrency: readonly {
      readonly currency: string;
      readonly totalAmount: string;
      readonly paymentCount: number;
    }[];
  };
}

interface ByDay {
  readonly orderStatistics: {
    readonly revenueByPeriod: readonly {
      readonly period: string;
      readonly totalAmount: string;
    }[];
  };
}

const TOTALS = `query ($storeId: ID!, $filter: AnalyticsFilterInput) {
  orderStatistics(storeId: $storeId, filter: $filter) {
    revenueByCurrency { currency totalAmount paymentCount }
  }
}`;

const BY_DAY = `query ($storeId: ID!, $filter: AnalyticsFilterInput, $currency: String!) {
  orderStatistics(storeId: $storeId, filter: $filter) {
    revenueByPeriod(granularity: DAY, currency: $currency) { period totalAmount }
  }
}`;

export const revenueReading = (timeRange: TimeRange): Reading => ({
  text: TOTALS,
  variables: { filter: { timeRange } },
});

/** What was charged, one currency at a time: sums of several would mean nothing. */
export function RevenueCard({ timeRange }: { readonly timeRange: TimeRange }) {
  const totals = useReading<Revenue>(revenueReading(timeRange));
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <Loaded query={totals}>
      {({ orderStatistics: { revenueByCurrency: sums } }) => {
        const sum = sums.find(({ currency }) => currency === chosen) ?? sums[0];
        const currency = sum?.currency ?? 'USD';
        return (
          <FigureCard
            title="Revenue"
            figure={moneyText(sum?.totalAmount ?? '0.00', currency)}
            note={`${sum?.paymentCount ?? 0} payments, refunds not taken off`}
            control={
              sums.length > 1 ? (
                <NativeSelect
                  aria-label="Currency of the revenue"
                  size="xs"
                  w={90}
                  data={sums.map((one) => one.currency)}
                  value={currency}
                  onChange={(event) => setChosen(event.currentTarget.value)}
                />
              ) : null
            }
          >
            <RevenuePlot timeRange={timeRange} currency={currency} />
          </FigureCard>
        );
      }}
    </Loaded>
  );
}

function RevenuePlot({
  timeRange,
  currency,
}: {
  readonly timeRange: TimeRange;
  readonly currency: string;
}) {
  const byDay = useGraphql<ByDay>(BY_DAY, { filter: { timeRange }, currency });
  return (
    <Loaded query={byDay}>
      {({ orderStatistics: { revenueByPeriod } }) => (
        <Plot
          title={`Revenue by day in ${currency}`}
          kind="area"
          x="day"
          rows={everyDay(
            timeRange,
            new Map(revenueByPeriod.map((one) => [one.period, Number(one.totalAmount)])),
          )}
          series={[{ name: 'value', label: 'Revenue' }]}
          format={(value) => moneyText(String(value), currency)}
        />
      )}
    </Loaded>
  );
}
