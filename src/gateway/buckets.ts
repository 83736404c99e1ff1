import { hash } from 'node:crypto';
import type { Limit } from './limit.ts';
import type { Spending } from './shared-buckets.ts';

/**
 * Buckets kept in memory. Each takes some 300 bytes, whatever its caller is called, so all of them
 * at most 30 MB. A full bucket and an absent one are the same.
 */
export const MAX_BUCKETS = 100_000;
/** Least recently used buckets looked at when one is kept: more go than come. */
const SWEPT_AT_ONCE = 2;
/** Bytes of a digest: nobody finds two names with the same. */
const DIGEST_BYTES = 18;

export interface Bucket {
  readonly tokens: number;
  readonly filledAtMs: number;
  /** When it will have regained all: from then on it need not be kept. */
  readonly fullAtMs: number;
}

export interface Buckets {
  readonly size: number;
  get(digest: string): Bucket | undefined;
  has(digest: string): boolean;
  /** Keeps the bucket as the last used one; forgets those that are full by now. */
  keep(digest: string, bucket: Bucket, nowMs: number): void;
}

/** The name in a fixed size: a caller may have chosen a part of it. */
export function digestOf(name: string): string {
  const digest = hash('sha256', name, 'buffer');
  return digest.subarray(0, DIGEST_BYTES).toString('base64url');
}

/** Buckets by digest, the least recently used first. */
export function createBuckets(): Buckets {
  const buckets = new Map<string, Bucket>();
  const sweep = (nowMs: number) => {
    let looked = 0;
    for (const [digest, { fullAtMs }] of buckets) {
      looked += 1;
      if (fullAtMs <= nowMs || buckets.size > MAX_BUCKETS) buckets.delete(digest);
      if (looked === SWEPT_AT_ONCE) return;
    }
  };
  return {
    get size() {
      return buckets.size;
    },
    get: (digest) => buckets.get(digest),
    has: (digest) => buckets.has(digest),
    keep: (digest, bucket, nowMs) => {
      buckets.delete(digest);
      buckets.set(digest, bucket);
      sweep(nowMs);
    },
  };
}

/** Takes tokens out of a bucket, which may owe one burst at most; gives what is left of it. */
export function spendFrom(buckets: Buckets, { digest, limit, count, atMs }: Spending): Bucket {
  const tokens = Math.max(refilled(buckets.get(digest), limit, atMs) - count, -limit.burst);
  const bucket = bucketOf(limit, tokens, atMs);
  buckets.keep(digest, bucket, atMs);
  return bucket;
}

/** The tokens that it holds by now. */
export function refilled(bucket: Bucket | undefined, limit: Limit, nowMs: number): number {
  if (!bucket) return limit.burst;
  const passedS = Math.max(0, nowMs - bucket.filledAtMs) / 1000;
  return Math.min(limit.burst, bucket.tokens + passedS * limit.perSecond);
}

/** The bucket with so many tokens. */
export function bucketOf({ burst, perSecond }: Limit, tokens: number, filledAtMs: number): Bucket {
  return { tokens, filledAtMs, fullAtMs: filledAtMs + ((burst - tokens) / perSecond) * 1000 };
}
