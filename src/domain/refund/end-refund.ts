import type { RefundEnded } from '../../contract/payment-provider.ts';
import type { Tx } from '../../database/database.ts';
import { recordEvent } from '../../events/record-event.ts';
import { encodeId, type Id } from '../../kit/id.ts';
import { recordRefundInLedger } from '../ledger/ledger.queries.ts';
import { findSoldOrder } from '../order/sold-order.queries.ts';
import { updateRefundStatus } from '../payment/payment.queries.ts';
import {
  findRefundFacts,
  lockRefundedPayment,
  markRefundEnded,
  markTicketExecuted,
} from './refund.queries.ts';
import { refundEventData } from './refund-event.ts';

/**
 * Records how a refund ended: refund, ticket, payment and ledger together, and `refund.succeeded` or
 * `refund.failed`; of all who try, one does.
 */
export async function endRefund(
  tx: Tx,
  refund: { readonly id: Id<'REF'>; readonly paymentId: Id<'PAY'> },
  outcome: RefundEnded,
  now: Date,
): Promise<void> {
  const { id, paymentId } = refund;
  // One round trip: each statement acts on what the one before has changed.
  const [, recorded, , , , [facts], [sold]] = await Promise.all([
    lockRefundedPayment(tx, paymentId),
    markRefundEnded(tx, id, outcome, now),
    markTicketExecuted(tx, id),
    updateRefundStatus(tx, paymentId, now),
    recordRefundInLedger(tx, id, now),
    findRefundFacts(tx, id),
    findSoldOrder(tx, paymentId, now),
  ]);
  if (recorded.length === 0) return;
  if (!facts || !sold) throw new Error('A refund has lost its payment');
  await recordEvent(
    tx,
    {
      ...{ storeId: sold.storeId, environment: sold.environment, storeName: sold.storeName },
      ...{ type: `refund.${outcome.status}`, eventId: encodeId('REF', id), occurredAt: sold.at },
      data: refundEventData(sold, facts),
    },
    now,
  );
}
