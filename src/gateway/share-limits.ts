import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Sharing } from './rate-limit.ts';
import { createRedisBuckets } from './redis-buckets.ts';
import type { BucketStore } from './shared-buckets.ts';

/** Shares rate limits among all API processes: through Redis, or through the parent process. */
export function sharingOf(
  { RATE_LIMITS, REDIS_URL }: Config,
  store: BucketStore | undefined,
  log: () => FastifyBaseLogger,
): Sharing | undefined {
  if (RATE_LIMITS === 'off') return undefined;
  if (REDIS_URL) {
    return { store: createRedisBuckets(REDIS_URL), onChange: (...change) => tell(log(), change) };
  }
  // It never changes: the store lives as long as this process.
  return store && { store, onChange: () => {} };
}

function tell(log: FastifyBaseLogger, [isThere, error]: [boolean, unknown?]): void {
  if (isThere) log.info('Redis is back: rate limits are shared again');
  else log.warn({ err: error }, 'Redis is unavailable: each process limits for itself');
}
