import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { EnvironmentRule } from '../contract/action.ts';
import type { Caller } from '../contract/caller.ts';
import { checkEnvironment } from './environment.ts';
import { gatewayErrors } from './errors.ts';
import { type Incoming, readIncoming } from './incoming.ts';
import { callerLimit, extraWeight, type RateLimiter, sharedLimit } from './rate-limit.ts';
import { requireJsonContentType } from './read-json.ts';

// How a call enters, the same for actions, GraphQL, hosted pages, the portal and the operator: it
// is read, authenticated, rate-limited and admitted. Only authentication differs between them.

interface Limits {
  readonly config: Config;
  readonly rateLimiter: RateLimiter;
}

/** Which callers are admitted, and in which environment. */
export interface Door<Allowed extends Caller = Caller> {
  readonly allows: (caller: Caller) => caller is Allowed;
  readonly environment: EnvironmentRule;
}

/** An admitted caller. */
export interface Admitted<Allowed extends Caller = Caller> {
  readonly caller: Allowed;
  /** The response's rate limit headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Charges the rate limit for a large response. */
  readonly chargeAnswer: (length: number) => void;
}

/**
 * Reads a call to a path under `/v1`. Throws unless it has the exact target, method `POST` and
 * JSON.
 */
export function readCall(request: FastifyRequest, reply: FastifyReply, target: string): Incoming {
  const incoming = readIncoming(request);
  const hasQuery = incoming.target.startsWith(`${target}?`);
  // A different spelling of a path is a different path.
  if (incoming.target !== target && !hasQuery) throw gatewayErrors.notFound();
  if (request.method !== 'POST') {
    reply.header('allow', 'POST');
    throw gatewayErrors.methodNotAllowed();
  }
  if (hasQuery) throw gatewayErrors.queryString();
  requireJsonContentType(incoming.headers['content-type']);
  return incoming;
}

/** Reads a JSON request from a page's script. */
export function readScriptCall(request: FastifyRequest): Incoming {
  const incoming = readIncoming(request);
  requireJsonContentType(incoming.headers['content-type']);
  return incoming;
}

/** Applies the rate limit and admits the caller. Throws 429, 403 or 400, in this order. */
export function admit<Allowed extends Caller>(
  gateway: Limits,
  caller: Caller,
  { allows, environment }: Door<Allowed>,
  { address, body, headers, noteLimit }: Incoming,
  now: Date,
): Admitted<Allowed> {
  const limited = limitCaller(gateway, caller, address, now, 1 + extraWeight(body.length));
  noteLimit(limited.headers);
  if (!allows(caller)) throw gatewayErrors.insufficientPermissions();
  checkEnvironment(environment, caller, headers['x-environment']);
  return { caller, ...limited };
}

/** Counts a request against its caller's rate limit. Throws 429 above it. */
export function limitCaller(
  { config, rateLimiter }: Limits,
  caller: Caller,
  address: string,
  now: Date,
  weight = 1,
): Pick<Admitted, 'headers' | 'chargeAnswer'> {
  // The operator calls from the same machine.
  if (caller.kind === 'operator') return UNLIMITED;
  const { limit, key } = callerLimit(config, caller, address);
  const shared = sharedLimit(config, caller, address);
  if (shared) rateLimiter.take(shared.limit, shared.key, now, weight);
  return {
    headers: rateLimiter.take(limit, key, now, weight),
    chargeAnswer: (length) => {
      const extra = extraWeight(length);
      if (extra > 0) rateLimiter.charge(limit, key, now, extra);
    },
  };
}

const UNLIMITED = { headers: {}, chargeAnswer: () => {} };
