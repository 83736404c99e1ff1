import type { Environment } from '../../api/client.ts';
import { readAhead } from '../../parts/use-graphql.ts';
import { ordersReading } from './orders-card.tsx';
import { progressReading, timeRangeOf } from './progress.ts';
import { revenueReading } from './revenue-card.tsx';
import { subscriptionsReading } from './subscriptions-card.tsx';

/** Asks for all that the home page shows, in the time range of a store whose clock nobody moved. */
export function readHome(environment: Environment, storeId: string): void {
  const timeRange = timeRangeOf({ newest: [] });
  const readings = [
    progressReading,
    revenueReading(timeRange),
    ordersReading(timeRange),
    subscriptionsReading,
  ];
  for (const reading of readings) readAhead(reading, environment, storeId);
}
