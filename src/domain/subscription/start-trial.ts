import type { Tx } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { completeSessionOfOrder } from '../checkout-session/checkout-session.queries.ts';
import { activate } from './record-charge.ts';
import { lockSubscription } from './subscription.queries.ts';

/**
 * Starts a free trial with a saved payment method; of several clicks, only one does. Returns false
 * if its checkout session has since ended or another of the buyer's orders has claimed the trial.
 */
export async function startTrial(
  tx: Tx,
  { id, storeId }: { readonly id: Id<'ORD'>; readonly storeId: Id<'STO'> },
  savedMethod: string,
  now: Date,
): Promise<boolean> {
  const [completed, [subscription]] = await Promise.all([
    completeSessionOfOrder(tx, storeId, id),
    lockSubscription(tx, storeId, id, now),
  ]);
  if (!subscription) return false;
  if (completed.length === 0) return subscription.orderStatus === 'active';
  return activate(tx, { subscription, savedMethod, paymentId: null }, now);
}
