import { toIso } from '../kit/time.ts';
import type { ErrorRow } from './errors.ts';
import { isoTime } from './input.ts';

/** The error row of actions that take `ifUnmodifiedSince`. */
export const staleRows = {
  changedMeanwhile: [409, (at: string) => `Changed meanwhile, updatedAt is ${at}`],
} as const;

/** The `updatedAt` on which a change is based; null or absent disables the check. */
export const ifUnmodifiedSince = isoTime()
  .nullish()
  .transform((time) => time ?? undefined);

/**
 * Refuses a change based on an outdated state (docs/contract/endpoints.md#if-unmodified-since). The
 * row must be locked.
 */
export function refuseStale(
  since: Date | undefined,
  updatedAt: Date,
  { changedMeanwhile }: { readonly changedMeanwhile: ErrorRow },
): void {
  if (since === undefined || since.getTime() === updatedAt.getTime()) return;
  throw changedMeanwhile(toIso(updatedAt));
}
