import type { Redis } from 'ioredis';
import type { BucketStore, Spending } from './shared-buckets.ts';

/** Milliseconds after which a reply is too old to be useful. */
const ANSWER_MS = 500;
const RECONNECT_MS = 1_000;
/** Followed by a digest: people's addresses and identities don't belong in Redis. */
const KEY_PREFIX = 'tillgate:rate:';

/**
 * One bucket for all processes. It may go into debt by one burst: what processes granted before
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

/** Buckets in Redis, for the processes of several machines. */
export function createRedisBuckets(url: string): BucketStore {
  const connecting = connect(url);
  const spend = async (redis: Redis, { digest, limit, count, atMs }: Spending) => {
    const rule = [count, limit.burst, limit.perSecond, atMs].map(String);
    return Number(await redis.eval(SPEND, 1, `${KEY_PREFIX}${digest}`, ...rule));
  };
  return {
    spend: async (spendings) => {
      const redis = await connecting;
      return Promise.all(spendings.map((spending) => spend(redis, spending)));
    },
    close: async () => (await connecting).disconnect(),
  };
}

/** The client is loaded only if needed. */
async function connect(url: string): Promise<Redis> {
  const { Redis: Client } = await import('ioredis');
  const redis = new Client(url, {
    commandTimeout: ANSWER_MS,
    connectTimeout: ANSWER_MS * 4,
    maxRetriesPerRequest: 0,
    // Without a connection, don't queue: this process counts for itself.
    enableOfflineQueue: false,
    retryStrategy: () => RECONNECT_MS,
    lazyConnect: true,
  });
  // Failed calls report the error themselves.
  redis.on('error', () => {});
  await redis.connect().catch(() => {});
  return redis;
}
