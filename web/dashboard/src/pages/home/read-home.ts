import type { Environment } from '../../api/client.ts';
import { readAhead } from '../../parts/use-graphql.ts';
import { newestReading, overviewReading, progressReading } from './home-readings.ts';
import { needsProgress } from './progress.ts';
import { nowOf, readRange } from './range.ts';

/** Prefetches the home page's first data, in the range of a store without a moved clock. */
export function readHome(environment: Environment, storeId: string): void {
  const overview = overviewReading(readRange(undefined, nowOf(undefined)));
  const progress = needsProgress(environment, storeId) ? [progressReading] : [];
  const readings = [newestReading, overview, ...progress];
  for (const reading of readings) readAhead(reading, environment, storeId);
}
