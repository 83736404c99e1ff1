import { makeMove } from '../../contract/states.ts';
import type { Tx } from '../../database/database.ts';
import { SUBSCRIPTION_ORDER_MOVES } from '../order/subscription-order.states.ts';
import { endScheduled } from './scheduled-change.queries.ts';
import type { Subscription } from './subscription.ts';

/**
 * Withdraws the scheduled change of a locked subscription and ends its pending order: `canceled` on
 * request, `closed` if it couldn't be paid.
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
      // An order that never started emits no event.
      record: async () => {},
    },
  );
}
