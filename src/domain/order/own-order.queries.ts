import type { TokenCaller } from '../../contract/caller.ts';
import { type Sql, sql } from '../../database/database.ts';

/** The condition of `isOwnOrder` on `orders`, including its store and environment. */
export function ownOrders({ storeId, environment, buyerIdentity, provenEmail }: TokenCaller): Sql {
  const mine = sql`orders.buyer_identity = ${buyerIdentity}`;
  return sql`orders.store_id = ${storeId} and orders.environment = ${environment} and (${
    provenEmail === undefined ? mine : sql`${mine} or lower(orders.buyer_email) = ${provenEmail}`
  })`;
}
