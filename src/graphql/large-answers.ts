import type { Gateway } from '../gateway/gateway.ts';
import type { Limit } from '../gateway/limit.ts';
import { MEGABYTE } from './limits.ts';
import { type ReadingCaller, takesTurnsAs } from './scope.ts';
import type { Row } from './write-answer.ts';

/** Megabytes of large queries' responses for one merchant, or one network of buyers and visitors. */
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
  rateLimiter,
  clock,
}: Pick<Gateway, 'rateLimiter' | 'clock'>): LargeAnswers {
  return {
    count: async (caller, address, query) => {
      // All that a network reads, whatever the store or buyer: it could name any number of them.
      const key = takesTurnsAs(caller, address);
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
