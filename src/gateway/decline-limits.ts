import { Counter, type Registry } from 'prom-client';
import type { Config } from '../config.ts';
import type { Action } from '../contract/action.ts';
import type { Caller } from '../contract/caller.ts';
import { ActionError, type ErrorRow } from '../contract/errors.ts';
import type { Incoming } from './incoming.ts';
import type { Limit } from './limit.ts';
import { networkOf, type RateLimiter } from './rate-limit.ts';

const SECONDS_PER_HOUR = 3_600;

type Limits = Pick<
  Config,
  'RATE_LIMIT_NETWORK_DECLINES_PER_HOUR' | 'RATE_LIMIT_STORE_DECLINES_PER_HOUR'
>;

/** An attempt to charge a card: which action, by which caller, from where. */
export interface Attempt {
  readonly action: Action;
  readonly caller: Caller;
  readonly incoming: Pick<Incoming, 'address'>;
}

export interface DeclineLimits {
  /**
   * Runs an action and counts responses that say that the card was declined or, for the network,
   * that the amount due has changed. Throws 429 before running it after too many on the caller's
   * network or in the store.
   */
  bound<T>(attempt: Attempt, now: Date, run: () => Promise<T>): Promise<T>;
}

/**
 * Limits how many stolen cards can be tested. Only declined cards count, so busy stores and
 * networks with many buyers aren't affected (docs/contract/limits.md#declined-cards).
 */
export function createDeclineLimits(
  limiter: RateLimiter,
  limits: Limits,
  registry: Registry,
): DeclineLimits {
  const count = countDeclines(registry);
  const ofNetwork = perHour('network-declines', limits.RATE_LIMIT_NETWORK_DECLINES_PER_HOUR);
  const ofStore = perHour('store-declines', limits.RATE_LIMIT_STORE_DECLINES_PER_HOUR);
  return {
    bound: async ({ action, caller, incoming }, now, run) => {
      const { declined, otherAmount } = action.errors;
      if (!declined || !('storeId' in caller)) return run();
      const { storeId, environment } = caller;
      const buckets = [
        ['network', ofNetwork, `${networkOf(incoming.address)} ${environment}`],
        ['store', ofStore, `${storeId} ${environment}`],
      ] as const;
      for (const [name, limit, key] of buckets) {
        withRefusal(
          () => limiter.check(limit, key, now),
          () => count.refused.inc({ environment, limit: name }),
        );
      }
      try {
        return await run();
      } catch (error) {
        const isDeclined = isRow(error, declined);
        if (isDeclined) count.declined.inc({ environment });
        // The amount due reveals whether the address has used its trial. No card was tried, so it
        // doesn't count for the store: anyone could close its checkout.
        if (isDeclined || (otherAmount && isRow(error, otherAmount))) {
          for (const [name, limit, key] of buckets) {
            if (isDeclined || name === 'network') spend(limiter, limit, key, now);
          }
        }
        throw error;
      }
    },
  };
}

function withRefusal(check: () => void, onRefusal: () => void): void {
  try {
    check();
  } catch (error) {
    onRefusal();
    throw error;
  }
}

/** Concurrent attempts may have emptied the bucket: then there is nothing left to take. */
function spend(limiter: RateLimiter, limit: Limit, key: string, now: Date): void {
  try {
    limiter.take(limit, key, now);
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
  }
}

function isRow(error: unknown, row: ErrorRow): boolean {
  return error instanceof ActionError && error.message.startsWith(row('').message);
}

function perHour(policy: string, count: number): Limit {
  return { policy, burst: count, perSecond: count / SECONDS_PER_HOUR };
}

function countDeclines(registry: Registry) {
  return {
    declined: new Counter({
      name: 'tillgate_declined_cards_total',
      help: 'Cards that were declined while the buyer was waiting.',
      labelNames: ['environment'],
      registers: [registry],
    }),
    refused: new Counter({
      name: 'tillgate_refused_cards_total',
      help: 'Cards that were not tried because too many had been declined.',
      labelNames: ['environment', 'limit'],
      registers: [registry],
    }),
  };
}
