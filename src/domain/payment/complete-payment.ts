import type { ChargeSucceeded } from '../../contract/payment-provider.ts';
import type { PaymentKey } from '../../contract/ports.ts';
import type { Tx } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { markSessionCompleted } from '../checkout-session/checkout-session.queries.ts';
import { recordChargeInLedger } from '../ledger/ledger.queries.ts';
import { findSoldOrder } from '../order/sold-order.queries.ts';
import { markPaymentSucceeded } from './payment.queries.ts';
import type { Sale } from './sale.ts';

/**
 * Completes payment, order and session together and records their events; of concurrent callers,
 * only one does. Returns the order's id. Throws if the paid order could not be completed.
 */
export async function completePayment(
  sales: readonly Sale[],
  tx: Tx,
  payment: PaymentKey,
  outcome: ChargeSucceeded,
  now: Date,
): Promise<Id<'ORD'>> {
  // One round trip: each statement sees the changes of the previous ones.
  const recording = markPaymentSucceeded(tx, payment, outcome, now);
  const sold = async () => ((await recording).length > 0 ? order : null);
  const following = sales.map((sale) => sale.paid(tx, { ...payment, outcome, sold }, now));
  const completing = markSessionCompleted(tx, payment);
  const order = findSoldOrder(tx, payment, now).then(([found]) => {
    if (!found) throw new Error('A payment without its order');
    return found;
  });
  await Promise.all([
    recording,
    completing,
    order,
    recordChargeInLedger(tx, payment, now),
    ...following,
  ]);
  return (await order).orderId;
}
