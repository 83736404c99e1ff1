import type { Job, JobContext } from '../../contract/job.ts';
import { workAtOnce, workInTurns } from '../../contract/store-turns.ts';
import {
  claimUnsettledPayments,
  findStoresWithUnsettledPayments,
  type SettleLeaseMs,
  type UnsettledPayment,
} from './payment.queries.ts';
import { settlePayment } from './settle-payment.ts';

/** Maximum number of payments settled in one batch. */
const BATCH = 20;
/** How long before another worker asks again; some charges take days to end. */
const LEASE_MS: SettleLeaseMs = { min: 60_000, max: 3_600_000 };

/**
 * Finishes payments whose process stopped between the charge and its record: asks the provider for
 * the outcome by our payment id and records it as the process would have
 * (docs/contract/invariants.md#20).
 */
export const settlePayments: Job = {
  name: 'settle-payments',
  everyMs: 5_000,
  run: (context) => {
    const { database, now: currentTime } = context;
    return workInTurns(context, {
      find: () => findStoresWithUnsettledPayments(database, currentTime()),
      claim: (storeId, most) =>
        claimUnsettledPayments(database, storeId, currentTime(), LEASE_MS, most),
      // A payment that is still pending is settled again when its lease expires.
      work: (claimed) => workAtOnce(claimed, (payment) => settle(payment, context)),
      batch: BATCH,
    });
  },
};

async function settle(payment: UnsettledPayment, context: JobContext): Promise<void> {
  const provider = context.ports.paymentProviders[payment.environment];
  if (provider?.name !== payment.provider) {
    throw new Error(`Payment ${payment.id} waits for the provider ${payment.provider}`);
  }
  const { database, ports, now: currentTime } = context;
  await settlePayment({ database, ports, currentTime }, provider, payment);
}
