import type { Job } from '../../contract/job.ts';
import { workAtOnce, workInTurns } from '../../contract/store-turns.ts';
import { findStoresWithDueSubscriptions } from '../subscription/due.queries.ts';
import { RENEWAL_JOB } from '../subscription/subscription.ts';
import { claimSteps, type RenewalContext, type Step } from './renew.ts';
import { takeCharges } from './take-charges.ts';
import { type ChargeStep, type Takable, takeStep } from './take-step.ts';

/** Maximum number of subscriptions processed at the same time. */
export const RENEWAL_BATCH = 50;

/**
 * Renews due subscriptions, retries failed renewals and ends canceled subscriptions
 * (docs/contract/subscriptions.md). Any number of workers share the due rows
 * (docs/contract/invariants.md#21).
 */
export const renewSubscriptions: Job = {
  name: RENEWAL_JOB,
  everyMs: 5_000,
  run: async (context) => {
    const { database, ports, now: currentTime } = context;
    const renewal = { database, ports, currentTime };
    const problems: string[] = [];
    const total = await workInTurns(context, {
      find: () => findStoresWithDueSubscriptions(database, currentTime()),
      claim: (side, most) => claimSteps(renewal, side, most),
      work: (steps) => takeSteps(renewal, steps, problems),
      batch: RENEWAL_BATCH,
    });
    if (problems.length > 0) throw new Error(problems.join('; '));
    return total;
  },
};

/**
 * A failed step is retried when its lease expires; a subscription that can't be charged has been
 * postponed.
 */
function takeSteps(context: RenewalContext, steps: readonly Step[], problems: string[]) {
  const charges: ChargeStep[] = [];
  const others: Takable[] = [];
  for (const step of steps) {
    if (step.kind === 'charge') charges.push(step);
    else if (step.kind !== 'stuck') others.push(step);
    else problems.push(`Subscription ${step.orderId}: ${step.problem}`);
  }
  const work = [
    () => takeCharges(context, charges),
    ...others.map((step) => () => takeStep(context, step)),
  ];
  return workAtOnce(work, (one) => one());
}
