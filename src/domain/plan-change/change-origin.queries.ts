import type { Environment } from '../../contract/caller.ts';
import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { writtenMetadata } from '../metadata.queries.ts';

/** A subscription that a session would change. */
export interface ChangeOrigin {
  readonly orderId: Id<'ORD'>;
  readonly status: string;
  readonly productId: Id<'PROD'>;
  readonly currency: string;
  readonly totalMinor: bigint;
  readonly buyerIdentity: string | null;
  readonly buyerEmail: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly merchantExternalId: string | null;
  /** The language in which its buyer paid, if recorded. */
  readonly language: string | null;
  /** Whether its product and the new one are in the same group, and what the group allows. */
  readonly sharesGroup: boolean;
  readonly selfService: boolean;
}

/** The store's subscription, with its relation to the new product. */
export function findChangeOrigin(
  db: Queryable,
  orderId: Id<'ORD'>,
  storeId: Id<'STO'>,
  environment: Environment,
  targetId: Id<'PROD'>,
): Promise<ChangeOrigin[]> {
  return db.query<ChangeOrigin>(sql`
    select orders.id as "orderId", orders.status, orders.product_id as "productId",
      orders.currency, orders.total_minor as "totalMinor",
      orders.buyer_identity as "buyerIdentity", orders.buyer_email as "buyerEmail",
      ${writtenMetadata('orders')} as metadata,
      orders.merchant_external_id as "merchantExternalId",
      (select session.language from checkout_session session
        where session.store_id = ${storeId} and session.id = orders.checkout_session_id)
        as language,
      shared.id is not null as "sharesGroup",
      coalesce(shared.self_service_plan_change, false) as "selfService"
    from orders left join lateral (
      select product_group.id, product_group.self_service_plan_change
      from product_group_member own
      join product_group_member other
        on other.store_id = own.store_id and other.group_id = own.group_id
      join product_group
        on product_group.store_id = own.store_id and product_group.id = own.group_id
      where own.store_id = ${storeId} and own.product_id = orders.product_id
        and own.environment = orders.environment
        and other.product_id = ${targetId}
    ) shared on true
    where orders.id = ${orderId} and orders.store_id = ${storeId}
      and orders.environment = ${environment} and orders.kind = 'subscription'`);
}
