import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Requests that wait on a connection for the one before them; no client of note sends any. */
const MAX_WAITING = 8;

/**
 * Handles one request of a connection at a time: the next begins when the answer before it has been
 * taken. So anyone who sends many requests and reads no answer has one of them handled, and with more
 * than a few waiting the connection is closed.
 */
export function handleOneAtATime(server: FastifyInstance): void {
  const connections = new WeakMap<Socket, (() => void)[]>();
  server.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const waiting = connections.get(socket);
    reply.raw.once('close', () => {
      const next = connections.get(socket)?.shift();
      if (next) next();
      else connections.delete(socket);
    });
    if (!waiting) {
      connections.set(socket, []);
      done();
    } else if (waiting.length < MAX_WAITING) {
      waiting.push(done);
    } else {
      socket.destroy();
    }
  });
}
