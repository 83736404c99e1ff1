import { expect } from 'vitest';
import { examine } from '../../src/doctor/examine.ts';
import { reportOf } from '../../src/doctor/report.ts';
import type { TestApp } from './test-app.ts';

/**
 * The books of the file's own database are sound: the ledger balances, every charge and refund is
 * booked once, no refunds sum above their charge, and all the doctor's other promises hold.
 */
export async function expectSoundBooks(test: Pick<TestApp, 'database' | 'clock'>): Promise<void> {
  const examined = await examine(test.database, test.clock.now());
  const broken = examined.filter(({ count }) => count > 0);
  expect(broken, reportOf(broken)).toEqual([]);
}
