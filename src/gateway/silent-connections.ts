import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Watches connections that have sent no request yet, such as a browser opens in advance: a closing
 * server would wait for them. Gives the way to cut them.
 */
export function watchSilentConnections(server: Server): { cut(): void } {
  const silent = new Set<Socket>();
  server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.on('request', ({ socket }) => silent.delete(socket));
  return {
    cut: () => {
      for (const socket of silent) socket.destroy();
    },
  };
}
