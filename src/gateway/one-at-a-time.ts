import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Maximum pipelined requests waiting on a connection; no major client sends any. */
const MAX_WAITING = 8;

/**
 * Handles one request of a connection at a time: the next one starts when the previous response has
 * been read. A client that sends many requests without reading responses has only one of them
 * handled, and its connection is closed when more than a few wait.
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
