import ipaddr from 'ipaddr.js';
import type { Config } from '../config.ts';
import type { Caller } from '../contract/caller.ts';
import { ActionError } from '../contract/errors.ts';
import { gatewayErrors } from './errors.ts';
import { createSharedBuckets, type SharedBucketsOptions } from './shared-buckets.ts';

/** A token bucket's rule: it holds `burst` tokens and regains `perSecond`. */
export interface Limit {
  /** Name of the policy in the `RateLimit` headers. */
  readonly policy: string;
  readonly burst: number;
  readonly perSecond: number;
}

export interface RateLimiter {
  /** Takes one token. Gives the headers of the answer; throws 429 with them when none is left. */
  take(limit: Limit, key: string, now: Date): Readonly<Record<string, string>>;
  /** Resolves once other processes know what was taken here. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

/** Buckets kept in memory; a full bucket and an absent one are the same. */
const MOST_BUCKETS = 100_000;

/** Where several processes share their buckets, and what is logged about it. */
export interface Sharing {
  readonly redisUrl: string;
  readonly onChange: SharedBucketsOptions['onChange'];
}

/**
 * Token buckets in this process's memory (decisions 2). With sharing, what all processes have spent
 * corrects them a moment later: nobody waits for it, and without Redis each counts for itself.
 */
export function createRateLimiter(enabled: boolean, sharing?: Sharing): RateLimiter {
  const buckets = new Map<string, Bucket>();
  const shared =
    enabled && sharing
      ? createSharedBuckets({
          url: sharing.redisUrl,
          onChange: sharing.onChange,
          onLevel: (name, tokens, filledAtMs) => {
            if (buckets.has(name)) buckets.set(name, { tokens, filledAtMs });
          },
        })
      : null;
  return {
    settle: async () => shared?.settle(),
    close: async () => shared?.close(),
    take: (limit, key, now) => {
      if (!enabled) return {};
      const name = `${limit.policy}:${key}`;
      const bucket = refill(buckets.get(name), limit, now.getTime());
      const allowed = bucket.tokens >= 1;
      if (allowed) {
        bucket.tokens -= 1;
        shared?.spend(name, limit, now);
      }
      if (buckets.size >= MOST_BUCKETS) forgetOldest(buckets);
      buckets.delete(name);
      buckets.set(name, bucket);
      if (allowed) return rateLimitHeaders(limit, bucket);
      throw refusal(limit, bucket);
    },
  };
}

function refill(bucket: Bucket | undefined, limit: Limit, nowMs: number): Bucket {
  if (!bucket) return { tokens: limit.burst, filledAtMs: nowMs };
  const passedS = Math.max(0, nowMs - bucket.filledAtMs) / 1000;
  const tokens = Math.min(limit.burst, bucket.tokens + passedS * limit.perSecond);
  return { tokens, filledAtMs: nowMs };
}

function forgetOldest(buckets: Map<string, Bucket>): void {
  const [oldest] = buckets.keys();
  if (oldest !== undefined) buckets.delete(oldest);
}

function refusal(limit: Limit, bucket: Bucket): ActionError {
  const waitS = Math.max(1, Math.ceil((1 - bucket.tokens) / limit.perSecond));
  const { status, entries } = gatewayErrors.rateLimited();
  const headers = { ...rateLimitHeaders(limit, bucket), 'retry-after': String(waitS) };
  return new ActionError(status, entries, headers);
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

/** Which bucket a caller draws from (decisions 2). */
export function callerLimit(
  config: Config,
  caller: Caller,
  address: string,
): { readonly limit: Limit; readonly key: string } {
  switch (caller.kind) {
    case 'apiKey':
      return {
        limit: perSecond('api-key', config.RATE_LIMIT_API_KEY_PER_SECOND),
        key: caller.keyId,
      };
    case 'dashboard':
      return {
        limit: perSecond('dashboard', config.RATE_LIMIT_API_KEY_PER_SECOND),
        key: caller.sessionId,
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

/** The address, or the /64 of an IPv6 address: one visitor has all of it. */
function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return parsed.parts.slice(0, 4).join(':');
}

/** The bucket of an action that bounds attempts, such as log-ins for one account. */
export function attemptLimit(path: string, perMinute: number): Limit {
  return { policy: path.replaceAll('/', '-'), burst: perMinute, perSecond: perMinute / 60 };
}

function perSecond(policy: string, rate: number): Limit {
  return { policy, burst: rate, perSecond: rate };
}
