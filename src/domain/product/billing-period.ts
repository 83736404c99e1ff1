import { z } from 'zod';
import type { ErrorRow } from '../../contract/errors.ts';
import { BILLING_PERIODS } from './product.ts';

/**
 * Absent, null or empty is `missing` if the table has that row; any other unknown value is
 * `invalid`.
 */
export function billingPeriodInput(rows: {
  readonly missingBillingPeriod?: ErrorRow;
  readonly invalidBillingPeriod: ErrorRow;
}) {
  const missing = rows.missingBillingPeriod ?? rows.invalidBillingPeriod;
  return z.enum(BILLING_PERIODS, {
    error: ({ input }) =>
      (input === undefined || input === null || input === '' ? missing : rows.invalidBillingPeriod)
        .code,
  });
}
