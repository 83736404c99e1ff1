import type { Server } from 'node:http';
import { type Socket, Server as TcpServer } from 'node:net';

export interface WatchedConnections {
  /**
   * Closes connections without a request so far, such as those that browsers open in advance: a
   * closing server would wait for them.
   */
  cutSilent(): void;
  /** Stops accepting connections without closing any. Closing the HTTP server would close idle ones. */
  refuseMore(): void;
  /** Resolves once currently open connections have closed, at the latest after `maxMs`. */
  untilGone(maxMs: number): Promise<void>;
}

export function watchConnections(server: Server): WatchedConnections {
  const open = new Set<Socket>();
  const silent = new Set<Socket>();
  let onGone = () => {};
  server.on('connection', (socket) => {
    open.add(socket);
    silent.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      silent.delete(socket);
      if (open.size === 0) onGone();
    });
  });
  server.on('request', ({ socket }) => silent.delete(socket));
  return {
    cutSilent: () => {
      for (const socket of silent) socket.destroy();
    },
    refuseMore: () => void TcpServer.prototype.close.call(server),
    untilGone: (maxMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, maxMs);
        onGone = () => {
          clearTimeout(timer);
          resolve();
        };
        if (open.size === 0) onGone();
      }),
  };
}
