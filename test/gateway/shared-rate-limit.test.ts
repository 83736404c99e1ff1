import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Limit } from '../../src/gateway/limit.ts';
import { createRateLimiter, type RateLimiter } from '../../src/gateway/rate-limit.ts';
import { createRedisBuckets } from '../../src/gateway/redis-buckets.ts';
import { needs, REDIS_URL } from '../support/needs.ts';

const LIMIT: Limit = { policy: 'test', burst: 20, perSecond: 20 };
const START_MS = Date.UTC(2026, 0, 1);
const open: RateLimiter[] = [];

afterAll(() => Promise.all(open.map((limiter) => limiter.close())));

describe('rate limits of several processes', needs('redis'), () => {
  it('are one limit: a token spent in one is gone in the others', async () => {
    const key = randomUUID();
    const [first, second] = [limiterOn(REDIS_URL), limiterOn(REDIS_URL)];
    expect(takeMany(first, key, 15)).toBe(15);
    await first.settle();
    expect(takeMany(second, key, 1)).toBe(1);
    await second.settle();
    expect(takeMany(second, key, 20)).toBe(4);
    expect(takeMany(second, randomUUID(), 30)).toBe(20);
  });

  it('hold on average: tokens overspent at one moment are paid back', async () => {
    const key = randomUUID();
    const limiters = [limiterOn(REDIS_URL), limiterOn(REDIS_URL)];
    const seconds = 10;
    let given = 0;
    for (let ms = 0; ms <= seconds * 1_000; ms += 250) {
      for (const limiter of limiters) given += takeMany(limiter, key, 30, START_MS + ms);
      await Promise.all(limiters.map((limiter) => limiter.settle()));
    }
    expect(given).toBeGreaterThan(LIMIT.perSecond * seconds * 0.7);
    expect(given).toBeLessThanOrEqual(LIMIT.perSecond * seconds + 2 * LIMIT.burst);
  });
});

describe('without Redis', needs('redis'), () => {
  it('each process limits separately, logs it once, and shares again when Redis is back', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tillgate-redis-'));
    const port = await freePort();
    const changes: boolean[] = [];
    const limiter = limiterOn(`redis://127.0.0.1:${port}`, (now) => changes.push(now));
    expect(takeMany(limiter, 'a', 30)).toBe(20);
    await limiter.settle();
    expect(takeMany(limiter, 'b', 30)).toBe(20);
    await limiter.settle();
    expect(changes).toEqual([false]);
    const redis = spawn('redis-server', ['--port', `${port}`, '--save', '', '--dir', folder]);
    try {
      while (changes.length < 2) {
        takeMany(limiter, randomUUID(), 1);
        await limiter.settle();
        await new Promise(setImmediate);
      }
      expect(changes).toEqual([false, true]);
    } finally {
      redis.kill();
      await once(redis, 'exit');
      await rm(folder, { recursive: true, force: true });
    }
  });
});

function limiterOn(url: string, onChange: (isThere: boolean) => void = () => {}): RateLimiter {
  const limiter = createRateLimiter(true, { store: createRedisBuckets(url), onChange });
  open.push(limiter);
  return limiter;
}

/** How many of the given number of attempts are let through. */
function takeMany(limiter: RateLimiter, key: string, attempts: number, atMs = START_MS): number {
  let taken = 0;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      limiter.take(LIMIT, key, new Date(atMs));
      taken += 1;
    } catch {
      return taken;
    }
  }
  return taken;
}

/** A port that nothing listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
