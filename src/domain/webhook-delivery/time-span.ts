import type { z } from 'zod';
import type { ErrorRow } from '../../contract/errors.ts';
import { acrossFields, isoTime, requiredText } from '../../contract/input.ts';

/** Maximum deliveries per call. */
export const MAX_RESENT = 10_000;

/** A required ISO 8601 time with its offset, such as `2026-03-10T08:30:00Z`. */
export function requiredTime(missing: ErrorRow, malformed: ErrorRow): z.ZodType<Date, string> {
  return requiredText(missing).pipe(isoTime(malformed));
}

/** Checks that `to` is after `from` in a body with both times. */
export function refuseEmptySpan<Value>(empty: ErrorRow): z.core.$ZodCheck<Value> {
  return acrossFields(({ given: { from, to }, refuse }) => {
    if (from instanceof Date && to instanceof Date && from >= to) refuse(empty);
  });
}
