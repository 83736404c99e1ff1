import type { Card } from '../../contract/payment-provider.ts';
import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { shownCard } from './shown-card.ts';
import type { OrderKey } from './switch-plan.queries.ts';

export interface NewSavedMethod extends OrderKey {
  /** The order of a scheduled plan change, whose first charge uses the method as well. */
  readonly scheduledOrderId: Id<'ORD'> | null;
  /** Name of the provider that saved it. */
  readonly provider: string;
  readonly paymentMethod: string;
  readonly savedMethod: string;
  readonly card: Card | null;
  /** When to retry an unpaid charge with the new method; null leaves the due time unchanged. */
  readonly dueAt: Date | null;
}

/** Replaces the payment method used for later charges, including those of a scheduled change. */
export async function replaceSavedMethod(db: Queryable, given: NewSavedMethod): Promise<void> {
  const { orderId, storeId, scheduledOrderId, provider, paymentMethod } = given;
  const { savedMethod, card, dueAt } = given;
  const orderIds = [orderId, ...(scheduledOrderId ? [scheduledOrderId] : [])];
  await db.query(sql`
    update subscription set saved_method = ${savedMethod}, payment_method = ${paymentMethod},
      card_brand = ${card?.brand ?? null}, card_last4 = ${card?.last4 ?? null},
      card_exp_month = ${card?.expMonth ?? null}, card_exp_year = ${card?.expYear ?? null},
      due_at = case when order_id = ${orderId} then coalesce(${dueAt}::timestamptz, due_at)
        else due_at end
    where store_id = ${storeId} and order_id = any(${orderIds}::uuid[])
      and provider = ${provider}`);
}

/** A saved method whose card has been replaced. */
interface ReplacedCard extends Pick<NewSavedMethod, 'provider' | 'savedMethod'> {
  readonly card: Card;
}

/**
 * Shows another card for a saved method of the orders, and lifts its refusal: the bank has refused the
 * card shown before. Nothing changes if the card is shown already, such as by a repeated call.
 */
export async function updateSavedCard(
  db: Queryable,
  storeId: Id<'STO'>,
  orderIds: readonly Id<'ORD'>[],
  { provider, savedMethod, card }: ReplacedCard,
): Promise<void> {
  const { brand, last4, expMonth, expYear } = card;
  await db.query(sql`
    update subscription saved set card_brand = ${brand}, card_last4 = ${last4},
      card_exp_month = ${expMonth}, card_exp_year = ${expYear}, refused_method = null
    where saved.store_id = ${storeId} and saved.order_id = any(${orderIds}::uuid[])
      and saved.provider = ${provider} and saved.saved_method = ${savedMethod}
      and not exists (select from ${shownCard(storeId, sql`saved.order_id`)} shown
        where card_brand = ${brand} and card_last4 = ${last4}
          and card_exp_month = ${expMonth} and card_exp_year = ${expYear})`);
}

/** Records that a saved method is never to be charged again, unless another one has replaced it. */
export async function markMethodRefused(
  db: Queryable,
  { orderId, storeId }: OrderKey,
  refusedMethod: string,
): Promise<void> {
  await db.query(sql`
    update subscription set refused_method = ${refusedMethod}
    where store_id = ${storeId} and order_id = ${orderId} and saved_method = ${refusedMethod}`);
}
