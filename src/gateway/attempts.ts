import type { Action } from '../contract/action.ts';
import type { Call } from './call.ts';
import type { Limit } from './limit.ts';
import { attemptLimit, networkOf, type RateLimiter } from './rate-limit.ts';

/** Password hashes for callers of one network: each takes a fifth of a second. */
const HASHES_OF_NETWORK: Limit = { policy: 'password-hash', burst: 10, perSecond: 1 };

/** Who attempts what, and from where. */
export interface Attempt extends Pick<Call, 'caller' | 'address'> {
  readonly input: unknown;
}

/**
 * Counts a call against its action's limits on attempts. Attempts on one value, such as an account,
 * are counted per merchant, and per network for anyone else, so that one caller can't use up
 * another's. Throws 429.
 */
export function countAttempt(
  limiter: RateLimiter,
  { path, attempts = [], hashesPassword }: Action,
  { caller, address, input }: Attempt,
  now: Date,
): void {
  const network = networkOf(address);
  const who = 'merchantId' in caller ? caller.merchantId : network;
  for (const { limit, minutes = 1, by, name = path } of attempts) {
    limiter.take(attemptLimit(name, limit, minutes), `${who} ${by(input as never)}`, now);
  }
  if (hashesPassword) limiter.take(HASHES_OF_NETWORK, network, now);
}
