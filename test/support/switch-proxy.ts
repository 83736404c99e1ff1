import { connect, createServer, type Socket } from 'node:net';

/** What a proxy does with its connections: as a network passes, refuses or swallows. */
export type ProxyMode = 'pass' | 'refuse' | 'hang';

export interface SwitchProxy {
  /** The database URL, led through the proxy. */
  readonly url: string;
  /** Changes the mode: `refuse` cuts what is open, `hang` lets nothing more through. */
  turn(mode: ProxyMode): void;
  close(): Promise<void>;
}

/** A proxy in front of PostgreSQL that can make it go away and come back. */
export async function startSwitchProxy(databaseUrl: string): Promise<SwitchProxy> {
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
      from.on('data', (chunk) => mode === 'pass' && to.write(chunk));
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`;
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
