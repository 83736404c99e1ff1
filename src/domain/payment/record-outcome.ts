import type { ChargeOutcome } from '../../contract/payment-provider.ts';
import type { PaymentKey, PaymentRecords } from '../../contract/ports.ts';
import type { Tx } from '../../database/database.ts';

/** Records the outcome of a charge; a charge that is still pending is left as it is. */
export async function recordOutcome(
  payments: PaymentRecords,
  tx: Tx,
  payment: PaymentKey,
  outcome: ChargeOutcome,
  now: Date,
): Promise<void> {
  if (outcome.status === 'succeeded') await payments.succeed(tx, payment, outcome, now);
  else if (outcome.status === 'declined') await payments.fail(tx, payment, outcome, now);
}
