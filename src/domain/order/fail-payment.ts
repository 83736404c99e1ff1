import type { ChargeDeclined } from '../../contract/payment-provider.ts';
import type { Tx } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { markPaymentFailed } from '../payment/payment.queries.ts';
import { recordFailedCharge } from '../subscription-order/record-failure.ts';
import { lockSubscriptionOfPayment } from '../subscription-order/subscription.queries.ts';

/** Records that a charge was declined and what follows from it; of all who try, one does. */
export async function failPayment(
  tx: Tx,
  paymentId: Id<'PAY'>,
  outcome: ChargeDeclined,
  now: Date,
): Promise<void> {
  const [recorded, [subscription]] = await Promise.all([
    markPaymentFailed(tx, paymentId, outcome, now),
    lockSubscriptionOfPayment(tx, paymentId, now),
  ]);
  if (recorded.length === 0 || !subscription) return;
  await recordFailedCharge(tx, subscription, outcome, now);
}
