import {
  type ActionPath,
  callAction,
  type Environment,
  type Input,
  type Output,
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

/** Calls an action that may change something, without retries if it is never replayed. */
export async function makeChange<Path extends ActionPath>(
  path: Path,
  input: Input<Path>,
  environment: Environment | null = null,
  warn?: (message: string) => void,
): Promise<Output<Path>> {
  if (!NEVER_REPLAYED.includes(path)) return callAction(path, input, environment, warn);
  try {
    return await callAction(path, input, environment, warn, 0);
  } catch (error) {
    throw isAnswerLost(error) ? new ApiError(0, [ANSWER_LOST], null) : error;
  }
}

/** Whether a call may have succeeded although no answer came. */
export function isAnswerLost(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}
