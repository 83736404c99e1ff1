import type { Card } from '../../contract/payment-provider.ts';
import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import type { CreditedPeriod } from '../../kit/proration.ts';
import { movedOrder, type OrderMove } from '../order/move-order.queries.ts';
import type { PendingSubscription } from './begin-subscription.queries.ts';
import { shownCard } from './shown-card.ts';

/** A subscription and its store. */
export interface OrderKey {
  readonly orderId: Id<'ORD'>;
  readonly storeId: Id<'STO'>;
}

/**
 * The subscription's current period last, preceded by the periods that plan changes replaced as far
 * back as credit was carried from one to the next. Refunds and disputed amounts aren't kept; a refund
 * that was only requested is, because it may be rejected.
 */
export function findCreditedPeriods(
  db: Queryable,
  { orderId, storeId }: OrderKey,
): Promise<CreditedPeriod[]> {
  return db.query<CreditedPeriod>(sql`
    with recursive credited as (
      select order_id, 1 as nth, period_number, period_start, period_end, carried_minor
      from subscription where store_id = ${storeId} and order_id = ${orderId}
      union all
      select origin.order_id, nth + 1, origin.period_number, origin.period_start,
        origin.period_end, origin.carried_minor
      from credited
      join orders on orders.store_id = ${storeId} and orders.id = credited.order_id
      join subscription origin
        on origin.store_id = ${storeId} and origin.order_id = orders.change_origin_order_id
      where credited.period_number = 1 and credited.carried_minor > 0)
    select period_start as start, period_end as "end",
      case when period_number = 1 then carried_minor else 0 end as "carriedMinor",
      coalesce((select sum(greatest(0, amount_minor
          - coalesce((select sum(refund.amount_minor) from refund
            where refund.store_id = ${storeId} and refund.payment_id = payment.id
              and refund.status <> 'failed'), 0)
          - coalesce((select sum(dispute.amount_minor) from dispute
            where dispute.store_id = ${storeId} and dispute.payment_id = payment.id
              and dispute.status <> 'won'), 0))) from payment
        where payment.store_id = ${storeId} and payment.order_id = credited.order_id
          and payment.status = 'succeeded'
          and payment.period_number = credited.period_number), 0)::bigint as "keptMinor"
    from credited order by nth desc`);
}

export interface ChangedSubscription extends Omit<PendingSubscription, 'trialDays' | 'trialMinor'> {
  readonly firstMinor: bigint;
  readonly carriedMinor: bigint;
}

/** Writes the subscription row of a change's pending order; another attempt may change it. */
export async function putChangedSubscription(
  db: Queryable,
  given: ChangedSubscription,
): Promise<void> {
  await db.query(sql`
    insert into subscription (order_id, store_id, environment, billing_period, payment_method,
      provider, first_minor, carried_minor)
    values (${given.orderId}, ${given.storeId}, ${given.environment}, ${given.billingPeriod},
      ${given.paymentMethod}, ${given.provider}, ${given.firstMinor}, ${given.carriedMinor})
    on conflict (order_id, store_id) do update set payment_method = excluded.payment_method,
      provider = excluded.provider, first_minor = excluded.first_minor,
      carried_minor = excluded.carried_minor
      where subscription.period_number is null`);
}

/** Saves the payment method that the buyer gave for a change. */
export async function keepMethod(
  db: Queryable,
  { orderId, storeId }: OrderKey,
  { savedMethod, card }: { readonly savedMethod: string; readonly card: Card | null },
): Promise<void> {
  await db.query(sql`
    update subscription set saved_method = ${savedMethod}, card_brand = ${card?.brand ?? null},
      card_last4 = ${card?.last4 ?? null}, card_exp_month = ${card?.expMonth ?? null},
      card_exp_year = ${card?.expYear ?? null}
    where store_id = ${storeId} and order_id = ${orderId}`);
}

/**
 * Copies the card shown for one order to the next, for when no payment of the next order shows it.
 */
export async function carryCard(
  db: Queryable,
  { orderId: from, storeId }: OrderKey,
  to: Id<'ORD'>,
): Promise<void> {
  await db.query(sql`
    update subscription set card_brand = shown.card_brand, card_last4 = shown.card_last4,
      card_exp_month = shown.card_exp_month, card_exp_year = shown.card_exp_year
    from ${shownCard(storeId, sql`${from}`)} shown
    where store_id = ${storeId} and order_id = ${to}`);
}

/** Keeps the worker from renewing a subscription while its change is being paid. */
export async function holdSubscription(
  db: Queryable,
  { orderId, storeId }: OrderKey,
  until: Date,
): Promise<void> {
  await db.query(sql`
    update subscription set leased_until = ${until}
    where store_id = ${storeId} and order_id = ${orderId}`);
}

/** Ends the subscription that another order replaces; returns no row if its status has changed. */
export function supersede(db: Queryable, move: OrderMove): Promise<unknown[]> {
  return db.query(sql`
    with ${movedOrder(move)}
    update subscription set canceled_at = ${move.at}, due_at = null, leased_until = null,
      scheduled_order_id = null
    from moved where subscription.store_id = moved.store_id and order_id = moved.id
    returning order_id`);
}

/** The subscription that a change's order replaces. */
export async function findOriginId(
  db: Queryable,
  storeId: Id<'STO'>,
  orderId: Id<'ORD'>,
): Promise<Id<'ORD'> | null> {
  const [row] = await db.query<{ originId: Id<'ORD'> | null }>(sql`
    select change_origin_order_id as "originId" from orders
    where store_id = ${storeId} and id = ${orderId}`);
  return row?.originId ?? null;
}
