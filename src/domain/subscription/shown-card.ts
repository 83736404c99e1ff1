import { type Sql, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';

/**
 * The card shown for an order: that of the subscription, otherwise that of its latest payment. No row
 * if neither has one.
 */
export const shownCard = (storeId: Id<'STO'>, orderId: Sql): Sql => sql`(
  select card_brand, card_last4, card_exp_month, card_exp_year from subscription
  where store_id = ${storeId} and order_id = ${orderId} and card_last4 is not null
  union all
  (select card_brand, card_last4, card_exp_month, card_exp_year from payment
  where store_id = ${storeId} and order_id = ${orderId} and status = 'succeeded' order by paid_at desc limit 1)
  limit 1)`;
