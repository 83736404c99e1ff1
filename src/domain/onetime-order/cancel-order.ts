import { z } from 'zod';
import { action } from '../../contract/action.ts';
import {
  type ApiKeyCaller,
  type DashboardCaller,
  lookingOf,
  type TokenCaller,
} from '../../contract/caller.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import { sourcesOf } from '../../contract/states.ts';
import { encodeId } from '../../kit/id.ts';
import { markSessionsExpired } from '../checkout-session/due-sessions.queries.ts';
import { ONETIME_ORDER_MOVES, type OnetimeOrderStatus } from '../order/onetime-order.states.ts';
import {
  type CancelableOrder,
  cancelOrdersOfSessions,
  findSessionOrder,
  lockOnetimeOrder,
} from '../order/order.queries.ts';
import { isOwnOrder } from '../order/own-order.ts';

const errors = errorTable('order', {
  missingId: [400, 'Missing required field: orderId'],
  malformedId: [400, expectedFormat('ORD')],
  notCancelable: [400, (status) => `Order cannot be canceled, current status: ${status}`],
  otherBuyer: [403, 'Order does not belong to user'],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  notFound: [404, 'Order not found'],
  charging: [409, 'Payment is already being processed'],
});

/** Cancels an unpaid order and ends its checkout session (docs/contract/payments.md). */
export const cancelOrder = action({
  path: 'onetime-order/cancel-order',
  summary: 'Cancel a pending one-time order',
  auth: ['token', 'apiKey', 'dashboard'],
  environment: 'credential',
  errors,
  input: z.object({ orderId: requiredId('ORD', errors.missingId, errors.malformedId) }),
  output: z.object({ orderId: z.string(), status: z.string() }),
  handle: async ({ input, caller, tx, now }) => {
    const looking = lookingOf(caller);
    const [locked] = await lockOnetimeOrder(tx, input.orderId, caller.environment, looking);
    if (!locked) throw errors.notFound();
    refuseOthers(locked, caller);
    // Read after the lock, so that a click committed in between is visible.
    const [order] = await findSessionOrder(tx, locked.storeId, locked.sessionId);
    if (!order) throw errors.notFound();
    if (!cancelable.includes(order.status)) throw errors.notCancelable(order.status);
    if (order.charging) throw errors.charging();
    const sessionIds = [locked.sessionId];
    await Promise.all([
      cancelOrdersOfSessions(tx, locked.storeId, sessionIds, now),
      markSessionsExpired(tx, locked.storeId, sessionIds),
    ]);
    const data = { orderId: encodeId('ORD', order.id), status: 'canceled' };
    return {
      data,
      audit: { storeId: locked.storeId, subjectType: 'order', subjectId: data.orderId },
    };
  },
});

const canceled: OnetimeOrderStatus = 'canceled';
const cancelable: readonly string[] = sourcesOf(ONETIME_ORDER_MOVES, canceled);

function refuseOthers(
  order: CancelableOrder,
  caller: TokenCaller | ApiKeyCaller | DashboardCaller,
): void {
  if (caller.kind === 'token') {
    if (order.storeId !== caller.storeId) throw errors.notFound();
    if (!isOwnOrder(order, caller)) throw errors.otherBuyer();
    return;
  }
  if (order.role === null) throw errors.notFound();
  if (order.role === 'member') throw errors.forbidden();
}
