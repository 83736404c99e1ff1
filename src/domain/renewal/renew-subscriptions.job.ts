import type { Job, JobContext } from '../../contract/job.ts';
import { RENEWAL_JOB } from '../subscription/subscription.ts';
import { claimSteps } from './renew.ts';
import { takeStep } from './take-step.ts';

/** Subscriptions worked on at once. */
const BATCH = 20;

/**
 * Renews subscriptions whose time has come, retries failed renewals and ends what was canceled
 * (docs/contract/subscriptions.md). Any number of workers share the due rows
 * (docs/contract/invariants.md#21).
 */
export const renewSubscriptions: Job = {
  name: RENEWAL_JOB,
  everyMs: 5_000,
  run: async (context) => {
    const problems: string[] = [];
    let total = 0;
    // What cannot be charged is put off; it must not hold up what stands behind it.
    for (;;) {
      const batch = await renewBatch(context);
      total += batch.looked;
      problems.push(...batch.problems);
      if (batch.problems.length === 0 || context.signal.aborted) break;
    }
    if (problems.length > 0) throw new Error(problems.join('; '));
    return total;
  },
};

async function renewBatch({ database, ports, now: currentTime }: JobContext) {
  const context = { database, ports, currentTime };
  const claimed = await claimSteps(context, 'all', BATCH);
  const batch = claimed.looked > 0 ? claimed : await claimSteps(context, 'ahead', BATCH);
  const results = await Promise.allSettled(batch.steps.map((step) => takeStep(context, step)));
  // Each goes on when its lease ends; the first failure is reported.
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return batch;
}
