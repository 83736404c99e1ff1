import type { Server } from 'node:http';
import { type Socket, Server as TcpServer } from 'node:net';

export interface WatchedConnections {
  /**
   * Cuts connections that have sent no request yet, such as a browser opens in advance: a closing
   * server would wait for them.
   */
  cutSilent(): void;
  /** Takes no more of them, and closes none: a closing HTTP server would close all that are idle. */
  refuseMore(): void;
  /** Resolves once those that are open now have closed, at most after the time. */
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
