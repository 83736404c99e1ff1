import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds between readiness checks of a backend. */
const LOOK_MS = 100;
/** Timeout of a readiness check, in milliseconds. */
const ANSWER_MS = 1_000;

export interface Balancer {
  readonly url: string;
  /** Adds a backend, replacing an earlier one with that number. */
  put(place: number, baseUrl: string): void;
  /** Resolves once the backend with that number has reported that it is ready. */
  untilReady(place: number): Promise<void>;
  close(): Promise<void>;
}

interface Backend {
  readonly url: URL;
  isReady: boolean;
}

/**
 * Distributes connections round-robin among the backends whose `/readyz` succeeds, like a TCP
 * balancer: it knows nothing of requests and repeats none. A backend that refuses a new connection
 * is skipped, since nothing was sent to it yet.
 */
export async function startBalancer(): Promise<Balancer> {
  const backends = new Map<number, Backend>();
  const sockets = new Set<Socket>();
  let turn = 0;
  let isOpen = true;

  const server = createServer({ noDelay: true }, (client) => {
    keep(client);
    turn += 1;
    const ready = [...backends.values()].filter(({ isReady }) => isReady);
    join(client, rotate(ready, turn));
  }).listen(0, '127.0.0.1');

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
  }

  function join(client: Socket, [backend, ...others]: readonly Backend[]): void {
    if (!backend) return void client.destroy();
    const upstream = createConnection(Number(backend.url.port), backend.url.hostname);
    keep(upstream);
    upstream.setNoDelay(true);
    upstream.once('error', () => {
      if (upstream.connecting || upstream.bytesWritten === 0) join(client, others);
      else client.destroy();
    });
    upstream.once('connect', () => {
      client.pipe(upstream).pipe(client);
      upstream.once('close', () => client.destroy());
      client.once('close', () => upstream.destroy());
    });
  }

  const looking = (async () => {
    while (isOpen) {
      await Promise.all([...backends.values()].map(look));
      await pause(LOOK_MS);
    }
  })();
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    put: (place, baseUrl) => {
      backends.set(place, { url: new URL(baseUrl), isReady: false });
    },
    untilReady: async (place) => {
      while (!backends.get(place)?.isReady) await pause(LOOK_MS / 2);
    },
    close: async () => {
      isOpen = false;
      await looking;
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function look(backend: Backend): Promise<void> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const response = await fetch(new URL('/readyz', backend.url), { signal }).catch(() => null);
  await response?.body?.cancel();
  backend.isReady = response?.status === 200;
}

function rotate<T>(list: readonly T[], by: number): readonly T[] {
  const at = list.length === 0 ? 0 : by % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
}
