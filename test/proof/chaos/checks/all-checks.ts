import { FAILOVER_CHECKS } from '../../failover/failover-checks.ts';
import { CATALOGUE_CHECKS } from './catalogue-checks.ts';
import type { Check, Evidence, Verdict } from './check.ts';
import { DELIVERY_CHECKS } from './delivery-checks.ts';
import { EVENT_CHECKS } from './event-checks.ts';
import { KEY_CHECKS } from './key-checks.ts';
import { MONEY_CHECKS } from './money-checks.ts';
import { OPERATION_CHECKS } from './operation-checks.ts';
import { SUBSCRIPTION_CHECKS } from './subscription-checks.ts';

export const CHECKS: readonly Check[] = [
  ...KEY_CHECKS,
  ...CATALOGUE_CHECKS,
  ...EVENT_CHECKS,
  ...DELIVERY_CHECKS,
  ...MONEY_CHECKS,
  ...SUBSCRIPTION_CHECKS,
  ...OPERATION_CHECKS,
].sort((one, other) => one.invariant - other.invariant);

/** A check with its result. */
export type Judged = Pick<Check, 'invariant' | 'promise'> & Verdict;

export async function judgeAll(evidence: Evidence): Promise<Judged[]> {
  const judged: Judged[] = [];
  const checks = evidence.takeovers ? [...CHECKS, ...FAILOVER_CHECKS] : CHECKS;
  for (const { invariant, promise, judge } of checks) {
    judged.push({ invariant, promise, ...(await judge(evidence)) });
  }
  return judged;
}
