import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { ActionError } from '../contract/errors.ts';
import type { Clock } from '../kit/time.ts';
import { createTurns } from '../kit/turns.ts';
import { gatewayErrors } from './errors.ts';
import type { Limit } from './limit.ts';
import { networkOf, type RateLimiter } from './rate-limit.ts';

const MEGABYTE = 1024 * 1024;
/** Bytes of a body that is never refused: the connections bound how many there are. */
const SMALL_BYTES = 16 * 1024;
/** What one network may hold of all: the others' bodies are taken meanwhile. */
const SHARE_OF_NETWORK = 1 / 4;
/** Megabytes of large bodies that one network may send; a merchant's limit allows some six. */
const SENT_BY_NETWORK: Limit = { policy: 'large-bodies', burst: 32, perSecond: 8 };
/** Milliseconds from one large body of a network to the next, for each megabyte. */
const MS_APART_PER_MB = 30;
/** Seconds after which some of the bodies are answered. */
const RETRY_AFTER_S = 1;

interface Limits {
  readonly config: Pick<Config, 'MAX_BODIES_MB'>;
  readonly clock: Clock;
  readonly rateLimiter: RateLimiter;
}

/**
 * Bounds the large bodies that are kept at once, from their first byte to their answer, in total and
 * for one network. Beyond that a request is refused before its body is read.
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
    const bytes = Math.min(expectedBytes(request.headers), largestBytes);
    if (bytes <= SMALL_BYTES) return done(null, payload);
    const network = networkOf(request.ip);
    const ofNetwork = (held.get(network) ?? 0) + bytes;
    if (heldInTotal + bytes > maxBytes || ofNetwork > maxBytes * SHARE_OF_NETWORK) {
      return done(tooMany());
    }
    try {
      rateLimiter.take(SENT_BY_NETWORK, network, clock.now(), bytes / MEGABYTE);
    } catch {
      return done(tooMany());
    }
    hold(network, bytes);
    request.largeBody = { network, bytes };
    // Whichever comes: an answer that was sent, or a connection that is gone.
    const release = once(() => hold(network, -bytes));
    reply.raw.once('close', release).once('finish', release);
    done(null, payload);
  });
  const turns = createTurns();
  server.decorateRequest('largeBody', undefined);
  // Reading a large body keeps the process busy: others are answered between two of them.
  server.addHook('preHandler', (request, _reply, done) => {
    if (!request.largeBody) return done();
    const { network, bytes } = request.largeBody;
    const waitMs = turns(network, (bytes / MEGABYTE) * MS_APART_PER_MB);
    if (waitMs > 0) setTimeout(done, waitMs);
    else done();
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when the body is a large one: whose it is, and its bytes at most. */
    largeBody?: { readonly network: string; readonly bytes: number };
  }
}

/** As many as the request says; one that does not say may be of any size. */
function expectedBytes(headers: Readonly<Record<string, unknown>>): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY;
  return Number(headers['content-length'] ?? 0);
}

/** The rest of the body is not waited for, so the connection ends. */
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
