import { isTrusted, type OutgoingRules, refusalOf } from '../kit/outgoing-url.ts';
import { createConnections } from './connections.ts';
import { describePostFailure } from './post-failure.ts';
import {
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

/**
 * Posts to an address that a merchant chose (docs/contract/delivery.md): the address is looked up
 * once, checked, and the connection goes to what was checked, also one that is still open from
 * before; redirects are not followed. Never throws: every end is a result.
 */
export function createSafePost(options: SafePostOptions): SafePost {
  const lookUp = options.lookUp ?? (options.allowPrivate ? lookUpLocalName : lookUpPublicName);
  const connections = createConnections();
  return async (request) => {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), options.timeoutMs);
    try {
      const url = new URL(request.url);
      if (refusalOf(url, options) !== null) throw new RefusedAddressError();
      const mayBePrivate = options.allowPrivate || isTrusted(url, options);
      const resolving = resolveHost(bareHost(url), mayBePrivate, lookUp, deadline.signal);
      const addresses = await orAborted(resolving, deadline.signal);
      const message = { ...request, path: url.pathname + url.search };
      const answer = await connections.post(url, addresses, message, deadline.signal);
      return {
        httpStatus: answer.statusCode,
        responseBody: answer.start,
        failure: null,
        retryAfterSeconds: readRetryAfter(answer.retryAfter),
      };
    } catch (error) {
      const failure = describePostFailure(error, deadline.signal.aborted);
      return { httpStatus: null, responseBody: null, failure, retryAfterSeconds: null };
    } finally {
      clearTimeout(timer);
    }
  };
}

function bareHost({ hostname }: URL): string {
  return hostname.replace(/\.$/, '');
}

/** Only seconds are understood; a date would trust the receiver's clock. */
function readRetryAfter(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,9}(?:\.\d{1,9})?$/.test(header) ? Number(header) : null;
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
