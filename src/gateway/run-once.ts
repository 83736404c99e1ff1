import type { Action } from '../contract/action.ts';
import type { Tx } from '../database/database.ts';
import { repeatTransaction } from '../database/repeat-transaction.ts';
import type { Call } from './call.ts';
import { answerInTime, execute, perform, readInput, success } from './execute.ts';
import type { Gateway, Outgoing } from './gateway.ts';
import type { Answered } from './idempotency.queries.ts';
import {
  answerOf,
  claimIdempotencyKey,
  holdClaim,
  isKeyInUse,
  keepAnswer,
  lockIdempotencyKey,
  newClaim,
  readIdempotencyKey,
} from './idempotency.ts';
import { refuseBehindFactor, transactionsOf } from './second-factor-scope.ts';
import { readStored, storedAnswer } from './stored-answer.ts';

/** Executes the action, at most once per idempotency key if there is one. */
export function runOnce(
  gateway: Gateway,
  action: Action,
  call: Call,
  header: string | undefined,
  now: Date,
): Promise<Outgoing> {
  const key = header === undefined ? null : readIdempotencyKey(header);
  if (key === null || action.replayable === false) {
    return execute(gateway, action, call, now, null);
  }
  // An external call before the transaction needs a claim that starts before that call.
  if (action.prepare) return claimAndExecute(gateway, action, call, now, key);
  return lockAndExecute(gateway, action, call, now, key);
}

async function claimAndExecute(
  gateway: Gateway,
  action: Action,
  call: Call,
  now: Date,
  key: string,
): Promise<Outgoing> {
  const claimed = await claimIdempotencyKey(gateway.database, call.caller, key, now);
  if ('replay' in claimed) return replay(gateway, call, claimed.replay);
  const { claim } = claimed;
  const run = () => execute(gateway, action, call, now, claim);
  return holdClaim(gateway, claim, run);
}

/** The transaction of the effect locks the key itself. */
async function lockAndExecute(
  gateway: Gateway,
  action: Action,
  call: Call,
  now: Date,
  key: string,
): Promise<Outgoing> {
  const { database, ports } = gateway;
  const transact = transactionsOf(database, call.caller);
  const claim = newClaim(call.caller, key);
  const work = async (tx: Tx) => {
    const locked = lockIdempotencyKey(tx, claim, now);
    try {
      // A replay doesn't count as an attempt.
      if (action.attempts || action.hashesPassword) await locked;
      const input = readInput(gateway, action, call, now);
      const performed = await perform(gateway, action, call, { input, now, tx });
      await locked;
      keepAnswer(tx, claim, storedAnswer(ports.secrets, action, performed), now);
      return performed.outgoing;
    } catch (error) {
      // A key in use takes precedence over any other error.
      await locked;
      throw error;
    }
  };
  try {
    return await answerInTime(action, () => repeatTransaction(database, () => transact(work)));
  } catch (error) {
    if (!isKeyInUse(error)) throw error;
    return replay(gateway, call, await answerOf(database, claim, now));
  }
}

async function replay(
  { database, ports }: Gateway,
  { caller }: Call,
  { answer, storeId }: Answered,
): Promise<Outgoing> {
  await refuseBehindFactor(database, caller, storeId);
  return success(readStored(ports.secrets, answer), { 'idempotent-replayed': 'true' });
}
