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

/** The result of an attempt: a status, or the reason why there is none. */
export interface PostResult {
  readonly httpStatus: number | null;
  /** The first 4 KB of the response. */
  readonly responseBody: string | null;
  readonly failure: string | null;
  /** The receiver's `Retry-After`, in seconds. */
  readonly retryAfterSeconds: number | null;
}

export type SafePost = (request: PostRequest) => Promise<PostResult>;

export interface SafePostOptions extends OutgoingRules {
  /** Total time limit for lookup, connection, headers and body. */
  readonly timeoutMs: number;
  /** How names are looked up; by default by querying name servers. */
  readonly lookUp?: LookUp;
}

/**
 * Posts to a URL chosen by a merchant (docs/contract/delivery.md). Its host is looked up once,
 * checked, and connected to at a checked address, possibly over a connection still open from
 * before; redirects aren't followed. Never throws: every outcome is a result.
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

/** Accepts only seconds; a date would rely on the receiver's clock. */
function readRetryAfter(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,9}(?:\.\d{1,9})?$/.test(header) ? Number(header) : null;
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
