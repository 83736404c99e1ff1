import type { ChargeOutcome } from '../../contract/payment-provider.ts';
import type { PaymentKey, PaymentRecords } from '../../contract/ports.ts';
import type { Tx } from '../../database/database.ts';

/** Records how a charge ended; what is still pending stays so. */
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
