import type { MerchantCaller } from '../../contract/caller.ts';
import { type Queryable, sql } from '../../database/database.ts';
import { lockingStores } from '../../database/guard-stores.ts';
import { isOfStores, storesWith } from '../../database/of-stores.ts';
import type { Id } from '../../kit/id.ts';
import { joinRole, roleIn, type StoreRole } from '../store/store.queries.ts';

/** A payment with the data for a mail about it. */
export interface MailedPayment {
  readonly storeId: Id<'STO'>;
  readonly orderId: Id<'ORD'>;
  readonly status: string;
  /** The caller's, in their environment. */
  readonly role: StoreRole;
  readonly buyerEmail: string;
  /** The language that the buyer paid in. */
  readonly language: string | null;
  readonly productName: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly method: string;
  readonly cardLast4: string | null;
  /** The store's time; null until it succeeded. */
  readonly paidAt: Date | null;
}

/** A payment in the caller's environment and a live store where they have a role, which is locked. */
export async function lockMailedPayment(
  db: Queryable,
  id: Id<'PAY'>,
  { merchantId, storeIds: all, environment }: MerchantCaller,
): Promise<MailedPayment[]> {
  const storeIds = await storesWith(db, 'payment', id, all);
  return lockingStores(db, 'no key update', storeIds).query<MailedPayment>(sql`
    select payment.store_id as "storeId", payment.order_id as "orderId", payment.status,
      ${roleIn(environment)}, orders.buyer_email as "buyerEmail", session.language,
      version.name as "productName", payment.amount_minor as "amountMinor", payment.currency,
      payment.method, payment.card_last4 as "cardLast4", payment.paid_at as "paidAt"
    from payment
    join orders on orders.store_id = payment.store_id and orders.id = payment.order_id
    join checkout_session session
      on session.store_id = orders.store_id and session.id = orders.checkout_session_id
    join product_version version
      on version.store_id = orders.store_id and version.id = orders.product_version_id
    ${joinRole('payment', merchantId)}
    where ${isOfStores('payment.store_id', storeIds)} and payment.id = ${id}
      and payment.environment = ${environment}
    for no key update of store`);
}
