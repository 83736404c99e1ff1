import { setTimeout as pause } from 'node:timers/promises';
import type { Action, Answer, HandleContext } from '../contract/action.ts';
import { type CallerKind, isMerchant } from '../contract/caller.ts';
import { parseInput } from '../contract/input.ts';
import type { Tx } from '../database/database.ts';
import { repeatTransaction } from '../database/repeat-transaction.ts';
import { recordAudit } from '../domain/audit/record-audit.ts';
import { requireRecentProof } from '../domain/merchant/recent-proof.ts';
import { countAttempt } from './attempts.ts';
import { type Call, readableFields } from './call.ts';
import { setSessionCookie } from './credentials/dashboard-session.ts';
import type { Gateway, Outgoing } from './gateway.ts';
import type { Claim } from './idempotency.queries.ts';
import { completeClaim } from './idempotency.ts';
import { networkOf } from './rate-limit.ts';
import { refuseUnstorable } from './read-json.ts';
import { transactionsOf } from './second-factor-scope.ts';
import { type Performed, storedAnswer } from './stored-answer.ts';

/**
 * Reads the input, runs the step that may call external services, then one transaction with the
 * effect and its answer.
 */
export async function execute(
  gateway: Performer,
  action: Action,
  call: Call,
  now: Date,
  claim: Claim | null,
): Promise<Outgoing> {
  const { database, ports } = gateway;
  return answerInTime(action, async () => {
    const input = readInput(gateway, action, call, now);
    const transactOnce = transactionsOf(database, call.caller);
    const transact: typeof transactOnce = (work) =>
      repeatTransaction(database, () => transactOnce(work));
    const currentTime = () => gateway.clock.now();
    const network = networkOf(call.address);
    const context = { input, caller: call.caller, now, ports, transact, currentTime, network };
    const prepared = await action.prepare?.(context as never);
    const once = async (tx: Tx) => {
      const performed = await perform(gateway, action, call, { input, now, tx, prepared });
      if (claim) await completeClaim(tx, claim, storedAnswer(ports.secrets, action, performed));
      return performed.outgoing;
    };
    const answer = () => transact(once);
    const { caller, address } = call;
    if (!action.isLargeRead || !isMerchant(caller)) return answer();
    return gateway.readingTurns.run({ caller, address }, true, answer);
  });
}

type Performer = Pick<Gateway, 'clock' | 'database' | 'ports' | 'rateLimiter' | 'readingTurns'>;

/** The parsed input of a call that meets the action's requirements. */
export function readInput(gateway: Performer, action: Action, call: Call, now: Date): unknown {
  const { caller } = call;
  const input = parseInput(action.input, action.errors, readableFields(action, call));
  if (action.storesInput !== false) refuseUnstorable(input);
  if (action.stepUp === 'always') requireRecentProof(caller, now);
  countAttempt(gateway.rateLimiter, action, { ...call, input }, now);
  return input;
}

/** Applies the effect and its audit log entry in the transaction. */
export async function perform(
  { ports }: Performer,
  action: Action,
  { caller }: Call,
  { input, now, tx, prepared }: Pick<Handling, 'input' | 'now' | 'tx'> & { prepared?: unknown },
): Promise<Performed> {
  // Written out, because spreading an object and then adding to it costs a new shape each time.
  const handling: Handling = { input, caller, now, ports, tx, prepared };
  const answer = await action.handle(handling as never);
  recordAudit(tx, { action, caller, input, answer, now });
  const outgoing = success(envelope(answer), sessionHeader(answer, ports.publicUrl));
  return { input, answer, outgoing };
}

type Handling = HandleContext<CallerKind, unknown, unknown>;

/** Answers no sooner than the action's minimum time, so that timing reveals nothing. */
export async function answerInTime(
  action: Action,
  run: () => Promise<Outgoing>,
): Promise<Outgoing> {
  const { answersAfterMs } = action;
  const startedAt = performance.now();
  const outgoing = await run();
  if (answersAfterMs) await pause(Math.max(0, startedAt + answersAfterMs - performance.now()));
  return outgoing;
}

function envelope({ data, warnings }: Answer<unknown>): string {
  return JSON.stringify(warnings && warnings.length > 0 ? { data, warnings } : { data });
}

/** For an answer without headers of its own. */
export const NO_HEADERS = {};

function sessionHeader(answer: Answer<unknown>, publicUrl: string): Record<string, string> {
  if (answer.session === undefined) return NO_HEADERS;
  return { 'set-cookie': setSessionCookie(answer.session, publicUrl) };
}

export function success(body: string, headers: Readonly<Record<string, string>>): Outgoing {
  return { status: 200, body, headers };
}
