import { type Queryable, sql } from '../database/database.ts';
import { isOneOf } from '../database/of-stores.ts';
import type { Id } from '../kit/id.ts';
import type { EventKind } from './new-event.ts';
import type { MerchantSwitch } from './switches.ts';

/** The languages in which orders of the store were paid. */
export function listLanguages(
  db: Queryable,
  storeId: Id<'STO'>,
  orderIds: readonly Id<'ORD'>[],
): Promise<{ readonly orderId: Id<'ORD'>; readonly language: string | null }[]> {
  return db.query(sql`
    select orders.id as "orderId", session.language from orders
      join checkout_session session
        on session.store_id = orders.store_id and session.id = orders.checkout_session_id
    where orders.store_id = ${storeId} and ${isOneOf('orders.id', orderIds)}`);
}

/** The merchants of the store who have turned a mail off for themselves in the environment. */
export function listRefusing(
  db: Queryable,
  { storeId, environment }: Pick<EventKind, 'storeId' | 'environment'>,
  name: MerchantSwitch,
): Promise<{ readonly merchantId: Id<'MER'> }[]> {
  return db.query(sql`
    select merchant_id as "merchantId" from notification_opt_out
    where store_id = ${storeId} and switch = ${name}
      and (environment is null or environment = ${environment})`);
}
