import type { Job, JobContext } from '../../contract/job.ts';
import { workAtOnce, workInTurns } from '../../contract/store-turns.ts';
import {
  claimUnsettledPayments,
  findStoresWithUnsettledPayments,
  type SettleLeaseMs,
  type UnsettledPayment,
} from './payment.queries.ts';
import { settlePayment } from './settle-payment.ts';

/** Payments asked about in one batch. */
const BATCH = 20;
/** Until another worker asks again; some charges end after days. */
const LEASE_MS: SettleLeaseMs = { shortest: 60_000, longest: 3_600_000 };

/**
 * Finishes payments whose process stopped between the charge and its record: asks the provider by
 * our id how the charge ended and records that, as the process would have
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
      // Each is asked again when its lease ends.
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
