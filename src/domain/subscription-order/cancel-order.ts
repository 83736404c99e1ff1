import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import type { Tx } from '../../database/database.ts';
import { encodeId } from '../../kit/id.ts';
import { markSessionsExpired } from '../checkout-session/due-sessions.queries.ts';
import type { OrderMove } from '../order/move-order.queries.ts';
import { mailWithdrawal } from '../plan-change/withdrawn-change.ts';
import { moveSubscription } from '../subscription/move-subscription.ts';
import {
  accessRows,
  lockOwnSubscription,
  type OwnSubscription,
  refusalRows,
} from '../subscription/order-access.ts';
import { unscheduleChange } from '../subscription/scheduled-change.queries.ts';
import { endScheduledChange } from '../subscription/scheduled-change.ts';
import { RENEWAL_JOB } from '../subscription/subscription.ts';
import {
  markCanceling,
  markPendingCanceled,
} from '../subscription/subscription-changes.queries.ts';

/** The states that end with a call. */
const CANCELABLE = ['pending', 'active', 'past_due'] as const;

const errors = errorTable('order', {
  ...accessRows,
  notCancelable: [400, (status) => `Subscription cannot be canceled, current status: ${status}`],
  ...refusalRows,
});

/**
 * Cancels a subscription: a pending one immediately, an active one at the end of its period. One
 * that is past due ends on the worker's next run, because its period has ended
 * (docs/contract/subscriptions.md).
 */
export const cancelSubscriptionOrder = action({
  path: 'subscription-order/cancel-order',
  summary: 'Cancel a subscription',
  auth: ['token', 'apiKey', 'dashboard'],
  environment: 'credential',
  errors,
  input: z.object({
    orderId: requiredId('ORD', errors.missingId, errors.malformedId),
    /** Cancels only in this state, such as `pending` to withdraw a scheduled plan change. */
    ifStatus: z.enum(CANCELABLE).nullish(),
  }),
  output: z.object({ orderId: z.string(), status: z.string() }),
  handle: async ({ input, caller, tx, now }) => {
    const { orderId, ifStatus } = input;
    const subscription = await lockOwnSubscription(tx, orderId, caller, errors, now);
    const { storeId, orderStatus, wasPendingChange } = subscription;
    // A plan change that has taken effect meanwhile can't be withdrawn: the new plan would end.
    const expected = ifStatus ?? (wasPendingChange ? 'pending' : orderStatus);
    if (orderStatus !== expected) throw errors.notCancelable(orderStatus);
    const status = await cancel(tx, subscription, now);
    const data = { orderId: encodeId('ORD', orderId), status };
    return { data, audit: { storeId, subjectType: 'order', subjectId: data.orderId } };
  },
});

async function cancel(tx: Tx, subscription: OwnSubscription, now: Date): Promise<string> {
  const { orderId, storeId, orderStatus, at, periodEnd, sessionId } = subscription;
  if (orderStatus === 'pending') {
    const [[origin]] = await Promise.all([
      unscheduleChange(tx, storeId, orderId),
      moveSubscription(
        tx,
        subscription,
        { to: 'canceled', change: (move) => markPendingCanceled(tx, move) },
        now,
      ),
      markSessionsExpired(tx, storeId, [sessionId]),
    ]);
    if (origin) await mailWithdrawal(tx, origin.orderId, subscription, now);
    return 'canceled';
  }
  if (orderStatus !== 'active' && orderStatus !== 'past_due') {
    throw errors.notCancelable(orderStatus);
  }
  const unpaid = orderStatus === 'past_due';
  // A disputed subscription isn't charged when its period ends.
  const isOver = unpaid || (periodEnd !== null && periodEnd <= at);
  // A subscription that is to end has no next plan.
  await endScheduledChange(tx, subscription, 'canceled');
  const change = (move: OrderMove) => markCanceling(tx, move, unpaid);
  const after = { canceledAt: at };
  // There may be no access left to keep: then only the end, which follows immediately, is mailed.
  const move = { to: 'canceling', change, after, isMailedByAnother: isOver } as const;
  await moveSubscription(tx, subscription, move, now);
  if (isOver) tx.wake(RENEWAL_JOB);
  return 'canceling';
}
