import { expect } from 'vitest';
import { type Sql, sql } from '../../src/database/database.ts';
import { decodeId } from '../../src/kit/id.ts';
import type { Sale } from './refunding.ts';

/**
 * Consistent books to break: 4.00 of each sale are refunded; one refund failed, one is in progress.
 */
export interface Books {
  readonly refunded: Sale;
  readonly failed: Sale;
  readonly hourAgo: Date;
}

/**
 * Breaks a promise: statements that bypass all triggers, and the subject reported (of the refunded
 * sale).
 */
export interface Breakage {
  readonly promise: string;
  readonly breakIt: (books: Books) => readonly Sql[];
  readonly subject: (sale: Sale) => unknown;
}

const idOf = (sale: Sale) => decodeId('PAY', sale.paymentId) as string;
const storeOf = ({ shop }: Sale) => decodeId('STO', shop.store.id) as string;
const payment = ({ paymentId }: Sale) => paymentId;
const anyRefund = () => expect.stringMatching(/^REF_/);

export const BREAKAGES: readonly Breakage[] = [
  {
    promise: 'Every paid order has its charge',
    breakIt: (books) => [
      sql`update payment set status = 'failed' where id = ${idOf(books.refunded)}`,
    ],
    subject: ({ orderId }) => orderId,
  },
  {
    promise: 'Every charge has its order',
    breakIt: (books) => [
      sql`update orders set status = 'canceled'
        where id = (select order_id from payment where id = ${idOf(books.refunded)})`,
    ],
    subject: payment,
  },
  {
    promise: 'Every charge has its event',
    breakIt: (books) => [
      sql`delete from event where type = 'order.completed' and event_id = ${books.refunded.paymentId}`,
    ],
    subject: payment,
  },
  {
    promise: 'Every plan change replaces one subscription, which has ended',
    // Two sales become a subscription and its replacement; the link back is missing.
    breakIt: ({ refunded, failed }) => [
      sql`update orders set change_origin_order_id = (select order_id from payment
          where store_id = ${storeOf(refunded)} and id = ${idOf(failed)})
        where store_id = ${storeOf(refunded)} and id = (select order_id from payment
          where store_id = ${storeOf(refunded)} and id = ${idOf(refunded)})`,
      sql`insert into subscription (order_id, store_id, environment, billing_period,
          payment_method, provider, anchor_at, anchor_period, period_number, period_start,
          period_end)
        select orders.id, orders.store_id, orders.environment, 'monthly', 'card', 'sandbox',
          orders.created_at, 1, 1, orders.created_at, orders.created_at + interval '1 month'
        from orders join payment
          on payment.store_id = orders.store_id and payment.order_id = orders.id
        where payment.id = ${idOf(refunded)}`,
    ],
    subject: ({ orderId }) => orderId,
  },
  {
    promise: 'No charge is refunded by more than its amount',
    breakIt: (books) => [
      sql`update refund set amount_minor = 991 where payment_id = ${idOf(books.refunded)}`,
    ],
    subject: payment,
  },
  {
    promise: 'No charge is refunded by more than its amount',
    breakIt: (books) => [
      sql`update payment set refund_claimed_minor = 0 where id = ${idOf(books.refunded)}`,
    ],
    subject: payment,
  },
  {
    promise: 'Every processing or refunded ticket has its refund',
    breakIt: () => [sql`update refund_ticket set status = 'succeeded' where status = 'processing'`],
    subject: () => expect.stringMatching(/^TKT_/),
  },
  {
    promise: 'Every completed or failed refund has its event',
    breakIt: () => [sql`delete from event where type = 'refund.failed'`],
    subject: anyRefund,
  },
  {
    promise: 'Every charge, refund and dispute is booked, as one pair of entries',
    breakIt: (books) => [
      sql`delete from ledger_entry where transaction_id = ${idOf(books.refunded)}`,
    ],
    subject: payment,
  },
  {
    promise: 'Every charge, refund and dispute is booked, as one pair of entries',
    breakIt: () => [
      sql`update ledger_entry set amount_minor = amount_minor * 2 where refund_id is not null`,
    ],
    subject: anyRefund,
  },
  {
    promise: 'Every charge, refund and dispute is booked, as one pair of entries',
    breakIt: (books) => [
      sql`insert into dispute (id, store_id, environment, payment_id, provider_reference, status,
          reason, currency, amount_minor, created_at, return_id)
        select gen_random_uuid(), store_id, environment, id, 'dp_1', 'open', 'fraudulent', currency,
          amount_minor, created_at, gen_random_uuid()
        from payment where id = ${idOf(books.refunded)}`,
    ],
    subject: () => 'dispute dp_1',
  },
  {
    promise: 'Nothing else is booked',
    breakIt: () => [
      sql`insert into ledger_entry
        select unbooked.id, side.account, unbooked.store_id, unbooked.environment,
          unbooked.payment_id, unbooked.id, unbooked.currency, side.minor, unbooked.created_at
        from refund unbooked cross join (values ('provider_balance', -1), ('refunds', 1))
          as side (account, minor)
        where unbooked.status = 'failed'`,
    ],
    subject: () => expect.stringMatching(/^[0-9a-f-]{36}$/),
  },
  {
    promise: 'The ledger balances in every transaction and currency',
    breakIt: (books) => [
      sql`delete from ledger_entry
        where transaction_id = ${idOf(books.refunded)} and account = 'sales'`,
    ],
    subject: idOf,
  },
  {
    promise: 'No open payment is left without a worker that settles it',
    breakIt: (books) => [
      sql`update payment set status = 'pending', leased_until = ${books.hourAgo}
        where id = ${idOf(books.failed)}`,
    ],
    subject: () => expect.stringMatching(/^PAY_/),
  },
  {
    promise: 'No refund is left without a worker that executes it',
    breakIt: (books) => [
      sql`update refund set leased_until = ${books.hourAgo} where status = 'pending'`,
    ],
    subject: anyRefund,
  },
  {
    promise: 'No refund is left without a worker that executes it',
    breakIt: () => [sql`update refund set attempt_count = 10 where status = 'pending'`],
    subject: anyRefund,
  },
  {
    promise: 'No subscription is overdue without a job',
    breakIt: (books) => [makeSubscription(books, books.hourAgo)],
    subject: ({ orderId }) => orderId,
  },
  {
    promise: 'Every running subscription has a next step',
    breakIt: (books) => [
      makeSubscription(books, null),
      sql`update orders set kind = 'subscription', status = 'past_due'
        where id = ${decodeId('ORD', books.refunded.orderId)}`,
    ],
    subject: ({ orderId }) => orderId,
  },
];

/** The refunded sale's order, turned into a subscription that is due at the given time. */
function makeSubscription({ refunded }: Books, dueAt: Date | null): Sql {
  return sql`
    insert into subscription (order_id, store_id, environment, billing_period, payment_method,
      provider, due_at)
    select id, store_id, environment, 'monthly', 'card', 'sandbox', ${dueAt}::timestamptz
    from orders where id = ${decodeId('ORD', refunded.orderId)}`;
}
