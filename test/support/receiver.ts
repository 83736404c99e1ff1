import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll } from 'vitest';

/** A received request. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly path: string;
  readonly at: number;
  /** 1 for the first request of its connection. */
  readonly nthOfConnection: number;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Connections opened, answered or not. */
  connections(): number;
  /** Frees the memory of a long run's requests. */
  forget(): void;
}

/** How a receiver answers; `count` is 1 for the first request. */
export type Respond = (response: ServerResponse, request: Received, count: number) => void;

const closers: (() => void)[] = [];

/**
 * A local HTTP server that records requests and answers as configured; closed after the file's
 * tests.
 */
export async function startReceiver(
  respond: Respond = (response) => response.end('ok'),
  address = '127.0.0.1',
): Promise<Receiver> {
  const received: Received[] = [];
  const requestsOf = new WeakMap<Socket, number>();
  let connections = 0;
  const server = createServer(async (request, response) => {
    const nthOfConnection = (requestsOf.get(request.socket) ?? 0) + 1;
    requestsOf.set(request.socket, nthOfConnection);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString('utf8');
    const sent = { headers: request.headers, body, path: request.url ?? '' };
    const entry = { ...sent, at: Date.now(), nthOfConnection };
    received.push(entry);
    respond(response, entry, received.length);
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const host = address.includes(':') ? `[${address}]` : address;
  return {
    url: `http://${host}:${port}/hook`,
    received,
    connections: () => connections,
    forget: () => void received.splice(0),
  };
}

/** Call once in a file that starts receivers. */
export function closeReceivers(): void {
  afterAll(stopReceivers);
}

/** Closes every receiver of this process. */
export function stopReceivers(): void {
  for (const close of closers.splice(0)) close();
}
