import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Milliseconds. A socket checks twice whether the client has read any of the response before it is
 * cut.
 */
const STALL_MS = 15_000;

/**
 * Forbids framing of every page, storing of every response that doesn't allow it, and cuts off
 * clients that stop reading a response.
 */
export function guardAnswers(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    if (String(reply.getHeader('content-type')).startsWith('text/html')) {
      reply.header('x-frame-options', 'DENY');
    }
    // Some caches keep a response that says nothing for minutes, such as that of a probe.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    // A streamed response may pause on its own. The server resets the timeout after the response.
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (isWhole) cutWhenStalled(request);
    done(null, payload);
  });
}

/** Ends `cutWhenStalled` while nothing is written. */
export function letPause({ raw }: FastifyRequest): void {
  raw.socket.setTimeout?.(0);
}

/** Cuts the connection if nothing of the answer is taken for too long, up to 30 s. */
export function cutWhenStalled({ raw }: FastifyRequest): void {
  raw.socket.setTimeout?.(STALL_MS);
}
