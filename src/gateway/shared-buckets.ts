import type { Redis } from 'ioredis';
import type { Limit } from './limit.ts';

/** Milliseconds for which spending is gathered before it is told: one call for many requests. */
const GATHER_MS = 10;
/** Milliseconds after which an answer is worth nothing any more. */
const ANSWER_MS = 500;
const RECONNECT_MS = 1_000;
/** A digest follows: addresses and identities of people do not belong in Redis. */
const KEY_PREFIX = 'tillgate:rate:';

/**
 * One bucket for all processes. It may go below empty by one burst: what processes gave away before
 * they knew of each other is paid back by waiting.
 */
const SPEND = `
local held = redis.call('hmget', KEYS[1], 'tokens', 'at')
local spent, burst, rate, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local tokens, at = tonumber(held[1]) or burst, tonumber(held[2]) or now
local passed = math.max(0, now - at) / 1000
tokens = math.max(math.min(burst, tokens + passed * rate) - spent, -burst)
redis.call('hset', KEYS[1], 'tokens', tostring(tokens), 'at', tostring(math.max(now, at)))
redis.call('pexpire', KEYS[1], math.ceil((burst - tokens) / rate * 1000) + 1000)
return tostring(tokens)`;

export interface SharedBuckets {
  /** Tells the others of tokens that were taken here. Never waits, never throws. */
  spend(digest: string, limit: Limit, now: Date, tokens: number): void;
  /** Tells at once what is gathered; resolves when all of it has been answered. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export interface SharedBucketsOptions {
  readonly url: string;
  /** Told what the bucket holds for all together, as of the time. */
  readonly onLevel: (digest: string, limit: Limit, tokens: number, atMs: number) => void;
  /** Told once when Redis is lost and once when it is back. */
  readonly onChange: (isThere: boolean, error?: unknown) => void;
}

interface Spending {
  readonly limit: Limit;
  count: number;
  nowMs: number;
}

/** Shares what is spent through Redis; while that is away every process counts for itself. */
export function createSharedBuckets(options: SharedBucketsOptions): SharedBuckets {
  const gathered = new Map<string, Spending>();
  let timer: NodeJS.Timeout | null = null;
  let isThere = true;
  const report = (now: boolean, error?: unknown) => {
    if (isThere !== now) options.onChange(now, error);
    isThere = now;
  };
  const connecting = connect(options.url, report);

  const tell = async (redis: Redis, digest: string, { limit, count, nowMs }: Spending) => {
    const rule = [count, limit.burst, limit.perSecond, nowMs].map(String);
    const level = await redis.eval(SPEND, 1, `${KEY_PREFIX}${digest}`, ...rule);
    const tokens = Number(level) - (gathered.get(digest)?.count ?? 0);
    options.onLevel(digest, limit, tokens, nowMs);
  };
  let flushing = Promise.resolve();
  const flush = async () => {
    if (timer) clearTimeout(timer);
    timer = null;
    const spendings = [...gathered];
    gathered.clear();
    try {
      const redis = await connecting;
      await Promise.all(spendings.map(([digest, spending]) => tell(redis, digest, spending)));
      report(true);
    } catch (error) {
      report(false, error);
    }
  };
  const settle = () => {
    flushing = Promise.all([flushing, flush()]).then(() => {});
    return flushing;
  };
  return {
    settle,
    spend: (digest, limit, now, tokens) => {
      const spending = gathered.get(digest) ?? { limit, count: 0, nowMs: 0 };
      spending.count += tokens;
      spending.nowMs = now.getTime();
      gathered.set(digest, spending);
      timer ??= setTimeout(settle, GATHER_MS).unref();
    },
    close: async () => {
      if (timer) clearTimeout(timer);
      (await connecting.catch(() => null))?.disconnect();
    },
  };
}

/** The client is loaded only where it is wanted. */
async function connect(
  url: string,
  report: (isThere: boolean, error?: unknown) => void,
): Promise<Redis> {
  const { Redis: Client } = await import('ioredis');
  const redis = new Client(url, {
    commandTimeout: ANSWER_MS,
    connectTimeout: ANSWER_MS * 4,
    maxRetriesPerRequest: 0,
    // Without a connection there is nothing to wait for: this process counts for itself.
    enableOfflineQueue: false,
    retryStrategy: () => RECONNECT_MS,
    lazyConnect: true,
  });
  redis.on('error', (error) => report(false, error));
  await redis.connect().catch(() => {});
  return redis;
}
