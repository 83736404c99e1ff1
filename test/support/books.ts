import { expect } from 'vitest';
import { examine } from '../../src/doctor/examine.ts';
import { reportOf } from '../../src/doctor/report.ts';
import type { TestApp } from './test-app.ts';

/**
 * Checks that the books of the file's own database are consistent: the ledger balances, every
 * charge and refund is booked once, no refunds exceed their charge, and all other checks of the
 * doctor pass.
 */
export async function expectSoundBooks(test: Pick<TestApp, 'database' | 'clock'>): Promise<void> {
  const examined = await examine(test.database, test.clock.now());
  const broken = examined.filter(({ count }) => count > 0);
  expect(broken, reportOf(broken)).toEqual([]);
}
