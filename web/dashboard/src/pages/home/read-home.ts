import type { Environment } from '../../api/client.ts';
import { readAhead } from '../../parts/use-graphql.ts';
import { clockReading, overviewReading, progressReading } from './home-readings.ts';
import { needsProgress } from './progress.ts';
import { readRange } from './range.ts';

/** Prefetches the home page's first data, in the range of a store without a moved clock. */
export function readHome(environment: Environment, storeId: string): void {
  const overview = overviewReading(readRange(undefined, new Date()));
  const progress = needsProgress(environment, storeId) ? [progressReading] : [];
  const readings = [clockReading, overview, ...progress];
  for (const reading of readings) readAhead(reading, environment, storeId);
}
