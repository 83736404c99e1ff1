import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Clock } from '../kit/time.ts';
import { createBuckets, digestOf, spendFrom } from './buckets.ts';
import type { Limit } from './limit.ts';
import { networkOf } from './rate-limit.ts';

/** Refusals that a network gets at once. */
const AT_ONCE: Limit = { policy: 'refusals', burst: 40, perSecond: 20 };
/** Milliseconds that each one beyond waits for its answer. */
const HOLD_MS = 1_000;
/** Answers to callers who aren't proven, and to those who call too often. */
const REFUSALS: ReadonlySet<number> = new Set([401, 429]);

interface Limits {
  readonly config: Pick<Config, 'RATE_LIMITS'>;
  readonly clock: Clock;
}

/**
 * Makes a network wait for refusals when it gets many. A refusal costs little, but whoever repeats it
 * as fast as it comes takes a processor with it; now each of their connections gets one a second.
 */
export function slowRefusals(server: FastifyInstance, { config, clock }: Limits): void {
  if (config.RATE_LIMITS === 'off') return;
  const buckets = createBuckets();
  server.addHook('onSend', (request, reply, payload, done) => {
    if (!REFUSALS.has(reply.statusCode)) return done(null, payload);
    const digest = digestOf(networkOf(request.ip));
    const atMs = clock.now().getTime();
    const { tokens } = spendFrom(buckets, { digest, limit: AT_ONCE, count: 1, atMs });
    if (tokens >= 0) return done(null, payload);
    setTimeout(done, HOLD_MS, null, payload);
  });
}
