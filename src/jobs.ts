import type { Job } from './contract/job.ts';
import { sweepIdempotencyKeys } from './gateway/sweep-idempotency-keys.job.ts';

/** Every job of the worker. */
export const jobs: readonly Job[] = [sweepIdempotencyKeys];
