import { sql } from '../../database/database.ts';

/**
 * Whether the next step of a `subscription` may be taken: nothing is charged while a payment is
 * disputed, but a canceled subscription ends (docs/contract/payments.md#disputes).
 */
export const undisputed = sql`(not exists (select from dispute
    where dispute.store_id = subscription.store_id
      and dispute.subscription_order_id = subscription.order_id and dispute.status = 'open')
  or exists (select from orders canceled where canceled.store_id = subscription.store_id
    and canceled.id = subscription.order_id and canceled.status = 'canceling'))`;
