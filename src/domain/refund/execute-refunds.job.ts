import type { Job, JobContext } from '../../contract/job.ts';
import type { PaymentProvider, RefundRequest } from '../../contract/payment-provider.ts';
import { workAtOnce, workInTurns } from '../../contract/store-turns.ts';
import { endRefund } from './end-refund.ts';
import {
  claimDueRefunds,
  type DueRefund,
  findStoresWithDueRefunds,
  type LeaseMs,
} from './refund.queries.ts';
import { requestOf } from './settle-refund.ts';
import { EXECUTE_REFUNDS_JOB } from './start-refund.ts';

/** Refunds executed at once. */
const BATCH = 20;
/** Until another worker asks the provider how the refund ended; some end after days. */
const LEASE_MS: LeaseMs = { first: 60_000, longest: 3_600_000 };

/**
 * Executes the refunds of tickets that are processed. The refund's id, recorded with the ticket's
 * move, is the provider's idempotency key: whatever stops in between, the refund happens once.
 */
export const executeRefunds: Job = {
  name: EXECUTE_REFUNDS_JOB,
  everyMs: 5_000,
  run: (context) => {
    const { database, now: currentTime } = context;
    return workInTurns(context, {
      find: () => findStoresWithDueRefunds(database, currentTime()),
      claim: (storeId, most) => claimDueRefunds(database, storeId, currentTime(), LEASE_MS, most),
      // Each is asked about again when its lease ends.
      work: (claimed) => workAtOnce(claimed, (refund) => execute(refund, context)),
      batch: BATCH,
    });
  },
};

async function execute(refund: DueRefund, context: JobContext): Promise<void> {
  const { database, ports, now: currentTime } = context;
  const provider = ports.paymentProviders[refund.environment];
  if (provider?.name !== refund.provider) {
    throw new Error(`Refund ${refund.id} waits for the provider ${refund.provider}`);
  }
  const now = currentTime();
  const outcome = await askProvider(provider, requestOf(refund, now), refund.attemptCount === 1);
  // Taken on by the provider: asked again when the lease ends.
  if (outcome.status === 'pending') return;
  await database.transaction((tx) => endRefund(tx, refund, outcome, now));
}

/** A worker that stopped, or a provider that did not answer, may have left a refund behind. */
async function askProvider(provider: PaymentProvider, request: RefundRequest, isFirst: boolean) {
  const known = isFirst ? null : await provider.settleRefund(request);
  return known ?? provider.refund(request);
}
