import type { Environment, Looking } from '../../contract/caller.ts';
import { type Queryable, type Sql, sql } from '../../database/database.ts';
import { lockingStores } from '../../database/guard-stores.ts';
import { isOfStores, storesWith } from '../../database/of-stores.ts';
import type { Id } from '../../kit/id.ts';
import { roleIn, type StoreRole } from '../store/store.queries.ts';
import { storeTime } from '../test-clock/store-time.ts';

/** The facts that decide whether, by whom and how much of a payment may be refunded. */
export interface RefundablePayment {
  readonly id: Id<'PAY'>;
  readonly storeId: Id<'STO'>;
  readonly status: string;
  readonly currency: string;
  readonly amountMinor: bigint;
  /** The sum of its tickets that are open or refunded. */
  readonly claimedMinor: bigint;
  /** Of a dispute that the merchant hasn't won, an open one first; null if there is none. */
  readonly disputeStatus: 'open' | 'lost' | null;
  /** The store's time of payment; null until then. */
  readonly paidAt: Date | null;
  /** The store's time now. */
  readonly at: Date;
  readonly buyerIdentity: string | null;
  readonly buyerEmail: string;
  /** The merchant's role on the payment's store in its environment, or null. */
  readonly role: StoreRole | null;
}

/** The stores and the environment that a caller can see. */
export interface Viewpoint extends Looking {
  readonly environment: Environment;
  readonly now: Date;
}

/**
 * The payment of a live store, locked until the transaction ends. Every change to its tickets and
 * refunds locks the payment first, so the changes happen one after another.
 */
export async function lockRefundablePayment(
  db: Queryable,
  id: Id<'PAY'>,
  view: Viewpoint,
): Promise<RefundablePayment[]> {
  const storeIds = await storesWith(db, 'payment', id, view.storeIds);
  return lockPayment(db, sql`payment.id = ${id}`, { ...view, storeIds });
}

/** The same view, restricted to the ticket's store. */
export async function viewOfTicket(
  db: Queryable,
  id: Id<'TKT'>,
  view: Viewpoint,
): Promise<Viewpoint> {
  return { ...view, storeIds: await storesWith(db, 'refund_ticket', id, view.storeIds) };
}

/** A ticket's payment, in its store's view (`viewOfTicket`), locked in the same way. */
export function lockPaymentOfTicket(
  db: Queryable,
  ticketId: Id<'TKT'>,
  view: Viewpoint,
): Promise<RefundablePayment[]> {
  return lockPayment(
    db,
    sql`payment.id = (select payment_id from refund_ticket
      where ${isOfStores('store_id', view.storeIds)} and id = ${ticketId})`,
    view,
  );
}

function lockPayment(
  db: Queryable,
  condition: Sql,
  { environment, merchantId, storeIds, now }: Viewpoint,
): Promise<RefundablePayment[]> {
  return lockingStores(db, 'key share', storeIds).query<RefundablePayment>(sql`
    select payment.id, payment.store_id as "storeId", payment.status, payment.currency,
      payment.amount_minor as "amountMinor", payment.refund_claimed_minor as "claimedMinor",
      (select max(status) from dispute where ${isOfStores('dispute.store_id', storeIds)}
        and dispute.store_id = payment.store_id and dispute.payment_id = payment.id
        and dispute.status <> 'won') as "disputeStatus",
      payment.paid_at as "paidAt",
      ${storeTime(sql`payment.store_id`, sql`payment.environment`, now)} as at,
      orders.buyer_identity as "buyerIdentity", orders.buyer_email as "buyerEmail",
      ${roleIn(environment)}
    from payment
    join orders on orders.store_id = payment.store_id and orders.id = payment.order_id
    join store on store.id = payment.store_id and store.deleted_at is null
    left join usable_membership member
      on member.store_id = store.id and member.merchant_id = ${merchantId}
    where ${isOfStores('payment.store_id', storeIds)} and ${condition}
      and payment.environment = ${environment}
    for no key update of payment for key share of store`);
}
