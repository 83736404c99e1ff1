import type { Job, JobContext } from '../../contract/job.ts';
import {
  claimUnsettledPayments,
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
  run: async (context) => {
    const { database, now: currentTime } = context;
    const claimed = await claimUnsettledPayments(database, currentTime(), LEASE_MS, BATCH);
    const results = await Promise.allSettled(claimed.map((payment) => settle(payment, context)));
    // Each is asked again when its lease ends; the first failure is reported.
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    return claimed.length;
  },
};

async function settle(payment: UnsettledPayment, context: JobContext): Promise<void> {
  const provider = context.ports.paymentProviders[payment.environment];
  if (provider?.name !== payment.provider) {
    throw new Error(`Payment ${payment.id} waits for the provider ${payment.provider}`);
  }
  const { database, ports, now: currentTime } = context;
  await settlePayment({ database, ports, currentTime }, provider, payment.id);
}
