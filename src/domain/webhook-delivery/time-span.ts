import type { z } from 'zod';
import type { ErrorRow } from '../../contract/errors.ts';
import { acrossFields } from '../../contract/input.ts';

/** Maximum deliveries per call. */
export const MAX_RESENT = 10_000;

/** Checks that `to` is after `from` in a body with both times. */
export function refuseEmptySpan<Value>(empty: ErrorRow): z.core.$ZodCheck<Value> {
  return acrossFields(({ given: { from, to }, refuse }) => {
    if (from instanceof Date && to instanceof Date && from >= to) refuse(empty);
  });
}
