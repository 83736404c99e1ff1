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

/** Rows of every action on one subscription. */
export const accessRows = {
  missingId: [400, 'Missing required field: orderId'],
  malformedId: [400, expectedFormat('ORD')],
} as const;

/** Rows of an action that merchants alone may call. */
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

export type OwnSubscription = Subscription & { readonly sessionId: SessionId };

/**
 * The subscription, locked, for its buyer or a merchant who may write on its store. Throws when it
 * cannot be reached, or while a charge for it is under way.
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
  // Before the lock, for a first charge's outcome locks in the other order; and after it, for a
  // renewal may have begun while we waited.
  if (await isCharging(tx, order.storeId, orderId)) throw errors.charging();
  // A subscription is locked before the order that is to take its place.
  if (order.originOrderId !== null) {
    await lockSubscription(tx, order.storeId, order.originOrderId, now);
    if (await isCharging(tx, order.storeId, orderId)) throw errors.charging();
  }
  const [subscription] = await lockSubscription(tx, order.storeId, orderId, now);
  if (!subscription) throw errors.notFound();
  if (await isCharging(tx, order.storeId, orderId)) throw errors.charging();
  return { ...subscription, sessionId: order.sessionId };
}
