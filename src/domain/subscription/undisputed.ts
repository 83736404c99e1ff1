import { type Sql, sql } from '../../database/database.ts';

/**
 * Whether the next step of a `subscription` may be taken: nothing is charged while a payment is
 * disputed, but a canceled subscription ends (docs/contract/payments.md#disputes). A statement about
 * one store gives its ID, for a cluster (docs/guides/scaling.md).
 */
export const undisputed = (storeId: Sql = sql`subscription.store_id`): Sql => sql`(
  not exists (select from dispute where dispute.store_id = ${storeId}
    and dispute.subscription_order_id = subscription.order_id and dispute.status = 'open')
  or exists (select from orders canceled where canceled.store_id = ${storeId}
    and canceled.id = subscription.order_id and canceled.status = 'canceling'))`;
