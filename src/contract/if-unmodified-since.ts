import { z } from 'zod';
import { toIso } from '../kit/time.ts';
import type { ErrorRow } from './errors.ts';

/** The row of every table whose action takes `ifUnmodifiedSince`. */
export const staleRows = {
  changedMeanwhile: [409, (at: string) => `Changed meanwhile, updatedAt is ${at}`],
} as const;

/** The `updatedAt` that a change is made on top of; null and the absent field ask for nothing. */
export const ifUnmodifiedSince = z.iso
  .datetime({ offset: true })
  .nullish()
  .transform((text) => (text ? new Date(text) : undefined));

/**
 * Refuses a change that was made on top of another state than the one there is
 * (docs/contract/endpoints.md#if-unmodified-since). The row that it is about is locked.
 */
export function refuseStale(
  since: Date | undefined,
  updatedAt: Date,
  { changedMeanwhile }: { readonly changedMeanwhile: ErrorRow },
): void {
  if (since === undefined || since.getTime() === updatedAt.getTime()) return;
  throw changedMeanwhile(toIso(updatedAt));
}
