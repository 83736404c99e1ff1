import { Loaded } from '../../parts/loaded.tsx';
import { Plot } from '../../parts/plot.tsx';
import { type Reading, useReading } from '../../parts/use-graphql.ts';
import { FigureCard } from './figure-card.tsx';
import { everyDay, type TimeRange } from './progress.ts';

interface Orders {
  readonly orderStatistics: {
    readonly totalCount: number;
    readonly countsByStatus: readonly { readonly status: string; readonly count: number }[];
    readonly countsByPeriod: readonly { readonly period: string; readonly count: number }[];
  };
}

const QUERY = `query ($storeId: ID!, $filter: AnalyticsFilterInput) {
  orderStatistics(storeId: $storeId, filter: $filter) {
    totalCount
    countsByStatus { status count }
    countsByPeriod(granularity: DAY) { period count }
  }
}`;

export const ordersReading = (timeRange: TimeRange): Reading => ({
  text: QUERY,
  variables: { filter: { timeRange } },
});

/** Orders of both kinds, by the day of their creation. */
export function OrdersCard({ timeRange }: { readonly timeRange: TimeRange }) {
  const orders = useReading<Orders>(ordersReading(timeRange));
  return (
    <Loaded query={orders}>
      {({ orderStatistics: { totalCount, countsByStatus, countsByPeriod } }) => (
        <FigureCard
          title="Orders"
          figure={totalCount}
          note={countsByStatus
            .map(({ status, count }) => `${count} ${status.replaceAll('_', ' ')}`)
            .join(', ')}
        >
          <Plot
            title="Orders by day"
            kind="bar"
            x="day"
            rows={everyDay(
              timeRange,
              new Map(countsByPeriod.map(({ period, count }) => [period, count])),
            )}
            series={[{ name: 'value', label: 'Orders' }]}
          />
        </FigureCard>
      )}
    </Loaded>
  );
}
