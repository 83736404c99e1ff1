import type { ChargeSucceeded } from '../../contract/payment-provider.ts';
import type { Tx } from '../../database/database.ts';
import { recordEvent } from '../../events/record-event.ts';
import { encodeId, type Id } from '../../kit/id.ts';
import { markSessionCompleted } from '../checkout/checkout.queries.ts';
import { recordChargeInLedger } from '../ledger/ledger.queries.ts';
import { markPaymentSucceeded } from '../payment/payment.queries.ts';
import { recordChargedPeriod } from '../subscription-order/record-charge.ts';
import { lockSubscriptionOfPayment } from '../subscription-order/subscription.queries.ts';
import { markOrderCompleted } from './order.queries.ts';
import { paymentEventData } from './order-event.ts';
import { findSoldOrder } from './sold-order.queries.ts';

/**
 * Completes payment, order and session together and records their events; of all who try, one
 * does. Gives the order's id. Throws when the paid order could not be completed.
 */
export async function completePayment(
  tx: Tx,
  paymentId: Id<'PAY'>,
  outcome: ChargeSucceeded,
  now: Date,
): Promise<Id<'ORD'>> {
  // One round trip: each statement acts on what the one before has changed.
  const [recorded, , [subscription], , [sold]] = await Promise.all([
    markPaymentSucceeded(tx, paymentId, outcome, now),
    markOrderCompleted(tx, paymentId, now),
    lockSubscriptionOfPayment(tx, paymentId, now),
    markSessionCompleted(tx, paymentId),
    findSoldOrder(tx, paymentId, now),
    recordChargeInLedger(tx, paymentId, now),
  ]);
  if (sold && subscription) {
    const savedMethod = outcome.savedMethod ?? null;
    if (recorded.length > 0) {
      await recordChargedPeriod(tx, subscription, sold, savedMethod, now);
    }
    return sold.orderId;
  }
  if (sold?.orderStatus !== 'completed') throw new Error('A paid order did not complete');
  if (recorded.length > 0) {
    await recordEvent(
      tx,
      {
        storeId: sold.storeId,
        environment: sold.environment,
        type: 'order.completed',
        eventId: encodeId('PAY', paymentId),
        data: paymentEventData(sold, sold.at),
        storeName: sold.storeName,
        occurredAt: sold.at,
      },
      now,
    );
  }
  return sold.orderId;
}
