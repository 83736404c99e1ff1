import type { LookupFunction } from 'node:net';
import { Client } from 'undici';
import { type Answer, exchange, type PostMessage } from './exchange.ts';
import type { HostAddress } from './resolve-host.ts';

/** Maximum idle connections kept open, across all receivers. */
const MAX_IDLE = 256;
/**
 * Milliseconds an idle connection is kept, less than the five seconds after which many servers
 * close it.
 */
const IDLE_MS = 4_000;
const MAX_HEADERS_BYTES = 16_384;

/** Errors of a reused connection that its receiver had already closed. */
const CLOSED = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'];

export interface Connections {
  /**
   * Posts over a connection to one of the checked addresses, reusing an open one if possible. If
   * its receiver has closed it, it is replaced once, within the same deadline.
   */
  post(
    url: URL,
    addresses: readonly HostAddress[],
    message: PostMessage,
    signal: AbortSignal,
  ): Promise<Answer>;
}

interface Connection {
  readonly client: Client;
  readonly isReused: boolean;
  isOpen: boolean;
}

/**
 * Connections by origin and checked addresses: a reused connection leads to an address that this
 * attempt's own lookup has found and checked (docs/contract/delivery.md). Each handles one request
 * at a time and is closed if the response wasn't read completely.
 */
export function createConnections(): Connections {
  const idle = new Map<string, Connection[]>();
  let idleCount = 0;
  const take = (key: string): Connection | undefined => {
    const found = idle.get(key)?.pop();
    if (found) idleCount -= 1;
    return found;
  };
  const drop = (key: string, gone: Connection) => {
    gone.isOpen = false;
    const left = idle.get(key)?.filter((connection) => connection !== gone) ?? [];
    idleCount -= (idle.get(key)?.length ?? 0) - left.length;
    if (left.length > 0) idle.set(key, left);
    else idle.delete(key);
    gone.client.destroy().catch(() => {});
  };
  const open = (key: string, url: URL, addresses: readonly HostAddress[]): Connection => {
    const connection = { client: newClient(url, addresses), isReused: false, isOpen: true };
    connection.client.on('disconnect', () => drop(key, connection));
    return connection;
  };
  const keep = (key: string, { client, isOpen }: Connection) => {
    if (!isOpen) return;
    const kept = { client, isReused: true, isOpen };
    client.removeAllListeners('disconnect').on('disconnect', () => drop(key, kept));
    idle.set(key, [...(idle.get(key) ?? []), kept]);
    idleCount += 1;
  };
  const run = async (
    key: string,
    connection: Connection,
    message: PostMessage,
    signal: AbortSignal,
  ) => {
    let isWhole = false;
    try {
      const answer = await exchange(connection.client, message, signal);
      ({ isWhole } = answer);
      return answer;
    } finally {
      if (isWhole && idleCount < MAX_IDLE) keep(key, connection);
      else connection.client.destroy().catch(() => {});
    }
  };
  return {
    post: async (url, addresses, message, signal) => {
      const key = keyOf(url, addresses);
      const used = take(key) ?? open(key, url, addresses);
      try {
        return await run(key, used, message, signal);
      } catch (error) {
        if (!used.isReused || signal.aborted || !isClosed(error)) throw error;
        return run(key, open(key, url, addresses), message, signal);
      }
    },
  };
}

function newClient(url: URL, addresses: readonly HostAddress[]): Client {
  return new Client(url.origin, {
    connect: { lookup: answerWith(addresses), timeout: 0 },
    maxHeaderSize: MAX_HEADERS_BYTES,
    // The deadline covers everything; shorter limits for parts of it aren't needed.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    pipelining: 1,
  });
}

/** A lookup for the socket that only returns the checked addresses. */
function answerWith(addresses: readonly HostAddress[]): LookupFunction {
  return (_hostname, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, [...addresses]);
    else if (first) callback(null, first.address, first.family);
  };
}

function keyOf(url: URL, addresses: readonly HostAddress[]): string {
  const texts = addresses.map(({ address }) => address);
  return `${url.origin} ${texts.sort().join(' ')}`;
}

function isClosed(error: unknown): boolean {
  return CLOSED.includes(String((error as { code?: unknown } | null)?.code));
}
