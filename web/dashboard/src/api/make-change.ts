import {
  type ActionPath,
  callAction,
  type Environment,
  type Input,
  type Output,
  pause,
  type Sending,
} from './client.ts';
import { ApiError, type ErrorEntry } from './errors.ts';

/**
 * Changes whose answers the service doesn't store, so a retry is a second call
 * (docs/contract/idempotency.md).
 */
export const NEVER_REPLAYED: readonly ActionPath[] = [
  'api-key/create-key',
  'merchant/add-passkey',
  'merchant/begin-totp',
  'merchant/change-email',
  'merchant/change-password',
  'merchant/confirm-email',
  'merchant/confirm-email-change',
  'merchant/confirm-totp',
  'merchant/disable-totp',
  'merchant/log-in',
  'merchant/log-in-with-passkey',
  'merchant/log-out',
  'merchant/log-out-everywhere',
  'merchant/renew-recovery-codes',
  'merchant/request-email-confirmation',
  'merchant/request-password-reset',
  'merchant/reset-password',
  'merchant/sign-up',
  'merchant/step-up',
  'personal-data/erase-customer',
];

const ANSWER_LOST: ErrorEntry = {
  message:
    'We couldn’t get an answer from the service. The change may have been made: reload the page and check before you try again.',
  layer: 'gateway',
};

const REPEATABLE: ErrorEntry = {
  message:
    'We couldn’t get an answer from the service. The change may have been made. Check your connection and try again: the same change won’t be made twice.',
  layer: 'gateway',
};

const MADE_BEFORE =
  'Your earlier attempt had succeeded, so nothing was changed now. To make the same change once more, repeat it.';

/** The messages for a call that the service still works on, and for one whose commit is unknown. */
export const UNKNOWN_YET = [
  'Request with this idempotency key is already being processed',
  'Outcome unknown, retry with the same idempotency key',
];

/** Milliseconds before each retry of a call whose outcome the service doesn't know yet. */
const WAITS_MS = [400, 800, 1_600, 3_200, 6_400, 12_800];

/** The idempotency keys of changes whose outcome isn't known yet, by action, environment and body. */
const unanswered = new Map<string, string>();

/**
 * Calls an action that may change something. While the outcome is unknown, the same change is sent
 * with the same idempotency key, also from another form; one that is never replayed is sent once.
 */
export async function makeChange<Path extends ActionPath>(
  path: Path,
  input: Input<Path>,
  environment: Environment | null = null,
  warn?: (message: string) => void,
): Promise<Output<Path>> {
  if (NEVER_REPLAYED.includes(path)) {
    const call = callAction(path, input, environment, { warn, retries: 0 });
    return call.catch((error) => giveUp(error, ANSWER_LOST));
  }
  const change = JSON.stringify([path, environment, input]);
  const earlier = unanswered.get(change);
  const key = earlier ?? crypto.randomUUID();
  unanswered.set(change, key);
  const onReplay = earlier ? () => warn?.(MADE_BEFORE) : undefined;
  try {
    const data = await callUntilKnown(path, input, environment, { key, warn, onReplay });
    unanswered.delete(change);
    return data;
  } catch (error) {
    // A refusal, such as an ended session, says nothing about an earlier attempt.
    if (!earlier && !isUnknown(error)) unanswered.delete(change);
    return giveUp(error, REPEATABLE);
  }
}

async function callUntilKnown<Path extends ActionPath>(
  ...call: [Path, Input<Path>, Environment | null, Sending]
): Promise<Output<Path>> {
  for (const wait of WAITS_MS) {
    try {
      return await callAction(...call);
    } catch (error) {
      if (!isUnknownYet(error)) throw error;
      await pause(wait);
    }
  }
  return callAction(...call);
}

/** Throws the error, or what to do if the outcome is unknown. */
function giveUp(error: unknown, advice: ErrorEntry): never {
  throw isUnknown(error) ? new ApiError(0, [advice], null) : error;
}

function isUnknown(error: unknown): boolean {
  return isAnswerLost(error) || isUnknownYet(error);
}

function isUnknownYet(error: unknown): boolean {
  return error instanceof ApiError && UNKNOWN_YET.includes(error.message);
}

/** Whether a call may have succeeded although no answer came. */
export function isAnswerLost(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}
