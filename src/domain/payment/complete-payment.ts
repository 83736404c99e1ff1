import type { ChargeSucceeded } from '../../contract/payment-provider.ts';
import type { Charged } from '../../contract/ports.ts';
import type { Tx } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { markSessionsCompleted } from '../checkout-session/checkout-session.queries.ts';
import { recordChargesInLedger } from '../ledger/ledger.queries.ts';
import { findSoldOrders, type SoldOrder } from '../order/sold-order.queries.ts';
import { markPaymentsSucceeded } from './payment.queries.ts';
import type { Sale } from './sale.ts';

/**
 * Completes payments of one store and environment with their orders and sessions, and records their
 * events; of concurrent callers, only one does. Returns the orders. Throws if a paid order could not
 * be completed.
 */
export async function completePayments(
  sales: readonly Sale[],
  tx: Tx,
  storeId: Id<'STO'>,
  charges: readonly Charged<ChargeSucceeded>[],
  now: Date,
): Promise<readonly SoldOrder[]> {
  const payments = { ids: charges.map(({ id }) => id), storeId };
  // One round trip: each statement sees the changes of the previous ones.
  const recording = markPaymentsSucceeded(tx, storeId, charges, now);
  const sold = async () => {
    const recorded = new Set((await recording).map(({ id }) => id));
    return (await orders).filter(({ paymentId }) => recorded.has(paymentId));
  };
  const following = sales.map((sale) => sale.paid(tx, { ...payments, charges, sold }, now));
  const completing = markSessionsCompleted(tx, payments);
  const orders = findSoldOrders(tx, payments, now).then((found) => {
    if (found.length < charges.length) throw new Error('A payment without its order');
    return found;
  });
  await Promise.all([
    recording,
    completing,
    orders,
    recordChargesInLedger(tx, payments, now),
    ...following,
  ]);
  return orders;
}
