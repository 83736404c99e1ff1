import { Loaded } from '../../parts/loaded.tsx';
import { Plot } from '../../parts/plot.tsx';
import { type Reading, useReading } from '../../parts/use-graphql.ts';
import { FigureCard } from './figure-card.tsx';

interface Subscriptions {
  readonly subscriptionAnalysis: {
    readonly activeCount: number;
    readonly churnRate: readonly {
      readonly period: string;
      readonly startActive: number;
      readonly churned: number;
      readonly churnRate: number;
    }[];
  };
}

const QUERY = `query ($storeId: ID!) {
  subscriptionAnalysis(storeId: $storeId) {
    activeCount
    churnRate(granularity: MONTH) { period startActive churned churnRate }
  }
}`;

export const subscriptionsReading: Reading = { text: QUERY };

const MONTHS = 12;

/** Running subscriptions, and the share that ends each month. */
export function SubscriptionsCard() {
  const subscriptions = useReading<Subscriptions>(subscriptionsReading);
  return (
    <Loaded query={subscriptions}>
      {({ subscriptionAnalysis: { activeCount, churnRate } }) => (
        <>
          <FigureCard title="Active subscriptions" figure={activeCount}>
            <Plot
              title="Subscriptions at the start of each month"
              kind="bar"
              x="month"
              rows={churnRate
                .slice(-MONTHS)
                .map(({ period, startActive }) => ({ month: period, value: startActive }))}
              series={[{ name: 'value', label: 'At the start' }]}
            />
          </FigureCard>
          <FigureCard title="Churn" figure={`${churnRate.at(-1)?.churnRate ?? 0} %`} note={CHURN}>
            <Plot
              title="Churn by month in percent"
              kind="line"
              x="month"
              rows={churnRate
                .slice(-MONTHS)
                .map(({ period, churnRate: rate }) => ({ month: period, value: rate }))}
              series={[{ name: 'value', label: 'Churn' }]}
              format={(value) => `${value} %`}
            />
          </FigureCard>
        </>
      )}
    </Loaded>
  );
}

const CHURN = 'Share of subscriptions active at the start of the month that ended during it';
