import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { createTurns } from '../kit/turns.ts';
import { networkOf } from './rate-limit.ts';

/** Milliseconds from one refusal of a network to the next. */
const MS_APART = 10;
/** Answers to callers who aren't proven, and to those who call too often. */
const REFUSALS: ReadonlySet<number> = new Set([401, 429]);

/**
 * Lets the refusals of one network go out evenly, a hundred a second. A refusal costs little, but
 * whoever repeats it without a pause keeps a processor busy.
 */
export function slowRefusals(
  server: FastifyInstance,
  { config }: { readonly config: Pick<Config, 'RATE_LIMITS'> },
): void {
  if (config.RATE_LIMITS === 'off') return;
  const turns = createTurns();
  server.addHook('onSend', (request, reply, payload, done) => {
    const waitMs = REFUSALS.has(reply.statusCode) ? turns(networkOf(request.ip), MS_APART) : 0;
    if (waitMs > 0) setTimeout(done, waitMs, null, payload);
    else done(null, payload);
  });
}
