import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/**
 * Closes the connection after a response that didn't wait for the request's body, such as one to a
 * GET. A proxy that gives up sending the body, but keeps using the connection, would send the next
 * request, perhaps another client's, as the rest of it.
 */
export function closeUnread(server: FastifyInstance): void {
  server.addHook('onSend', ({ raw }, reply, payload, done) => {
    if (!raw.complete && announcesBody(raw)) reply.header('connection', 'close');
    done(null, payload);
  });
}

function announcesBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  return encoding !== undefined || Number(length) > 0;
}
