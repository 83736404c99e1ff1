import type { FastifyInstance } from 'fastify';
import { gatewayErrors } from './errors.ts';

/**
 * Maximum header lines of a request (docs/contract/limits.md). Node.js 20 keeps about the first
 * thousand and drops the others, such as the visitor's address, which a proxy may add last.
 */
const MAX_HEADERS = 200;

/** Refuses requests with too many header lines, before anything relies on a missing one. */
export function limitHeaders(server: FastifyInstance): void {
  server.addHook('onRequest', ({ raw }, reply, done) => {
    // Names and values alternate.
    if (raw.rawHeaders.length <= 2 * MAX_HEADERS) return done();
    // The length of the body may be among the dropped lines.
    reply.header('connection', 'close');
    done(gatewayErrors.tooManyHeaders());
  });
}
