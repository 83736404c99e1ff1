import { type ChargeDeclined, NOT_COMPLETED } from '../../contract/payment-provider.ts';
import type { PaymentKey } from '../../contract/ports.ts';
import { type Queryable, type Sql, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import type { SessionId } from './session-id.ts';

/** Maximum number of declined cards per session (docs/contract/checkout.md#declined-cards). */
export const MAX_DECLINES = 10;

/**
 * Takes one of the session's attempts before a card is tried, so that concurrent clicks cannot
 * exceed the limit. Returns no row if none is left.
 */
export function takeAttempt(
  db: Queryable,
  sessionId: SessionId,
  storeId: Id<'STO'>,
): Promise<unknown[]> {
  return db.query(sql`
    update checkout_session set declines = declines + 1
    where id = ${sessionId} and store_id = ${storeId} and declines < ${MAX_DECLINES}
    returning id`);
}

/** Gives an order's attempt back, because no card was declined. */
export async function giveAttemptBack(
  db: Queryable,
  orderId: Id<'ORD'>,
  storeId: Id<'STO'>,
): Promise<void> {
  await db.query(sql`
    update checkout_session session set declines = session.declines - 1
    from orders where orders.store_id = ${storeId} and orders.id = ${orderId}
      and ${ofOrder} and session.store_id = ${storeId} and session.declines > 0`);
}

/** Records a declined card: if it used the last attempt, the session expires. */
export async function closeAfterDeclines(
  db: Queryable,
  orderId: Id<'ORD'>,
  storeId: Id<'STO'>,
  now: Date,
): Promise<void> {
  await db.query(sql`
    update checkout_session session set expires_at = ${now}
    from orders where orders.store_id = ${storeId} and orders.id = ${orderId}
      and ${ofOrder} and session.store_id = ${storeId} and ${isUsedUp(now)}`);
}

/**
 * Like `closeAfterDeclines`, for a failed payment; a charge that never arrived gives its attempt
 * back.
 */
export async function endAttempt(
  db: Queryable,
  { id, storeId }: PaymentKey,
  { reason }: ChargeDeclined,
  now: Date,
): Promise<void> {
  const change =
    reason === NOT_COMPLETED
      ? { set: sql`declines = session.declines - 1`, where: sql`session.declines > 0` }
      : { set: sql`expires_at = ${now}`, where: isUsedUp(now) };
  await db.query(sql`
    update checkout_session session set ${change.set}
    from payment join orders on orders.id = payment.order_id
      and orders.store_id = payment.store_id
    where payment.store_id = ${storeId} and payment.id = ${id}
      and session.store_id = ${storeId} and ${ofOrder} and ${change.where}`);
}

/** Only an open session: one that has ended is left unchanged. */
const ofOrder = sql`session.id = orders.checkout_session_id
  and session.store_id = orders.store_id and session.status = 'open'`;

function isUsedUp(now: Date): Sql {
  return sql`session.declines >= ${MAX_DECLINES} and session.expires_at > ${now}`;
}
