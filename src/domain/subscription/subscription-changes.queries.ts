import { empty, type Queryable, sql } from '../../database/database.ts';
import { isOneOf } from '../../database/of-stores.ts';
import type { Id } from '../../kit/id.ts';
import {
  movedOrder,
  movedOrders,
  type OrderMove,
  type OrdersMove,
} from '../order/move-order.queries.ts';
import type { Period, Subscription } from './subscription.ts';

// Each change of a subscription moves the order's state in the same statement. The transaction must
// hold the lock of `lockSubscription`.

export interface Activation {
  readonly period: Period;
  readonly anchorAt: Date;
  readonly anchorPeriod: number;
  readonly trialEnd: Date | null;
  readonly savedMethod: string;
  /** Of the subscription that it replaces, whose saved method it may keep. */
  readonly refusedMethod?: string | null;
  /** Null if nothing was charged for the period. */
  readonly paymentId: Id<'PAY'> | null;
  readonly outcome: 'charged' | 'free_trial' | 'credited';
}

/** Makes the pending order active with its first period; returns no row if it isn't pending. */
export function activateSubscription(
  db: Queryable,
  move: OrderMove,
  given: Activation,
): Promise<unknown[]> {
  const { orderId, storeId } = move;
  const { period, paymentId, outcome } = given;
  return db.query(sql`
    with ${movedOrder(move)}, begun as (
      insert into subscription_period
        (order_id, period_number, store_id, starts_at, ends_at, outcome, payment_id)
      values (${orderId}::uuid, ${period.number}::integer, ${storeId}::uuid,
        ${period.start}::timestamptz, ${period.end}::timestamptz, ${outcome}, ${paymentId}::uuid))
    update subscription set anchor_at = ${given.anchorAt}, anchor_period = ${given.anchorPeriod},
      period_number = ${period.number}, period_start = ${period.start},
      period_end = ${period.end}, due_at = ${period.end}, trial_end = ${given.trialEnd},
      saved_method = ${given.savedMethod}, refused_method = ${given.refusedMethod ?? null}
    from moved where subscription.store_id = ${storeId} and order_id = moved.id
      and period_number is null
    returning order_id`);
}

export interface Advance {
  readonly orderId: Id<'ORD'>;
  /** The number of the period that ends. */
  readonly from: number;
  readonly period: Period;
  readonly skipped: readonly Period[];
  readonly paymentId: Id<'PAY'>;
  /** Null keeps the current method. */
  readonly savedMethod: string | null;
}

/**
 * Advances each to its charged period, by compare-and-set on the previous period's number, and makes
 * the orders active. Returns no row of a subscription that a concurrent call has already advanced.
 */
export async function advanceSubscriptions(
  db: Queryable,
  move: OrdersMove,
  advances: readonly Advance[],
): Promise<unknown[]> {
  const { orderIds, storeId } = move;
  const rows = advances.flatMap(({ orderId, from, period, skipped, paymentId, savedMethod }) => [
    ...skipped.map((one) => ({ orderId, ...one })),
    { orderId, ...period, paymentId, from, savedMethod },
  ]);
  // On a cluster, inserting what another part of the statement returns would use every node.
  if (db.guardsStores) await Promise.all(rows.map((row) => insertPeriod(db, storeId, row)));
  const begun = db.guardsStores
    ? empty
    : sql`, begun as (
      insert into subscription_period
        (order_id, period_number, store_id, starts_at, ends_at, outcome, payment_id)
      select "orderId", number, ${storeId}::uuid, start, "end",
        case when "paymentId" is null then 'skipped' else 'charged' end, "paymentId"
      from given)`;
  return db.query(sql`
    with ${movedOrders(move)}, given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given ("orderId" uuid,
        number integer, start timestamptz, "end" timestamptz, "paymentId" uuid, "from" integer,
        "savedMethod" text)
    )${begun}
    update subscription set period_number = given.number, period_start = given.start,
      period_end = given."end", due_at = given."end", failed_attempts = 0,
      first_failed_at = null, leased_until = null,
      saved_method = coalesce(given."savedMethod", saved_method), refused_method = null
    from moved, given
    where subscription.store_id = ${storeId} and ${isOneOf('subscription.order_id', orderIds)}
      and moved.id = subscription.order_id and given."orderId" = subscription.order_id
      and given."paymentId" is not null and period_number = given."from"
    returning order_id`);
}

async function insertPeriod(
  db: Queryable,
  storeId: Id<'STO'>,
  row: Period & { readonly orderId: Id<'ORD'>; readonly paymentId?: Id<'PAY'> },
): Promise<void> {
  const { orderId, number, start, end, paymentId = null } = row;
  await db.query(sql`
    insert into subscription_period
      (order_id, period_number, store_id, starts_at, ends_at, outcome, payment_id)
    values (${orderId}, ${number}, ${storeId}, ${start}, ${end},
      ${paymentId ? 'charged' : 'skipped'}, ${paymentId})`);
}

/** Records a failed charge and the time of the next; the order becomes past due. */
export function markPastDue(db: Queryable, move: OrderMove, dueAt: Date): Promise<unknown[]> {
  const { at } = move;
  return db.query(sql`
    with ${movedOrder(move)}
    update subscription set failed_attempts = failed_attempts + 1,
      first_failed_at = coalesce(first_failed_at, ${at}), due_at = ${dueAt}, leased_until = null
    from moved where subscription.store_id = ${move.storeId} and order_id = moved.id
    returning order_id`);
}

/** Returns a row only the first time in a UTC calendar month (`YYYY-MM`). */
export function noteMonthPastDue(
  db: Queryable,
  { storeId, orderId }: Pick<Subscription, 'storeId' | 'orderId'>,
  month: string,
): Promise<unknown[]> {
  return db.query(sql`
    insert into subscription_past_due_month (store_id, order_id, month)
    values (${storeId}, ${orderId}, ${month})
    on conflict do nothing returning order_id`);
}

/** Cancels at the end of the period; an unpaid subscription is due to end immediately. */
export function markCanceling(db: Queryable, move: OrderMove, unpaid: boolean): Promise<unknown[]> {
  const { at } = move;
  return db.query(sql`
    with ${movedOrder(move)}
    update subscription set canceled_at = ${at}, canceled_unpaid = ${unpaid},
      due_at = case when ${unpaid} then ${at} else period_end end, leased_until = null
    from moved where subscription.store_id = ${move.storeId} and order_id = moved.id
    returning order_id`);
}

/** Withdraws a cancellation, so that the subscription renews when its period ends. */
export function markUncanceled(db: Queryable, move: OrderMove): Promise<unknown[]> {
  return db.query(sql`
    with ${movedOrder(move)}
    update subscription set canceled_at = null, due_at = period_end, leased_until = null
    from moved where subscription.store_id = ${move.storeId} and order_id = moved.id
    returning order_id`);
}

/** Ends a running subscription; no further step is due. */
export function markCanceled(db: Queryable, move: OrderMove): Promise<unknown[]> {
  const { at } = move;
  return db.query(sql`
    with ${movedOrder(move)}
    update subscription set canceled_at = coalesce(canceled_at, ${at}), due_at = null,
      leased_until = null
    from moved where subscription.store_id = ${move.storeId} and order_id = moved.id
    returning order_id`);
}

/** Cancels an order that was never paid. */
export function markPendingCanceled(db: Queryable, move: OrderMove): Promise<unknown[]> {
  const { at } = move;
  return db.query(sql`
    with ${movedOrder(move)}
    update subscription set canceled_at = ${at} from moved
    where subscription.store_id = ${move.storeId} and order_id = moved.id and period_number is null
    returning order_id`);
}

/** Ends the lease. The next step is taken at the given time, by default when it was due. */
export async function releaseSubscription(
  db: Queryable,
  storeId: Id<'STO'>,
  orderId: Id<'ORD'>,
  dueAt: Date | null = null,
): Promise<void> {
  await db.query(sql`
    update subscription set leased_until = null, due_at = coalesce(${dueAt}::timestamptz, due_at)
    where store_id = ${storeId} and order_id = ${orderId}`);
}
