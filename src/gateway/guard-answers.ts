import type { FastifyInstance } from 'fastify';

/** Milliseconds; a socket looks twice whether anything was taken of an answer before it is cut. */
const STALL_MS = 15_000;

/** Every page refuses to be framed, and no answer waits forever to be read. */
export function guardAnswers(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    if (String(reply.getHeader('content-type')).startsWith('text/html')) {
      reply.header('x-frame-options', 'DENY');
    }
    // What is streamed may pause by itself. The server ends this time with the answer.
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (isWhole) request.raw.socket.setTimeout?.(STALL_MS);
    done(null, payload);
  });
}
