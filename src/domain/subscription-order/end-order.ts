import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import { encodeId } from '../../kit/id.ts';
import { RUNNING } from '../order/subscription-order.states.ts';
import {
  accessRows,
  lockOwnSubscription,
  merchantRefusalRows,
} from '../subscription/order-access.ts';
import { endSubscription } from '../subscription/record-failure.ts';
import { endScheduledChange } from '../subscription/scheduled-change.ts';

const errors = errorTable('order', {
  ...accessRows,
  notRunning: [400, (status) => `Subscription cannot be ended, current status: ${status}`],
  ...merchantRefusalRows,
});

/**
 * Ends a running subscription immediately, even if more is paid for. Refunds nothing
 * (docs/contract/subscriptions.md#cancellation).
 */
export const endSubscriptionOrder = action({
  path: 'subscription-order/end-order',
  summary: 'End a subscription immediately',
  auth: MERCHANT,
  environment: 'credential',
  errors,
  input: z.object({ orderId: requiredId('ORD', errors.missingId, errors.malformedId) }),
  output: z.object({ orderId: z.string(), status: z.string() }),
  handle: async ({ input, caller, tx, now }) => {
    const { orderId } = input;
    const subscription = await lockOwnSubscription(tx, orderId, caller, errors, now);
    const { orderStatus, storeId } = subscription;
    if (!RUNNING.includes(orderStatus)) throw errors.notRunning(orderStatus);
    await endScheduledChange(tx, subscription, 'canceled');
    await endSubscription(tx, subscription, now);
    const data = { orderId: encodeId('ORD', orderId), status: 'canceled' };
    return { data, audit: { storeId, subjectType: 'order', subjectId: data.orderId } };
  },
});
