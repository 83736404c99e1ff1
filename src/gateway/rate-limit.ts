import ipaddr from 'ipaddr.js';
import type { Config } from '../config.ts';
import type { Caller } from '../contract/caller.ts';
import { ActionError } from '../contract/errors.ts';
import { type Bucket, bucketOf, createBuckets, digestOf, refilled, spendFrom } from './buckets.ts';
import { gatewayErrors } from './errors.ts';
import type { Limit } from './limit.ts';
import { createSharedBuckets, type SharedBucketsOptions } from './shared-buckets.ts';
import { addressOf } from './visitor-address.ts';

export interface RateLimiter {
  /**
   * Takes one token, or more for heavier requests, which later requests pay back by waiting.
   * Returns the response headers; throws 429 with them if no token is left.
   */
  take(limit: Limit, key: string, now: Date, weight?: number): Readonly<Record<string, string>>;
  /** Takes additional tokens for a request that turned out heavier; never throws. */
  charge(limit: Limit, key: string, now: Date, weight: number): void;
  /** Throws 429 if no token is left, like `take`, but takes none. */
  check(limit: Limit, key: string, now: Date): void;
  /** The seconds until `take` gives a token, 0 if it does now, and its response headers. */
  look(limit: Limit, key: string, now: Date): LimitState;
  /** Resolves once other processes know about the tokens taken here. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export interface LimitState {
  readonly waitS: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** How processes share buckets, and what is logged about it. */
export type Sharing = Pick<SharedBucketsOptions, 'store' | 'onChange'>;

/**
 * Token buckets in this process's memory (docs/contract/limits.md#rate-limits). With sharing,
 * spending by all processes corrects them a moment later: no request waits for it, and while the
 * store is unavailable, each process counts for itself.
 */
export function createRateLimiter(enabled: boolean, sharing?: Sharing): RateLimiter {
  const buckets = createBuckets();
  const shared =
    enabled && sharing
      ? createSharedBuckets({
          ...sharing,
          onLevel: (digest, limit, tokens, atMs) => {
            if (buckets.has(digest)) buckets.keep(digest, bucketOf(limit, tokens, atMs), atMs);
          },
        })
      : null;
  const look = (limit: Limit, digest: string, nowMs: number) => {
    const kept = buckets.get(digest);
    const bucket = bucketOf(limit, refilled(kept, limit, nowMs), nowMs);
    // The system's clock was set back: without this, nothing is refilled until it catches up.
    if (bucket.tokens < 1 && kept && kept.filledAtMs > nowMs) buckets.keep(digest, bucket, nowMs);
    return bucket;
  };
  const check = (limit: Limit, digest: string, nowMs: number) => {
    const bucket = look(limit, digest, nowMs);
    if (bucket.tokens < 1) throw refusal(stateOf(limit, bucket));
  };
  const spend = (limit: Limit, digest: string, now: Date, weight: number): Bucket => {
    shared?.spend(digest, limit, now, weight);
    return spendFrom(buckets, { digest, limit, count: weight, atMs: now.getTime() });
  };
  return {
    settle: async () => shared?.settle(),
    close: async () => shared?.close(),
    take: (limit, key, now, weight = 1) => {
      if (!enabled) return {};
      const digest = digestOf(`${limit.policy}:${key}`);
      check(limit, digest, now.getTime());
      return rateLimitHeaders(limit, spend(limit, digest, now, weight));
    },
    check: (limit, key, now) => {
      if (enabled) check(limit, digestOf(`${limit.policy}:${key}`), now.getTime());
    },
    look: (limit, key, now) => {
      if (!enabled) return { waitS: 0, headers: {} };
      const digest = digestOf(`${limit.policy}:${key}`);
      return stateOf(limit, look(limit, digest, now.getTime()));
    },
    charge: (limit, key, now, weight) => {
      if (enabled) spend(limit, digestOf(`${limit.policy}:${key}`), now, weight);
    },
  };
}

/** Bytes of a body or response covered by a request's first token and by each further one. */
export const BYTES_PER_TOKEN = 64 * 1024;

/** Tokens beyond the first for this many bytes. */
export function extraWeight(bytes: number): number {
  return Math.floor(bytes / BYTES_PER_TOKEN);
}

/** The answer to a caller without a token. */
export function refusal({ waitS, headers }: LimitState): ActionError {
  const { status, entries } = gatewayErrors.rateLimited();
  const retryAfterS = Math.max(1, waitS);
  return new ActionError(status, entries, { ...headers, 'retry-after': String(retryAfterS) });
}

function stateOf(limit: Limit, bucket: Bucket): LimitState {
  const waitS = Math.max(0, Math.ceil((1 - bucket.tokens) / limit.perSecond));
  return { waitS, headers: rateLimitHeaders(limit, bucket) };
}

/** The IETF's RateLimit header fields: quota and window, what remains, seconds until full. */
function rateLimitHeaders(limit: Limit, bucket: Bucket): Record<string, string> {
  const windowS = Math.ceil(limit.burst / limit.perSecond);
  const fullInS = Math.ceil((limit.burst - bucket.tokens) / limit.perSecond);
  return {
    'ratelimit-policy': `"${limit.policy}";q=${limit.burst};w=${windowS}`,
    ratelimit: `"${limit.policy}";r=${Math.max(0, Math.floor(bucket.tokens))};t=${fullInS}`,
  };
}

/** A bucket's rule and name. */
export interface CallerLimit {
  readonly limit: Limit;
  readonly key: string;
}

/** The caller's bucket (docs/contract/limits.md#rate-limits). */
export function callerLimit(config: Config, caller: Caller, address: string): CallerLimit {
  switch (caller.kind) {
    case 'apiKey':
      return {
        limit: perSecond('api-key', config.RATE_LIMIT_API_KEY_PER_SECOND),
        key: caller.keyId,
      };
    case 'dashboard':
      return {
        limit: perSecond('dashboard', config.RATE_LIMIT_API_KEY_PER_SECOND),
        // All sessions of a merchant, who can open any number of them.
        key: caller.merchantId,
      };
    case 'token':
      return {
        limit: perSecond('session-token', config.RATE_LIMIT_TOKEN_PER_SECOND),
        key: `${caller.storeId}:${caller.environment}:${caller.buyerIdentity}`,
      };
    case 'slug':
    case 'buyer':
      return {
        limit: perSecond('visitor', config.RATE_LIMIT_VISITOR_PER_SECOND),
        key: `${networkOf(address)} ${caller.storeId}`,
      };
    case 'operator':
    case 'anonymous':
      return {
        limit: perSecond('visitor', config.RATE_LIMIT_VISITOR_PER_SECOND),
        key: networkOf(address),
      };
  }
}

/** A network's visitors, or its buyers, may call this many times as often as one of them. */
const NETWORK_FACTOR = 10;

/** The bucket of a network's visitors, across stores. */
export function networkLimit(config: Config, address: string): CallerLimit {
  const rate = NETWORK_FACTOR * config.RATE_LIMIT_VISITOR_PER_SECOND;
  return { limit: perSecond('visitor-network', rate), key: networkOf(address) };
}

/** The bucket of a network's session tokens: a store issues any number of them. */
function tokensLimit(config: Config, address: string): CallerLimit {
  const rate = NETWORK_FACTOR * config.RATE_LIMIT_TOKEN_PER_SECOND;
  return { limit: perSecond('session-tokens', rate), key: networkOf(address) };
}

/** The bucket that a caller shares with others of its network, if any. */
export function sharedLimit(config: Config, caller: Caller, address: string): CallerLimit | null {
  if (caller.kind === 'slug' || caller.kind === 'buyer') return networkLimit(config, address);
  return caller.kind === 'token' ? tokensLimit(config, address) : null;
}

/** The address, or the /64 of an IPv6 address, all of which belongs to one visitor. */
export function networkOf(given: string): string {
  const address = addressOf(given);
  if (!address.includes(':')) return address;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return parsed.parts.slice(0, 4).join(':');
}

/** The bucket of an action that limits attempts, such as logins for one account. */
export function attemptLimit(name: string, limit: number, minutes: number): Limit {
  return { policy: name.replaceAll('/', '-'), burst: limit, perSecond: limit / (minutes * 60) };
}

function perSecond(policy: string, rate: number): Limit {
  return { policy, burst: rate, perSecond: rate };
}
