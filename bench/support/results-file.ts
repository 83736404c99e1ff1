import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Measurement, Measurements } from './result.ts';

export const RESULTS_FILE = join(import.meta.dirname, '../results.json');

export function readMeasurements(): Measurements {
  return existsSync(RESULTS_FILE) ? JSON.parse(readFileSync(RESULTS_FILE, 'utf8')) : {};
}

/**
 * Replaces the benchmark's previous measurement. A quick one never replaces a full one; returns
 * whether it was saved.
 */
export function keepMeasurement(name: string, measurement: Measurement): boolean {
  const kept = readMeasurements();
  if (measurement.isQuick && kept[name]?.isQuick === false) return false;
  const all = Object.entries({ ...kept, [name]: measurement }).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(RESULTS_FILE, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
  return true;
}
