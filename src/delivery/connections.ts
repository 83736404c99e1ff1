import type { LookupFunction } from 'node:net';
import { Client } from 'undici';
import { type Answer, exchange, type PostMessage } from './exchange.ts';
import type { HostAddress } from './resolve-host.ts';

/** Connections kept open for the next attempt, over all receivers. */
const MAX_IDLE = 256;
/** Milliseconds that one is kept; less than the five seconds after which many servers close. */
const IDLE_MS = 4_000;
const MAX_HEADERS_BYTES = 16_384;

/** Errors of a connection that its receiver had closed before it was used again. */
const CLOSED = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'];

export interface Connections {
  /**
   * Posts on a connection to one of the checked addresses: on one that is open, if there is one. One
   * that its receiver closed meanwhile is replaced once, within the same deadline.
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
 * Connections by origin and checked addresses: one that is open leads to an address that this
 * attempt's own look-up has just found and checked (docs/contract/delivery.md). One request at a
 * time on each; an answer that was not read to its end closes it.
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
    // The deadline limits the whole; shorter limits of the parts would only blur it.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    pipelining: 1,
  });
}

/** A look-up for the socket that knows the checked addresses alone. */
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
