import cluster from 'node:cluster';
import type { Server } from 'node:http';
import type { Config } from '../config.ts';
import { networkOf } from './rate-limit.ts';

type Limits = Pick<Config, 'MAX_CONNECTIONS' | 'MAX_CONNECTIONS_PER_NETWORK' | 'TRUST_PROXY'>;

/**
 * Closes connections beyond the limits, in total and for one network. Behind a trusted proxy, every
 * connection is the proxy's, so only the total counts.
 */
export function limitConnections(server: Server, limits: Limits): void {
  // Otherwise, workers of a cluster would pass it back and forth while all are full.
  if (cluster.isWorker) limitTotal(server, limits.MAX_CONNECTIONS);
  else server.maxConnections = limits.MAX_CONNECTIONS;
  if (limits.TRUST_PROXY) return;
  // Contains only networks with an open connection.
  const open = new Map<string, number>();
  server.prependListener('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const count = (open.get(network) ?? 0) + 1;
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 0) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
    if (count > limits.MAX_CONNECTIONS_PER_NETWORK) socket.destroy();
  });
}

function limitTotal(server: Server, max: number): void {
  let open = 0;
  server.prependListener('connection', (socket) => {
    open += 1;
    socket.once('close', () => (open -= 1));
    if (open > max) socket.destroy();
  });
}
