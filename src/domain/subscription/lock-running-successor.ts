import type { Tx } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { findSuccessorId } from '../order/move-order.queries.ts';
import { RUNNING } from '../order/subscription-order.states.ts';
import { lockSubscription } from './subscription.queries.ts';
import type { Subscription } from './subscription.ts';

/**
 * Locks what became of a subscription order through plan changes. Null if it has ended, or never
 * began.
 */
export async function lockRunningSuccessor(
  tx: Tx,
  storeId: Id<'STO'>,
  orderId: Id<'ORD'>,
  now: Date,
): Promise<Subscription | null> {
  // The second statement sees what was committed while the first one waited.
  const [[subscription], successorId] = await Promise.all([
    lockSubscription(tx, storeId, orderId, now),
    findSuccessorId(tx, storeId, orderId),
  ]);
  if (successorId !== null) return lockRunningSuccessor(tx, storeId, successorId, now);
  return subscription && RUNNING.includes(subscription.orderStatus) ? subscription : null;
}
