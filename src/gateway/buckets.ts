import { hash } from 'node:crypto';
import type { Limit } from './limit.ts';
import type { Spending } from './shared-buckets.ts';

/**
 * Maximum buckets kept in memory. Each takes about 300 bytes, whatever its caller's name, so at
 * most 30 MB in total. A full bucket is equivalent to an absent one.
 */
export const MAX_BUCKETS = 100_000;
/** Buckets checked whenever one is kept, so that more are removed than added. */
const SWEPT_AT_ONCE = 2;
/** Buckets of which the one that is full first gives way when there are too many. */
const COMPARED = 16;
/** Bytes of a digest, enough to make collisions infeasible. */
const DIGEST_BYTES = 18;

export interface Bucket {
  readonly tokens: number;
  readonly filledAtMs: number;
  /** When it will be full again and no longer needs to be kept. */
  readonly fullAtMs: number;
}

export interface Buckets {
  readonly size: number;
  get(digest: string): Bucket | undefined;
  has(digest: string): boolean;
  /** Stores the bucket and removes some that are full again. */
  keep(digest: string, bucket: Bucket, nowMs: number): void;
}

/** Digest of the name, for a fixed size: callers can choose a part of the name. */
export function digestOf(name: string): string {
  const digest = hash('sha256', name, 'buffer');
  return digest.subarray(0, DIGEST_BYTES).toString('base64url');
}

/** Buckets by digest, in the order in which they are to be checked. */
export function createBuckets(max = MAX_BUCKETS): Buckets {
  const buckets = new Map<string, Bucket>();
  const first = (count: number) => {
    const found: [string, Bucket][] = [];
    for (const entry of buckets) if (found.push(entry) === count) break;
    return found;
  };
  // One that isn't full goes to the end: a limit of hours must not hide those behind it.
  const sweep = (nowMs: number) => {
    for (const [digest, bucket] of first(SWEPT_AT_ONCE)) {
      buckets.delete(digest);
      if (bucket.fullAtMs > nowMs) buckets.set(digest, bucket);
    }
  };
  const makeRoom = () => {
    const [soonest] = first(COMPARED).sort(([, one], [, other]) => one.fullAtMs - other.fullAtMs);
    if (soonest) buckets.delete(soonest[0]);
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
      if (buckets.size > max) makeRoom();
    },
  };
}

/**
 * Takes tokens out of a bucket, which may go into debt by at most one burst. Returns the bucket.
 */
export function spendFrom(buckets: Buckets, { digest, limit, count, atMs }: Spending): Bucket {
  const tokens = Math.max(refilled(buckets.get(digest), limit, atMs) - count, -limit.burst);
  const bucket = bucketOf(limit, tokens, atMs);
  buckets.keep(digest, bucket, atMs);
  return bucket;
}

/** Tokens in the bucket at the given time. */
export function refilled(bucket: Bucket | undefined, limit: Limit, nowMs: number): number {
  if (!bucket) return limit.burst;
  const passedS = Math.max(0, nowMs - bucket.filledAtMs) / 1000;
  return Math.min(limit.burst, bucket.tokens + passedS * limit.perSecond);
}

/** A bucket with this many tokens. */
export function bucketOf({ burst, perSecond }: Limit, tokens: number, filledAtMs: number): Bucket {
  return { tokens, filledAtMs, fullAtMs: filledAtMs + ((burst - tokens) / perSecond) * 1000 };
}
