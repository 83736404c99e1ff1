import { finished, Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { ActionError } from '../contract/errors.ts';
import type { Clock } from '../kit/time.ts';
import { createTurns } from '../kit/turns.ts';
import { gatewayErrors } from './errors.ts';
import type { Limit } from './limit.ts';
import { networkOf, type RateLimiter, refusal } from './rate-limit.ts';

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

interface Limits {
  readonly config: Pick<Config, 'MAX_BODIES_MB'>;
  readonly clock: Clock;
  readonly rateLimiter: RateLimiter;
}

interface LargeBody {
  readonly network: string;
  /** Those that have arrived, or the announced number. */
  bytes: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    largeBody?: LargeBody;
  }
}

/**
 * Limits the large bodies in memory, from first byte to response, in total and for one network.
 * Requests beyond that are refused before their bodies are read. A body without an announced length
 * counts once it turns out large: in memory as one of the maximum size until its end has arrived,
 * otherwise by the bytes that do.
 */
export function limitBodies(server: FastifyInstance, limits: Limits, largestBytes: number): void {
  const { reserve, charge, refuse } = createShares(limits);
  server.decorateRequest('largeBody', undefined);
  server.addHook('preParsing', (request, reply, payload, done) => {
    if (request.headers['transfer-encoding'] !== undefined) {
      const pieces = Readable.from(arriving(request, reply, payload), { objectMode: false });
      // Nobody listens any more after a refusal; the connection may still break.
      return done(
        null,
        pieces.on('error', () => {}),
      );
    }
    const expected = Number(request.headers['content-length'] ?? 0);
    const bytes = Math.min(expected, largestBytes);
    if (bytes <= SMALL_BYTES) return done(null, payload);
    const network = networkOf(request.ip);
    try {
      const { release } = reserve(network, bytes);
      const isDiscarded = expected > largestBytes && expected <= DISCARDED_BYTES;
      charge(network, isDiscarded ? expected : bytes);
      if (isDiscarded) {
        release();
        // Answering while the client is still sending could lose the answer, or confuse a proxy.
        finished(payload, () => done(gatewayErrors.bodyTooLarge()));
        payload.resume();
        return;
      }
      request.largeBody = { network, bytes };
      atEnd(reply, release);
    } catch (error) {
      return done(error as ActionError);
    }
    done(null, payload);
  });

  async function* arriving(request: FastifyRequest, reply: FastifyReply, payload: Readable) {
    let bytes = 0;
    let shrink = (_toBytes: number) => {};
    for await (const piece of payload.iterator({ destroyOnReturn: false })) {
      bytes += (piece as Buffer).length;
      if (request.largeBody) request.largeBody.bytes = bytes;
      else if (bytes > SMALL_BYTES) {
        const body: LargeBody = { network: networkOf(request.ip), bytes };
        const reserved = reserve(body.network, largestBytes);
        request.largeBody = body;
        shrink = reserved.shrink;
        atEnd(reply, () => {
          reserved.release();
          charge(body.network, body.bytes);
        });
      }
      if (bytes <= largestBytes || bytes > DISCARDED_BYTES) yield piece;
    }
    shrink(bytes);
    if (bytes > largestBytes) throw gatewayErrors.bodyTooLarge();
  }

  const turns = createTurns();
  // Parsing a large body blocks the process, so other requests are served in between.
  server.addHook('preHandler', (request, _reply, done) => {
    if (!request.largeBody) return done();
    const { network, bytes } = request.largeBody;
    const waitMs = turns(network, (bytes / MEGABYTE) * MS_APART_PER_MB);
    if (waitMs === null) done(refuse(network));
    else if (waitMs > 0) setTimeout(done, waitMs);
    else done();
  });
}

/** Memory reserved for a body. */
interface Reserved {
  readonly release: () => void;
  readonly shrink: (toBytes: number) => void;
}

/** What bodies may take of memory, and of what a network may send. */
function createShares({ config, clock, rateLimiter }: Limits) {
  const maxBytes = config.MAX_BODIES_MB * MEGABYTE;
  const held = new Map<string, number>();
  let heldInTotal = 0;
  const hold = (network: string, bytes: number) => {
    const ofNetwork = (held.get(network) ?? 0) + bytes;
    if (ofNetwork > 0) held.set(network, ofNetwork);
    else held.delete(network);
    heldInTotal += bytes;
  };
  /** The refusal of a body, whatever the reason: the rest of it isn't read. */
  const refuse = (network: string): ActionError => {
    const refused = refusal(rateLimiter.look(SENT_BY_NETWORK, network, clock.now()));
    const headers = { ...refused.headers, connection: 'close' };
    return new ActionError(refused.status, refused.entries, headers);
  };
  const reserve = (network: string, bytes: number): Reserved => {
    const { waitS } = rateLimiter.look(SENT_BY_NETWORK, network, clock.now());
    const ofNetwork = (held.get(network) ?? 0) + bytes;
    if (heldInTotal + bytes > maxBytes || ofNetwork > maxBytes * SHARE_OF_NETWORK || waitS > 0) {
      throw refuse(network);
    }
    let reserved = bytes;
    // A refused body may go on arriving after its release.
    const shrink = (toBytes: number) => {
      const kept = Math.min(toBytes, reserved);
      hold(network, kept - reserved);
      reserved = kept;
    };
    hold(network, bytes);
    return { shrink, release: () => shrink(0) };
  };
  const charge = (network: string, bytes: number) =>
    rateLimiter.charge(SENT_BY_NETWORK, network, clock.now(), bytes / MEGABYTE);
  return { reserve, charge, refuse };
}

/** Calls it once: when the response was sent or the connection closed, whichever comes first. */
function atEnd({ raw }: FastifyReply, work: () => void): void {
  let isDone = false;
  // The events of a response that is over don't come again.
  if (raw.destroyed || raw.writableFinished) {
    work();
    return;
  }
  const once = () => {
    if (!isDone) work();
    isDone = true;
  };
  raw.once('close', once).once('finish', once);
}
