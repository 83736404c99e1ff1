import type { Job, JobContext } from '../../contract/job.ts';
import type { PaymentProvider } from '../../contract/payment-provider.ts';
import { CHARGE_DISPUTED, type RefundOutcome } from '../../contract/refund.ts';
import { workAtOnce, workInTurns } from '../../contract/store-turns.ts';
import { endRefund } from './end-refund.ts';
import {
  type ClaimedRefund,
  claimDueRefunds,
  findStoresWithDueRefunds,
  type LeaseMs,
} from './refund.queries.ts';
import { requestOf } from './settle-refund.ts';
import { EXECUTE_REFUNDS_JOB } from './start-refund.ts';
import { takeExternalRefunds } from './take-external-refunds.ts';

/** Maximum refunds executed concurrently. */
const BATCH = 20;
/** How long until a worker asks the provider about the refund again; some take days. */
const LEASE_MS: LeaseMs = { first: 60_000, max: 3_600_000 };

/**
 * Executes the refunds of tickets in `processing`. The refund's ID, recorded with the ticket's
 * move, is the provider's idempotency key, so a crash at any point can't cause a second refund.
 */
export const executeRefunds: Job = {
  name: EXECUTE_REFUNDS_JOB,
  everyMs: 5_000,
  run: (context) => {
    const { database, now: currentTime } = context;
    return workInTurns(context, {
      find: () => findStoresWithDueRefunds(database, currentTime()),
      claim: (storeId, most) => claimDueRefunds(database, storeId, currentTime(), LEASE_MS, most),
      // Each one is checked again when its lease ends.
      work: (claimed) => workAtOnce(claimed, (refund) => execute(refund, context)),
      batch: BATCH,
    });
  },
};

async function execute(refund: ClaimedRefund, context: JobContext): Promise<void> {
  const { database, ports, now: currentTime } = context;
  const provider = ports.paymentProviders[refund.environment];
  if (provider?.name !== refund.provider) {
    throw new Error(`Refund ${refund.id} waits for the provider ${refund.provider}`);
  }
  if (refund.isExternal) {
    return takeExternalRefunds({ database, provider, currentTime }, refund.paymentId);
  }
  const now = currentTime();
  const outcome = await askProvider(provider, refund, now);
  // Accepted by the provider; checked again when the lease ends.
  if (outcome.status === 'pending') return;
  await database.transaction((tx) => endRefund(tx, refund, outcome, now));
}

/** A stopped worker or an unresponsive provider may have left a refund open. */
async function askProvider(
  provider: PaymentProvider,
  refund: ClaimedRefund,
  now: Date,
): Promise<RefundOutcome> {
  const request = requestOf(refund, now);
  if (refund.attemptCount > 1) {
    const known = await provider.settleRefund(request);
    return known ?? provider.refund(request);
  }
  // Disputed since it was approved. Later attempts leave this to the provider, because an earlier
  // request may still be in flight.
  if (refund.isDisputed) return { status: 'failed', reason: CHARGE_DISPUTED, reference: null };
  return provider.refund(request);
}
