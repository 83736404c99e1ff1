import type { LookupFunction } from 'node:net';
import { Client } from 'undici';
import { isTrusted, type OutgoingRules, refusalOf } from '../kit/outgoing-url.ts';
import { describePostFailure } from './post-failure.ts';
import { readStart } from './read-start.ts';
import {
  type HostAddress,
  type LookUp,
  lookUpLocalName,
  lookUpPublicName,
  RefusedAddressError,
  resolveHost,
} from './resolve-host.ts';

export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How an attempt ended: with a status, or with a text that says why there is none. */
export interface PostResult {
  readonly httpStatus: number | null;
  /** The first 4 KB of the answer. */
  readonly responseBody: string | null;
  readonly failure: string | null;
  /** What the receiver asks for in `Retry-After`, in seconds. */
  readonly retryAfterSeconds: number | null;
}

export type SafePost = (request: PostRequest) => Promise<PostResult>;

export interface SafePostOptions extends OutgoingRules {
  /** For everything together: look-up, connection, headers and body. */
  readonly timeoutMs: number;
  /** How names are looked up; by default by asking the name servers. */
  readonly lookUp?: LookUp;
}

const LARGEST_HEADERS_BYTES = 16_384;

/**
 * Posts to an address that a merchant chose (decisions 8): the address is looked up once, checked,
 * and the connection goes to what was checked; redirects are not followed; each post has a
 * connection of its own. Never throws: every end is a result.
 */
export function createSafePost(options: SafePostOptions): SafePost {
  const lookUp = options.lookUp ?? (options.allowPrivate ? lookUpLocalName : lookUpPublicName);
  return async (request) => {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), options.timeoutMs);
    try {
      const url = new URL(request.url);
      if (refusalOf(url, options) !== null) throw new RefusedAddressError();
      const mayBePrivate = options.allowPrivate || isTrusted(url, options);
      const resolving = resolveHost(bareHost(url), mayBePrivate, lookUp, deadline.signal);
      const addresses = await orAborted(resolving, deadline.signal);
      return await post(url, addresses, request, deadline.signal);
    } catch (error) {
      const failure = describePostFailure(error, deadline.signal.aborted);
      return { httpStatus: null, responseBody: null, failure, retryAfterSeconds: null };
    } finally {
      clearTimeout(timer);
    }
  };
}

async function post(
  url: URL,
  addresses: readonly HostAddress[],
  { headers, body }: PostRequest,
  signal: AbortSignal,
): Promise<PostResult> {
  const client = new Client(url.origin, {
    connect: { lookup: answerWith(addresses), timeout: 0 },
    maxHeaderSize: LARGEST_HEADERS_BYTES,
    // The deadline limits the whole; shorter limits of the parts would only blur it.
    headersTimeout: 0,
    bodyTimeout: 0,
    pipelining: 0,
  });
  try {
    const path = url.pathname + url.search;
    const answer = await client.request({ method: 'POST', path, headers, body, signal });
    return {
      httpStatus: answer.statusCode,
      responseBody: await readStart(answer.body),
      failure: null,
      retryAfterSeconds: readRetryAfter(answer.headers['retry-after']),
    };
  } finally {
    client.destroy().catch(() => {});
  }
}

/** A look-up for the socket that knows the checked addresses alone. */
function answerWith(addresses: readonly HostAddress[]): LookupFunction {
  return (_hostname, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, [...addresses]);
    else if (first) callback(null, first.address, first.family);
  };
}

function bareHost({ hostname }: URL): string {
  return hostname.replace(/\.$/, '');
}

/** Only seconds are understood; a date would trust the receiver's clock. */
function readRetryAfter(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,9}(?:\.\d{1,9})?$/.test(header)
    ? Number(header)
    : null;
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
