import type { Tx } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { completeSessionOfOrder } from '../checkout-session/checkout-session.queries.ts';
import { activate } from './record-charge.ts';
import { lockSubscription } from './subscription.queries.ts';

/** `ended`: its checkout session has; `taken`: another of the buyer's orders has the trial. */
type TrialStart = 'started' | 'ended' | 'taken';

/** Starts a free trial with a saved payment method; of several clicks, only one does. */
export async function startTrial(
  tx: Tx,
  { id, storeId }: { readonly id: Id<'ORD'>; readonly storeId: Id<'STO'> },
  savedMethod: string,
  now: Date,
): Promise<TrialStart> {
  const [completed, [subscription]] = await Promise.all([
    completeSessionOfOrder(tx, storeId, id),
    lockSubscription(tx, storeId, id, now),
  ]);
  if (completed.length === 0) return subscription?.orderStatus === 'active' ? 'started' : 'ended';
  if (!subscription) return 'ended';
  const isStarted = await activate(tx, { subscription, savedMethod, paymentId: null }, now);
  return isStarted ? 'started' : 'taken';
}
