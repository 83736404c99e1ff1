import type { ChargeOutcome } from '../../contract/payment-provider.ts';
import type { PaymentRecords } from '../../contract/ports.ts';
import type { Tx } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';

/** Records how a charge ended; what is still pending stays so. */
export async function recordOutcome(
  payments: PaymentRecords,
  tx: Tx,
  paymentId: Id<'PAY'>,
  outcome: ChargeOutcome,
  now: Date,
): Promise<void> {
  if (outcome.status === 'succeeded') await payments.succeed(tx, paymentId, outcome, now);
  else if (outcome.status === 'declined') await payments.fail(tx, paymentId, outcome, now);
}
