import { z } from 'zod';
import { toIso } from '../kit/time.ts';
import type { ErrorRow } from './errors.ts';

/** The error row of actions that take `ifUnmodifiedSince`. */
export const staleRows = {
  changedMeanwhile: [409, (at: string) => `Changed meanwhile, updatedAt is ${at}`],
} as const;

/** The `updatedAt` on which a change is based; null or absent disables the check. */
export const ifUnmodifiedSince = z.iso
  .datetime({ offset: true })
  .nullish()
  .transform((text) => (text ? new Date(text) : undefined));

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
