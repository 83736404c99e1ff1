import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** How a proxy treats its connections: passes, delays, refuses or swallows traffic. */
export type ProxyMode = 'pass' | 'slow' | 'refuse' | 'hang';

/** Milliseconds by which a slow network delays each packet. */
const SLOW_MS = 40;

export interface SwitchProxy {
  /** The database URL, routed through the proxy. */
  readonly url: string;
  /** Changes the mode: `refuse` cuts open connections, `hang` stops forwarding. */
  turn(mode: ProxyMode): void;
  close(): Promise<void>;
}

/** A proxy in front of PostgreSQL that can make it unreachable and reachable again. */
export async function startSwitchProxy(
  databaseUrl: string,
  address = '127.0.0.1',
): Promise<SwitchProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let mode: ProxyMode = 'pass';
  const server = createServer((client) => {
    if (mode === 'refuse') return client.destroy();
    const upstream = connect(Number(target.port || 5432), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      let passing = Promise.resolve();
      from.on('data', (chunk) => {
        if (mode === 'slow') passing = passing.then(() => pause(SLOW_MS));
        if (mode === 'pass' || mode === 'slow') passing = passing.then(() => void to.write(chunk));
      });
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const url = new URL(databaseUrl);
  url.host = `${address}:${(server.address() as { port: number }).port}`;
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.toString(),
    turn: (next) => {
      mode = next;
      if (next === 'refuse') cutAll();
    },
    close: async () => {
      cutAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
