import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import { encodeId } from '../../kit/id.ts';
import { accessRows, lockOwnSubscription, refusalRows } from './order-access.ts';
import type { Subscription } from './subscription.ts';
import { markUncanceled } from './subscription-changes.queries.ts';
import { recordStatusEvent } from './subscription-event.ts';

const { forbidden: _merchantsOnly, ...buyerRefusals } = refusalRows;

const errors = errorTable('order', {
  ...accessRows,
  unpaid: [400, 'Subscription with an unpaid balance cannot be reactivated'],
  notCanceling: [400, (status) => `Subscription cannot be reactivated, current status: ${status}`],
  ...buyerRefusals,
});

/** Withdraws a cancellation before the period's end: the subscription renews again (decisions 7). */
export const reactivateSubscriptionOrder = action({
  path: 'subscription-order/reactivate-order',
  summary: 'Withdraw the cancellation of a subscription',
  auth: ['token'],
  environment: 'credential',
  errors,
  input: z.object({ orderId: requiredId('ORD', errors.missingId, errors.malformedId) }),
  output: z.object({ orderId: z.string(), status: z.string() }),
  handle: async ({ input, caller, tx, now }) => {
    const { orderId } = input;
    const subscription = await lockOwnSubscription(tx, orderId, caller, errors, now);
    refuseEnded(subscription);
    const active = { ...subscription, orderStatus: 'active', canceledAt: null };
    await markUncanceled(tx, { orderId, at: subscription.at });
    await recordStatusEvent(tx, 'subscription.uncanceled', active, now);
    return { data: { orderId: encodeId('ORD', orderId), status: 'active' } };
  },
});

function refuseEnded({ orderStatus, canceledUnpaid, dueAt, at }: Subscription): void {
  const isEnding = orderStatus === 'canceling';
  if (orderStatus === 'past_due' || (isEnding && canceledUnpaid)) throw errors.unpaid();
  if (!isEnding) throw errors.notCanceling(orderStatus);
  // Its period is over, only the worker has not seen it yet.
  if (dueAt !== null && dueAt <= at) throw errors.notCanceling('canceled');
}
