import type { Environment } from '../../api/client.ts';
import { readAhead } from '../../parts/use-graphql.ts';
import { overviewReading } from './home-readings.ts';
import { progressReading } from './progress.ts';
import { nowOf, readRange } from './range.ts';

/** Asks for what the home page shows first, in the range of a store whose clock nobody moved. */
export function readHome(environment: Environment, storeId: string): void {
  const readings = [progressReading, overviewReading(readRange(undefined, nowOf(undefined)))];
  for (const reading of readings) readAhead(reading, environment, storeId);
}
