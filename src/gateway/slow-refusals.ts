import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { createTurns } from '../kit/turns.ts';
import { networkOf } from './rate-limit.ts';

/** Milliseconds between refusals of one network. */
const MS_APART = 10;
/** Responses to unauthenticated callers and to those over their limits. */
const REFUSALS: ReadonlySet<number> = new Set([401, 429]);

/**
 * Sends the refusals of one network evenly, a hundred a second. A refusal is cheap, but a client
 * that repeats it in a tight loop keeps a core busy. Beyond ten seconds of them, connections are
 * closed.
 */
export function slowRefusals(
  server: FastifyInstance,
  { config }: { readonly config: Pick<Config, 'RATE_LIMITS'> },
): void {
  if (config.RATE_LIMITS === 'off') return;
  const turns = createTurns();
  server.addHook('onSend', (request, reply, payload, done) => {
    const waitMs = REFUSALS.has(reply.statusCode) ? turns(networkOf(request.ip), MS_APART) : 0;
    // Too many are waiting: closing the connection costs less than an answer.
    if (waitMs === null) reply.raw.destroy();
    if (waitMs) setTimeout(done, waitMs, null, payload);
    else done(null, payload);
  });
}
