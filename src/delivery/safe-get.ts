import { Client } from 'undici';
import { type OutgoingRules, refusalOf } from '../kit/outgoing-url.ts';
import { decodeStart, KEPT_ANSWER_BYTES } from './read-start.ts';
import { type LookUp, lookUpLocalName, lookUpPublicName, resolveHost } from './resolve-host.ts';

export interface SafeGetOptions extends Omit<OutgoingRules, 'trustedPrefix'> {
  /** Total time limit for lookup, connection, headers and body. */
  readonly timeoutMs: number;
  /** How names are looked up; by default by querying name servers. */
  readonly lookUp?: LookUp;
}

export interface GetAnswer {
  readonly status: number;
  /** The first 4 KB of the body. */
  readonly start: string;
}

const MAX_HEADERS_BYTES = 16_384;

/**
 * Reads a URL provided by a merchant (docs/contract/invariants.md#16). Its host is looked up once,
 * checked, and connected to at the checked address; redirects aren't followed. Returns null if
 * there is no response, for whatever reason, so that callers learn nothing about what is behind the
 * address.
 */
export function createSafeGet(options: SafeGetOptions): (url: URL) => Promise<GetAnswer | null> {
  const { allowPrivate } = options;
  const lookUp = options.lookUp ?? (allowPrivate ? lookUpLocalName : lookUpPublicName);
  return async (url) => {
    if (refusalOf(url, { allowPrivate, trustedPrefix: null }) !== null) return null;
    const deadline = AbortSignal.timeout(options.timeoutMs);
    const ended = new Promise<null>((resolve) => {
      deadline.addEventListener('abort', () => resolve(null), { once: true });
    });
    const host = url.hostname.replace(/\.$/, '');
    const getting = resolveHost(host, allowPrivate, lookUp, deadline).then(([address]) =>
      address ? get(url, address, deadline) : null,
    );
    return Promise.race([getting.catch(() => null), ended]);
  };
}

async function get(
  url: URL,
  { address, family }: { readonly address: string; readonly family: 4 | 6 },
  signal: AbortSignal,
): Promise<GetAnswer> {
  const client = new Client(url.origin, {
    // A lookup for the socket that only returns the checked address.
    connect: {
      lookup: (_host, { all }, callback) =>
        all ? callback(null, [{ address, family }]) : callback(null, address, family),
      timeout: 0,
    },
    maxHeaderSize: MAX_HEADERS_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
    pipelining: 0,
  });
  try {
    const headers = { accept: 'text/plain', 'user-agent': 'Tillgate' };
    const path = url.pathname + url.search;
    const answer = await client.request({ method: 'GET', path, headers, signal });
    return { status: answer.statusCode, start: await readStart(answer.body) };
  } finally {
    client.destroy().catch(() => {});
  }
}

/** Stops reading once it has enough, and keeps what has arrived if the connection ends. */
async function readStart(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > KEPT_ANSWER_BYTES) break;
    }
  } catch {
    // Missing data proves nothing.
  }
  return decodeStart(chunks);
}
