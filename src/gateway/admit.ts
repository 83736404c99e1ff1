import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { EnvironmentRule } from '../contract/action.ts';
import type { Caller } from '../contract/caller.ts';
import { checkEnvironment } from './environment.ts';
import { gatewayErrors } from './errors.ts';
import { type Incoming, readIncoming } from './incoming.ts';
import { callerLimit, extraWeight, type RateLimiter } from './rate-limit.ts';
import { requireJsonContentType } from './read-json.ts';

// The way in, the same for actions, GraphQL, hosted pages, portal and operator: a call is read, its
// caller is authenticated, limited and admitted. Authenticating is what differs between them.

interface Limits {
  readonly config: Config;
  readonly rateLimiter: RateLimiter;
}

/** Whom a call lets in, and in which environment. */
export interface Door<Allowed extends Caller = Caller> {
  readonly allows: (caller: Caller) => caller is Allowed;
  readonly environment: EnvironmentRule;
}

/** A caller who is in. */
export interface Admitted<Allowed extends Caller = Caller> {
  readonly caller: Allowed;
  /** What is left of their rate limit, for the answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** Counts what an answer weighs beyond a small one. */
  readonly chargeAnswer: (length: number) => void;
}

/** Reads a call of an address under `/v1`: the exact target, `POST`, JSON. Throws what it is not. */
export function readCall(request: FastifyRequest, reply: FastifyReply, target: string): Incoming {
  const incoming = readIncoming(request);
  requireTarget(incoming.target, target);
  if (request.method !== 'POST') {
    reply.header('allow', 'POST');
    throw gatewayErrors.methodNotAllowed();
  }
  requireJsonContentType(incoming.headers['content-type']);
  return incoming;
}

/** Reads what a page's script posts: JSON. */
export function readScriptCall(request: FastifyRequest): Incoming {
  const incoming = readIncoming(request);
  requireJsonContentType(incoming.headers['content-type']);
  return incoming;
}

/** Limits a caller and lets them in. Throws 429, 403 or 400, in this order. */
export function admit<Allowed extends Caller>(
  gateway: Limits,
  caller: Caller,
  { allows, environment }: Door<Allowed>,
  { address, body, headers }: Incoming,
  now: Date,
): Admitted<Allowed> {
  const limited = limitCaller(gateway, caller, address, now, 1 + extraWeight(body.length));
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
  // The operator calls from the machine itself.
  if (caller.kind === 'operator') return UNLIMITED;
  const { limit, key } = callerLimit(config, caller, address);
  return {
    headers: rateLimiter.take(limit, key, now, weight),
    chargeAnswer: (length) => {
      const extra = extraWeight(length);
      if (extra > 0) rateLimiter.charge(limit, key, now, extra);
    },
  };
}

const UNLIMITED = { headers: {}, chargeAnswer: () => {} };

/** Exact match of the raw target: another spelling of a path is another path. */
function requireTarget(given: string, target: string): void {
  if (given === target) return;
  throw given.startsWith(`${target}?`) ? gatewayErrors.queryString() : gatewayErrors.notFound();
}
