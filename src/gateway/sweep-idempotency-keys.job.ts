import type { Job } from '../contract/job.ts';
import { sweepExpiredKeys } from './idempotency.queries.ts';

const BATCH = 1_000;

/** Deletes answers after 24 hours (docs/contract/idempotency.md). */
export const sweepIdempotencyKeys: Job = {
  name: 'sweep-idempotency-keys',
  everyMs: 60_000,
  run: ({ database, now }) => sweepExpiredKeys(database, now(), BATCH),
};
