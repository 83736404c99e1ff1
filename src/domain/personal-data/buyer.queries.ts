import { empty, join, type Queryable, raw, type Sql, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';

/** A store's buyer, by email or buyer identity. */
export interface Buyer {
  readonly storeId: Id<'STO'>;
  /** In lower case; null if not given. */
  readonly email: string | null;
  readonly identity: string | null;
}

export interface BuyersOrder {
  readonly id: Id<'ORD'>;
  readonly sessionId: string;
  readonly isRunning: boolean;
  readonly isBeingPaid: boolean;
}

/**
 * The buyer's orders in both environments, locked until the transaction ends; all of them if `most`
 * is null.
 */
export function lockBuyersOrders(
  db: Queryable,
  buyer: Buyer,
  most: number | null,
): Promise<BuyersOrder[]> {
  return db.query<BuyersOrder>(sql`
    select id, checkout_session_id as "sessionId",
      kind = 'subscription' and status in ('active', 'canceling', 'past_due') as "isRunning",
      exists (select from payment where payment.store_id = ${buyer.storeId}
        and payment.order_id = orders.id and payment.status = 'pending')
        as "isBeingPaid"
    from orders where store_id = ${buyer.storeId} and ${isBuyers(buyer, sql`orders`)}
    order by id limit ${most} for update`);
}

/** Matches rows by `buyer_email`, and by `buyer_identity` if the table has it. */
function isBuyers({ email, identity }: Buyer, table: Sql, hasIdentity = true): Sql {
  const byEmail = email === null ? empty : sql`lower(${table}.buyer_email) = ${email}`;
  const byIdentity =
    identity === null || !hasIdentity ? empty : sql`${table}.buyer_identity = ${identity}`;
  const either = [byEmail, byIdentity].filter((part) => part !== empty);
  return either.length === 0 ? sql`false` : sql`(${join(either, ' or ')})`;
}

/** Internal columns, and secrets that would let someone charge, sign or log in. */
const INTERNAL = sql`array['saved_method', 'refused_method', 'leased_until', 'ask_at',
  'provider_reference', 'search', 'payer_token_hash', 'sealed_code']::text[]`;

/** Everything stored about the buyer, by table, as JSON; all rows if `most` is null. */
export async function readBuyer(
  db: Queryable,
  buyer: Buyer,
  orderIds: readonly string[],
  most: number | null,
): Promise<Record<string, unknown[]>> {
  const { storeId, email } = buyer;
  const { ofOrders, ofOrder, ofPayment, ofTicket } = partsOf(buyer, orderIds);
  const tables: readonly (readonly [string, string | null, Sql])[] = [
    ['orders', 'ORD', ofOrders],
    ['customer', null, sql`store_id = ${storeId} and email = ${email}`],
    ['checkout_session', null, ofSessions(buyer, orderIds, sql`entry`)],
    ['payment', 'PAY', ofOrder],
    ['subscription', null, ofOrder],
    ['subscription_period', null, ofOrder],
    ['trial_use', null, ofOrder],
    ['refund_ticket', 'TKT', ofPayment],
    ['refund_ticket_version', null, ofTicket],
    ['refund', 'REF', ofPayment],
    ['dispute', null, ofPayment],
    ['fraud_warning', null, ofPayment],
    ['note', null, sql`store_id = ${storeId} and (${ofOrder} or email = ${email})`],
    [
      'email_delivery',
      null,
      sql`store_id = ${storeId} and recipient_type = 'buyer' and lower(to_address) = ${email}`,
    ],
  ];
  const found: Record<string, unknown[]> = {};
  let left = most;
  for (const [table, prefix, condition] of tables) {
    const id = prefix ? sql`|| jsonb_build_object('id', short_id(${prefix}, id))` : empty;
    const rows = await db.query<{ row: unknown }>(sql`
      select (to_jsonb(entry) - ${INTERNAL}) ${id} as row from ${raw(table)} entry
      where ${condition} limit ${left}`);
    if (left !== null) left -= rows.length;
    found[table] = rows.map(({ row }) => row);
  }
  return found;
}

/** Rows of a table that are the orders or belong to them, their payments or their tickets. */
export function partsOf({ storeId }: Buyer, orderIds: readonly string[]) {
  const ofStore = sql`store_id = ${storeId}`;
  const ofOrders = sql`${ofStore} and id = any(${orderIds}::uuid[])`;
  const ofOrder = sql`${ofStore} and order_id = any(${orderIds}::uuid[])`;
  const ofPayment = sql`${ofStore} and payment_id in (select id from payment where ${ofOrder})`;
  const ofTicket = sql`${ofStore}
    and ticket_id in (select id from refund_ticket where ${ofPayment})`;
  return { ofOrders, ofOrder, ofPayment, ofTicket };
}

/**
 * The sessions of the orders, those that offered to change their plans, and those the buyer abandoned
 * before there was an order. An offer copies the metadata of the subscription, even if it is never
 * confirmed.
 */
export function ofSessions(
  buyer: Buyer,
  orderIds: readonly string[],
  table = sql`checkout_session`,
): Sql {
  const { ofOrders } = partsOf(buyer, orderIds);
  return sql`${table}.store_id = ${buyer.storeId} and (${isBuyers(buyer, table, false)}
    or ${table}.origin_order_id = any(${orderIds}::uuid[])
    or ${table}.id in (select checkout_session_id from orders where ${ofOrders}))`;
}
