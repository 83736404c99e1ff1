import type { Environment } from '../../api/client.ts';
import { readAhead } from '../../parts/use-graphql.ts';
import { overviewReading } from './home-readings.ts';
import { progressReading } from './progress.ts';
import { nowOf, readRange } from './range.ts';

/** Prefetches the home page's first data, in the range of a store without a moved clock. */
export function readHome(environment: Environment, storeId: string): void {
  const readings = [progressReading, overviewReading(readRange(undefined, nowOf(undefined)))];
  for (const reading of readings) readAhead(reading, environment, storeId);
}
