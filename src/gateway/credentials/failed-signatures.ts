import type { Id } from '../../kit/id.ts';
import { createBuckets, digestOf } from '../buckets.ts';
import type { Limit } from '../limit.ts';
import { networkOf, type RateLimiter } from '../rate-limit.ts';

/**
 * Failures of one network for one merchant, so that other callers who know the merchant aren't
 * blocked.
 */
const OF_MERCHANT: Limit = { policy: 'failed-signatures', burst: 20, perSecond: 5 };
/** Failures of one network: each costs a verification with every key of the merchant. */
const OF_NETWORK: Limit = { policy: 'failed-signatures-of-network', burst: 40, perSecond: 20 };
/** Milliseconds for which a network counts as one the merchant calls from. */
const PROVEN_MS = 60 * 60 * 1000;

/** The claimed caller, and where the request came from. */
export interface Claimed {
  readonly merchantId: Id<'MER'>;
  readonly address: string;
}

export interface FailedSignatures {
  /** Throws 429 after too many failures. Call it before verifying a signature. */
  refuseMore(claimed: Claimed, now: Date): void;
  count(claimed: Claimed, now: Date): void;
  /** Records that the merchant calls from there. */
  prove(claimed: Claimed, now: Date): void;
}

/**
 * Limits the cost of unauthenticated callers. Only failures count. A merchant recently
 * authenticated from a network is counted separately from all others there, so they can't block it.
 */
export function createFailedSignatures(limiter: RateLimiter): FailedSignatures {
  const proven = createBuckets();
  const keysOf = ({ merchantId, address }: Claimed, now: Date) => {
    const network = networkOf(address);
    const pair = `${merchantId} ${network}`;
    const isProven = (proven.get(digestOf(pair))?.fullAtMs ?? 0) > now.getTime();
    return { pair, network: isProven ? `proven ${pair}` : network };
  };
  return {
    refuseMore: (claimed, now) => {
      const { pair, network } = keysOf(claimed, now);
      limiter.check(OF_MERCHANT, pair, now);
      limiter.check(OF_NETWORK, network, now);
    },
    count: (claimed, now) => {
      const { pair, network } = keysOf(claimed, now);
      limiter.take(OF_MERCHANT, pair, now);
      limiter.take(OF_NETWORK, network, now);
    },
    prove: ({ merchantId, address }, now) => {
      const digest = digestOf(`${merchantId} ${networkOf(address)}`);
      const nowMs = now.getTime();
      proven.keep(digest, { tokens: 0, filledAtMs: nowMs, fullAtMs: nowMs + PROVEN_MS }, nowMs);
    },
  };
}
