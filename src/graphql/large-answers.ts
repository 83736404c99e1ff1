import type { Gateway } from '../gateway/gateway.ts';
import type { Limit } from '../gateway/limit.ts';
import { callerLimit, networkOf } from '../gateway/rate-limit.ts';
import { MEGABYTE } from './limits.ts';
import type { ReadingCaller } from './scope.ts';
import type { Row } from './write-answer.ts';

/** Megabytes of large queries' responses for one merchant, buyer or visitor's network. */
const LIMIT: Limit = { policy: 'large-answers', burst: 8, perSecond: 4 };

type Rows = readonly Row[];

/** Limits what large queries read, across all keys and sessions of a merchant. */
export interface LargeAnswers {
  /**
   * Runs a large query in its turn, and counts its response. Throws 429 after too much was read.
   */
  count<T extends Rows>(
    caller: ReadingCaller,
    address: string,
    query: () => Promise<T>,
  ): Promise<T>;
}

export function createLargeAnswers({
  config,
  rateLimiter,
  clock,
}: Pick<Gateway, 'config' | 'rateLimiter' | 'clock'>): LargeAnswers {
  const keyOf = (caller: ReadingCaller, address: string) => {
    if ('merchantId' in caller) return caller.merchantId;
    // All that a network reads, whatever the store: it could name any number of stores.
    if (caller.kind === 'slug') return networkOf(address);
    return callerLimit(config, caller, address).key;
  };
  return {
    count: async (caller, address, query) => {
      const key = keyOf(caller, address);
      rateLimiter.check(LIMIT, key, clock.now());
      const rows = await query();
      rateLimiter.charge(LIMIT, key, clock.now(), sizeOf(rows) / MEGABYTE);
      return rows;
    },
  };
}

function sizeOf([row = {}]: Rows): number {
  return Object.values(row).reduce((sum, text) => sum + (text?.length ?? 0), 0);
}
