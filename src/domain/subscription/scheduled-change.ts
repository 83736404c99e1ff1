import { makeMove } from '../../contract/states.ts';
import type { Tx } from '../../database/database.ts';
import { SUBSCRIPTION_ORDER_MOVES } from '../order/subscription-order.states.ts';
import { endScheduled } from './scheduled-change.queries.ts';
import type { Subscription } from './subscription.ts';

/**
 * Nothing takes the locked subscription's place any more; the order that was to do so ends:
 * `canceled` by somebody's wish, `closed` when it could not be paid.
 */
export async function endScheduledChange(
  tx: Tx,
  origin: Pick<Subscription, 'orderId' | 'storeId' | 'scheduledOrderId' | 'at'>,
  to: 'canceled' | 'closed',
): Promise<void> {
  const { orderId, storeId, scheduledOrderId, at } = origin;
  if (scheduledOrderId === null) return;
  const from = 'pending';
  await makeMove(
    SUBSCRIPTION_ORDER_MOVES,
    { from, to },
    {
      change: () => endScheduled(tx, orderId, { orderId: scheduledOrderId, storeId, from, to, at }),
      // Nobody is told of an order that never began.
      record: async () => {},
    },
  );
}
