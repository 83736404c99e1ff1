import {
  type ApiKeyCaller,
  type DashboardCaller,
  lookingOf,
  type TokenCaller,
} from '../../contract/caller.ts';
import { type ErrorTable, expectedFormat } from '../../contract/errors.ts';
import type { Tx } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import type { SessionId } from '../checkout-session/session-id.ts';
import { isOwnOrder } from '../order/own-order.ts';
import { findReachableOrder, isCharging } from './order-access.queries.ts';
import { lockSubscription } from './subscription.queries.ts';
import type { Subscription } from './subscription.ts';

/** Error rows of every action on one subscription. */
export const accessRows = {
  missingId: [400, 'Missing required field: orderId'],
  malformedId: [400, expectedFormat('ORD')],
} as const;

/** Error rows of an action that only merchants may call. */
export const merchantRefusalRows = {
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  notFound: [404, 'Order not found'],
  charging: [409, 'Payment is already being processed'],
} as const;

export const refusalRows = {
  otherBuyer: [403, 'Order does not belong to user'],
  ...merchantRefusalRows,
} as const;

type Errors = ErrorTable<'notFound' | 'charging'> & Partial<ErrorTable<'forbidden' | 'otherBuyer'>>;

export type OwnSubscription = Subscription & {
  readonly sessionId: SessionId;
  /** Whether it was the pending order of a plan change when the call found it, before any lock. */
  readonly wasPendingChange: boolean;
};

/**
 * Locks and returns the subscription for its buyer or a merchant who may write to its store. Throws
 * if the caller may not access it or a charge for it is in progress.
 */
export async function lockOwnSubscription(
  tx: Tx,
  orderId: Id<'ORD'>,
  caller: TokenCaller | ApiKeyCaller | DashboardCaller,
  errors: Errors,
  now: Date,
): Promise<OwnSubscription> {
  const [order] = await findReachableOrder(tx, orderId, caller.environment, lookingOf(caller));
  if (!order) throw errors.notFound();
  if (caller.kind === 'token') {
    if (order.storeId !== caller.storeId) throw errors.notFound();
    if (!isOwnOrder(order, caller)) throw (errors.otherBuyer ?? errors.notFound)();
  } else {
    if (order.role === null) throw errors.notFound();
    if (order.role === 'member' && errors.forbidden) throw errors.forbidden();
  }
  // Check before locking, because a first charge's outcome locks in the other order, and again
  // afterwards, because a renewal may have started while we waited.
  if (await isCharging(tx, order.storeId, orderId)) throw errors.charging();
  // Lock a subscription before the order that is to replace it.
  if (order.originOrderId !== null) {
    await lockSubscription(tx, order.storeId, order.originOrderId, now);
    if (await isCharging(tx, order.storeId, orderId)) throw errors.charging();
  }
  const [subscription] = await lockSubscription(tx, order.storeId, orderId, now);
  if (!subscription) throw errors.notFound();
  if (await isCharging(tx, order.storeId, orderId)) throw errors.charging();
  const wasPendingChange = order.originOrderId !== null;
  return { ...subscription, sessionId: order.sessionId, wasPendingChange };
}
