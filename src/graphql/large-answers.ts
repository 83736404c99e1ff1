import type { Limit } from '../gateway/limit.ts';
import { callerLimit } from '../gateway/rate-limit.ts';
import type { Gateway } from '../gateway/run-action.ts';
import { MEGABYTE } from './limits.ts';
import type { ReadingCaller } from './scope.ts';

/** Megabytes of large queries' answers that one merchant, or visitor of a store, may take. */
const LIMIT: Limit = { policy: 'large-answers', burst: 8, perSecond: 4 };

/** Bounds what large queries may read, however many keys and sessions a merchant has. */
export interface LargeAnswers {
  /** Throws 429 while the caller owes for earlier ones. */
  check(caller: ReadingCaller, address: string): void;
  charge(caller: ReadingCaller, address: string, bytes: number): void;
}

export function createLargeAnswers({
  config,
  rateLimiter,
  clock,
}: Pick<Gateway, 'config' | 'rateLimiter' | 'clock'>): LargeAnswers {
  const keyOf = (caller: ReadingCaller, address: string) =>
    'merchantId' in caller ? caller.merchantId : callerLimit(config, caller, address).key;
  return {
    check: (caller, address) => rateLimiter.check(LIMIT, keyOf(caller, address), clock.now()),
    charge: (caller, address, bytes) =>
      rateLimiter.charge(LIMIT, keyOf(caller, address), clock.now(), bytes / MEGABYTE),
  };
}
