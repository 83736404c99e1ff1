import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { Action, Answer, HandleContext, PrepareContext } from '../contract/action.ts';
import type { Caller, CallerKind } from '../contract/caller.ts';
import { parseInput } from '../contract/input.ts';
import type { Ports } from '../contract/ports.ts';
import type { Database } from '../database/database.ts';
import type { Reader } from '../database/replica.ts';
import { recordAudit } from '../domain/audit/record-audit.ts';
import { requireRecentProof } from '../domain/merchant/recent-proof.ts';
import type { Clock } from '../kit/time.ts';
import { admit, type Door } from './admit.ts';
import { countAttempt } from './attempts.ts';
import type { Authenticator } from './authenticate.ts';
import { type Call, readableFields } from './call.ts';
import { clientOf } from './client-place.ts';
import { refuseOtherSites, setSessionCookie } from './credentials/dashboard-session.ts';
import type { DeclineLimits } from './decline-limits.ts';
import type { Claim } from './idempotency.queries.ts';
import {
  claimIdempotencyKey,
  completeClaim,
  holdClaim,
  readIdempotencyKey,
} from './idempotency.ts';
import type { Incoming } from './incoming.ts';
import type { RateLimiter } from './rate-limit.ts';
import { readJsonObject, refuseUnstorable } from './read-json.ts';
import { readStored, storedAnswer } from './stored-answer.ts';

/** What the pipeline works with; composed once. */
export interface Gateway {
  readonly config: Config;
  readonly database: Database;
  /** Where GraphQL reads. */
  readonly reader: Reader;
  readonly clock: Clock;
  readonly ports: Ports;
  readonly authenticator: Authenticator;
  readonly rateLimiter: RateLimiter;
  readonly declineLimits: DeclineLimits;
}

/** An answer on its way out: the exact text that a replay repeats. */
export interface Outgoing {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The way of every call of an action, one line per step (architecture, life of a request). */
export async function runAction(
  gateway: Gateway,
  action: Action,
  incoming: Incoming,
): Promise<Outgoing> {
  const now = gateway.clock.now();
  const caller = await identify(gateway, action, incoming, now);
  return runActionAs(gateway, action, caller, incoming, now);
}

/** The same from the rate limit on, for a known caller; a page may have read the body itself. */
export async function runActionAs(
  gateway: Gateway,
  action: Action,
  caller: Caller,
  incoming: Incoming,
  now: Date,
  readBody: () => Readonly<Record<string, unknown>> = () => readJsonObject(incoming.body),
): Promise<Outgoing> {
  const { headers, chargeAnswer } = admit(gateway, caller, doorOf(action), incoming, now);
  const body = readBody();
  const run = () => runOnce(gateway, action, incoming, caller, body, now);
  const outgoing = await gateway.declineLimits.bound({ action, caller, incoming }, now, run);
  chargeAnswer(outgoing.body.length);
  return withHeaders(outgoing, headers);
}

/** Whom an action lets in. */
export function doorOf({ auth, environment }: Action): Door {
  return { allows: (caller): caller is Caller => auth.includes(caller.kind), environment };
}

/** Sign-up and log-in take no credential, only the dashboard's origin: they answer its cookie. */
async function identify(
  gateway: Gateway,
  action: Action,
  incoming: Incoming,
  now: Date,
): Promise<Caller> {
  const nobody: CallerKind = 'anonymous';
  if (action.auth.includes(nobody)) {
    refuseOtherSites(incoming, gateway.ports.publicUrl);
    return { kind: nobody, client: clientOf(incoming) };
  }
  return gateway.authenticator.authenticate(incoming, now);
}

/** Executes the action, at most once for its idempotency key; without one, as it comes. */
function runOnce(
  gateway: Gateway,
  action: Action,
  incoming: Incoming,
  caller: Caller,
  body: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<Outgoing> {
  const call = { caller, address: incoming.address, body };
  const header = incoming.headers['x-idempotency-key'];
  const key = header === undefined ? null : readIdempotencyKey(header);
  if (key === null || action.replayable === false) {
    return execute(gateway, action, call, now, null);
  }
  return claimAndExecute(gateway, action, call, now, key);
}

async function claimAndExecute(
  gateway: Gateway,
  action: Action,
  call: Call,
  now: Date,
  key: string,
): Promise<Outgoing> {
  const { caller } = call;
  const claimed = await claimIdempotencyKey(gateway.database, caller, key, now);
  if ('replay' in claimed) {
    const text = readStored(gateway.ports.secrets, claimed.replay);
    return success(text, { 'idempotent-replayed': 'true' });
  }
  const { claim } = claimed;
  const run = () => execute(gateway, action, call, now, claim);
  return holdClaim(gateway, claim, run);
}

/** Input, the step that may call out, then one transaction with the effect and its answer. */
export async function execute(
  gateway: Pick<Gateway, 'clock' | 'database' | 'ports' | 'rateLimiter'>,
  action: Action,
  call: Call,
  now: Date,
  claim: Claim | null,
): Promise<Outgoing> {
  const { database, ports } = gateway;
  const { caller } = call;
  const startedAt = performance.now();
  const input = parseInput(action.input, action.errors, readableFields(action, call));
  refuseUnstorable(call.body);
  if (action.stepUp === 'always') requireRecentProof(caller, now);
  countAttempt(gateway.rateLimiter, action, { ...call, input }, now);
  const transact: PrepareContext<CallerKind, unknown>['transact'] = (work) =>
    database.transaction(work);
  const currentTime = () => gateway.clock.now();
  const context = { input, caller, now, ports, transact, currentTime };
  const prepared = await action.prepare?.(context as never);
  const outgoing = await database.transaction(async (tx) => {
    // Written out: an object that is spread and then added to costs a new shape each time.
    const handling: HandleContext<CallerKind, unknown, unknown> = {
      input,
      caller,
      now,
      ports,
      tx,
      prepared,
    };
    const answer = await action.handle(handling as never);
    recordAudit(tx, { action, caller, input, answer, now });
    const text = envelope(answer);
    if (claim) await completeClaim(tx, claim, storedAnswer(ports.secrets, action, text));
    return success(text, sessionHeader(answer, ports.publicUrl));
  });
  const { answersAfterMs } = action;
  if (answersAfterMs) await pause(Math.max(0, startedAt + answersAfterMs - performance.now()));
  return outgoing;
}

function envelope({ data, warnings }: Answer<unknown>): string {
  return JSON.stringify(warnings && warnings.length > 0 ? { data, warnings } : { data });
}

const NO_HEADERS = {};

function sessionHeader(answer: Answer<unknown>, publicUrl: string): Record<string, string> {
  if (answer.session === undefined) return NO_HEADERS;
  return { 'set-cookie': setSessionCookie(answer.session, publicUrl) };
}

function withHeaders(
  { status, body, headers }: Outgoing,
  others: Readonly<Record<string, string>>,
): Outgoing {
  return { status, body, headers: headers === NO_HEADERS ? others : { ...headers, ...others } };
}

function success(body: string, headers: Readonly<Record<string, string>>): Outgoing {
  return { status: 200, body, headers };
}
