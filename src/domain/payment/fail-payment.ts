import type { ChargeDeclined } from '../../contract/payment-provider.ts';
import type { PaymentKey } from '../../contract/ports.ts';
import type { Tx } from '../../database/database.ts';
import { endAttempt } from '../checkout-session/attempts.queries.ts';
import { markPaymentFailed } from './payment.queries.ts';
import type { Sale } from './sale.ts';

/**
 * Records that a charge was declined, and its consequences; of concurrent callers, only one does.
 */
export async function failPayment(
  sales: readonly Sale[],
  tx: Tx,
  payment: PaymentKey,
  outcome: ChargeDeclined,
  now: Date,
): Promise<void> {
  const recorded = await markPaymentFailed(tx, payment, outcome, now);
  if (recorded.length === 0) return;
  // The session before the subscription, the order in which paying locks them.
  await Promise.all([
    endAttempt(tx, payment, outcome, now),
    ...sales.map((sale) => sale.failed(tx, { ...payment, outcome }, now)),
  ]);
}
