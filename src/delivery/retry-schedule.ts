/** Share of a pause added or subtracted at random (docs/contract/delivery.md). */
const JITTER = 0.1;
/** Maximum pause that a receiver's `Retry-After` can request, in milliseconds. */
export const MAX_RETRY_AFTER_MS = 3_600_000;

/**
 * Milliseconds until the next attempt, or null after the last. `attempts` is the number made,
 * including this one; `random` is from 0 to 1.
 */
export function pauseMs(
  scheduleSeconds: readonly number[],
  attempts: number,
  retryAfterSeconds: number | null,
  random = Math.random(),
): number | null {
  const seconds = scheduleSeconds[attempts - 1];
  if (seconds === undefined) return null;
  const planned = Math.round(seconds * 1_000 * (1 - JITTER + 2 * JITTER * random));
  const asked = Math.min((retryAfterSeconds ?? 0) * 1_000, MAX_RETRY_AFTER_MS);
  return Math.max(planned, asked);
}
