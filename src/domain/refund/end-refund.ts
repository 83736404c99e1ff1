import type { RefundEnded } from '../../contract/refund.ts';
import { makeMove } from '../../contract/states.ts';
import type { Tx } from '../../database/database.ts';
import { recordEvent } from '../../events/record-event.ts';
import { encodeId } from '../../kit/id.ts';
import { recordRefundInLedger } from '../ledger/ledger.queries.ts';
import { findSoldOrder } from '../order/sold-order.queries.ts';
import { findPaidFor } from '../payment/paid-for.queries.ts';
import { updateRefundStatus } from '../payment/payment.queries.ts';
import {
  findRefundFacts,
  lockRefundedPayment,
  markRefundEnded,
  markTicketExecuted,
  type RecordedRefund,
} from './refund.queries.ts';
import { REFUND_MOVES, type RefundStatus } from './refund.states.ts';
import { refundEventData } from './refund-event.ts';

/**
 * Records a refund's outcome in refund, ticket, payment and ledger together, with the event
 * `refund.succeeded` or `refund.failed`. Of concurrent attempts, exactly one succeeds. By default, only
 * a pending refund ends; `from` names the states from which it may.
 */
export async function endRefund(
  tx: Tx,
  refund: Pick<RecordedRefund, 'id' | 'storeId' | 'paymentId'>,
  outcome: RefundEnded,
  now: Date,
  from: readonly RefundStatus[] = ['pending'],
): Promise<void> {
  const { id, storeId, paymentId } = refund;
  const payment = { id: paymentId, storeId };
  // One round trip: each statement builds on what the previous one changed.
  const locked = lockRefundedPayment(tx, payment);
  const moved = makeMove(
    REFUND_MOVES,
    // A failure is reported in the same way from every state.
    { from: 'pending', to: outcome.status },
    {
      change: () => markRefundEnded(tx, refund, { outcome, from }, now),
      record: async (type) => {
        const [[facts], [sold], [paid]] = await told;
        if (!facts || !sold || !paid) throw new Error('A refund has lost its payment');
        const { environment, storeName, at } = sold;
        const scope = { storeId, environment, storeName, occurredAt: at };
        const event = {
          ...{ type, eventId: encodeId('REF', id), data: refundEventData(sold, facts, paid) },
          // `refund.succeeded` has the refund's ID.
          isIdTaken: facts.isReturned,
        };
        await recordEvent(tx, { ...scope, ...event }, now);
      },
    },
  );
  const following = [
    markTicketExecuted(tx, refund),
    updateRefundStatus(tx, payment, now),
    recordRefundInLedger(tx, refund, now),
  ];
  const told = Promise.all([
    findRefundFacts(tx, refund),
    findSoldOrder(tx, payment, now),
    findPaidFor(tx, payment),
  ]);
  await Promise.all([locked, moved, ...following, told]);
}
