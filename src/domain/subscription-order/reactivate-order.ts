import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import { encodeId } from '../../kit/id.ts';
import type { OrderMove } from '../order/move-order.queries.ts';
import { moveSubscription } from '../subscription/move-subscription.ts';
import { accessRows, lockOwnSubscription, refusalRows } from '../subscription/order-access.ts';
import type { Subscription } from '../subscription/subscription.ts';
import { markUncanceled } from '../subscription/subscription-changes.queries.ts';

const errors = errorTable('order', {
  ...accessRows,
  unpaid: [400, 'Subscription with an unpaid balance cannot be reactivated'],
  notCanceling: [400, (status) => `Subscription cannot be reactivated, current status: ${status}`],
  ...refusalRows,
});

/**
 * Withdraws a cancellation before the period's end: the subscription renews again
 * (docs/contract/subscriptions.md).
 */
export const reactivateSubscriptionOrder = action({
  path: 'subscription-order/reactivate-order',
  summary: 'Withdraw the cancellation of a subscription',
  auth: ['token', ...MERCHANT],
  environment: 'credential',
  errors,
  input: z.object({ orderId: requiredId('ORD', errors.missingId, errors.malformedId) }),
  output: z.object({ orderId: z.string(), status: z.string() }),
  handle: async ({ input, caller, tx, now }) => {
    const { orderId } = input;
    const subscription = await lockOwnSubscription(tx, orderId, caller, errors, now);
    refuseEnded(subscription);
    const change = (move: OrderMove) => markUncanceled(tx, move);
    const after = { canceledAt: null };
    await moveSubscription(tx, subscription, { to: 'active', change, after }, now);
    return { data: { orderId: encodeId('ORD', orderId), status: 'active' } };
  },
});

function refuseEnded({ orderStatus, canceledUnpaid, dueAt, at }: Subscription): void {
  const isEnding = orderStatus === 'canceling';
  if (orderStatus === 'past_due' || (isEnding && canceledUnpaid)) throw errors.unpaid();
  if (!isEnding) throw errors.notCanceling(orderStatus);
  // Its period has ended, but the worker hasn't processed it yet.
  if (dueAt !== null && dueAt <= at) throw errors.notCanceling('canceled');
}
