import type { FastifyRequest } from 'fastify';
import { gatewayErrors } from './errors.ts';
import { addressOf } from './visitor-address.ts';

/** A request as it arrived; none of it is trusted yet. */
export interface Incoming {
  /** The request target as sent, query string included. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  /** The peer's address, or the visitor's behind a trusted proxy; without a port. */
  readonly address: string;
  /** Adds the headers about a rate limit to the response, also to an error. */
  readonly noteLimit: (headers: Readonly<Record<string, string>>) => void;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The headers about the caller's rate limit, once it has been applied. */
    limitHeaders?: Readonly<Record<string, string>>;
  }
}

/** Headers that decide who is calling or what is replayed. A second one would be ambiguous. */
const SINGLE_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'content-type',
  'cookie',
  'host',
  'origin',
  'sec-fetch-site',
  'x-environment',
  'x-idempotency-key',
  'x-merchant-id',
  'x-signature',
  'x-store-slug',
  'x-timestamp',
]);

const NO_BODY = Buffer.alloc(0);

/** Reads the request's parts. Throws if such a header is repeated. */
export function readIncoming(request: FastifyRequest): Incoming {
  if (request.raw.headers.host === undefined && request.raw.httpVersion === '1.1') {
    throw gatewayErrors.missingHost();
  }
  refuseDuplicates(request.raw.rawHeaders, request.raw.headers);
  return {
    target: request.raw.url ?? '/',
    headers: request.headers as Record<string, string | undefined>,
    body: Buffer.isBuffer(request.body) ? request.body : NO_BODY,
    address: addressOf(request.ip),
    noteLimit: (headers) => {
      request.limitHeaders = headers;
    },
  };
}

function refuseDuplicates(rawHeaders: readonly string[], headers: object): void {
  // As many names as lines: none is repeated.
  if (Object.keys(headers).length * 2 === rawHeaders.length) return;
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase();
    if (!SINGLE_HEADERS.has(name)) continue;
    if (seen.has(name)) throw gatewayErrors.duplicateHeader(name);
    seen.add(name);
  }
}
