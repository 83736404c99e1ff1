import type { ChargeOutcome } from '../../contract/payment-provider.ts';
import type { Tx } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { completePayment } from './complete-payment.ts';
import { failPayment } from './fail-payment.ts';

/** Records how a charge ended; of all who try, one does. One that has not ended stays pending. */
export async function recordOutcome(
  tx: Tx,
  paymentId: Id<'PAY'>,
  outcome: ChargeOutcome,
  now: Date,
): Promise<void> {
  if (outcome.status === 'succeeded') await completePayment(tx, paymentId, outcome, now);
  else if (outcome.status === 'declined') await failPayment(tx, paymentId, outcome, now);
}
