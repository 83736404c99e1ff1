import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { ActionError } from '../contract/errors.ts';
import type { Clock } from '../kit/time.ts';
import { createTurns } from '../kit/turns.ts';
import { gatewayErrors } from './errors.ts';
import type { Limit } from './limit.ts';
import { networkOf, type RateLimiter } from './rate-limit.ts';

const MEGABYTE = 1024 * 1024;
/** Bodies up to this size, in bytes, are never refused: the number of connections limits them. */
const SMALL_BYTES = 16 * 1024;
/** Up to this size, in bytes, a body above the maximum is read and discarded. */
const DISCARDED_BYTES = 8 * MEGABYTE;
/** One network's share, so that bodies of other networks are still accepted. */
const SHARE_OF_NETWORK = 1 / 4;
/**
 * Megabytes of large bodies that one network may send; a merchant's rate limit allows about six.
 */
const SENT_BY_NETWORK: Limit = { policy: 'large-bodies', burst: 32, perSecond: 8 };
/** Minimum milliseconds between large bodies of one network, for each megabyte. */
const MS_APART_PER_MB = 30;
/** Seconds after which some bodies will have been answered. */
const RETRY_AFTER_S = 1;

interface Limits {
  readonly config: Pick<Config, 'MAX_BODIES_MB'>;
  readonly clock: Clock;
  readonly rateLimiter: RateLimiter;
}

/**
 * Limits the large bodies in memory, from first byte to response, in total and for one network.
 * Requests beyond that are refused before their bodies are read.
 */
export function limitBodies(
  server: FastifyInstance,
  { config, clock, rateLimiter }: Limits,
  largestBytes: number,
): void {
  const maxBytes = config.MAX_BODIES_MB * MEGABYTE;
  const held = new Map<string, number>();
  let heldInTotal = 0;
  const hold = (network: string, bytes: number) => {
    const ofNetwork = (held.get(network) ?? 0) + bytes;
    if (ofNetwork > 0) held.set(network, ofNetwork);
    else held.delete(network);
    heldInTotal += bytes;
  };
  server.addHook('preParsing', (request, reply, payload, done) => {
    const expected = expectedBytes(request.headers);
    const bytes = Math.min(expected, largestBytes);
    if (bytes <= SMALL_BYTES) return done(null, payload);
    // Closing the connection while the client is still sending would lose the answer.
    const isDiscarded = expected > largestBytes && expected <= DISCARDED_BYTES;
    const network = networkOf(request.ip);
    const ofNetwork = (held.get(network) ?? 0) + bytes;
    if (heldInTotal + bytes > maxBytes || ofNetwork > maxBytes * SHARE_OF_NETWORK) {
      return done(tooMany());
    }
    try {
      const sent = isDiscarded ? expected : bytes;
      rateLimiter.take(SENT_BY_NETWORK, network, clock.now(), sent / MEGABYTE);
    } catch {
      return done(tooMany());
    }
    if (isDiscarded) return done(gatewayErrors.bodyTooLarge());
    hold(network, bytes);
    request.largeBody = { network, bytes };
    // Whichever comes first: the response was sent or the connection closed.
    const release = once(() => hold(network, -bytes));
    reply.raw.once('close', release).once('finish', release);
    done(null, payload);
  });
  const turns = createTurns();
  server.decorateRequest('largeBody', undefined);
  // Parsing a large body blocks the process, so other requests are served in between.
  server.addHook('preHandler', (request, _reply, done) => {
    if (!request.largeBody) return done();
    const { network, bytes } = request.largeBody;
    const waitMs = turns(network, (bytes / MEGABYTE) * MS_APART_PER_MB);
    if (waitMs === null) done(tooMany());
    else if (waitMs > 0) setTimeout(done, waitMs);
    else done();
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for a large body: its network and maximum bytes. */
    largeBody?: { readonly network: string; readonly bytes: number };
  }
}

/** The declared length; a body without one may be of any size. */
function expectedBytes(headers: Readonly<Record<string, unknown>>): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY;
  return Number(headers['content-length'] ?? 0);
}

/** The rest of the body isn't read, so the connection is closed. */
function tooMany(): ActionError {
  const { status, entries } = gatewayErrors.rateLimited();
  const headers = { 'retry-after': String(RETRY_AFTER_S), connection: 'close' };
  return new ActionError(status, entries, headers);
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}
