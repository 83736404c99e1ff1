import { sql } from '../../../../src/database/database.ts';
import { examine } from '../../../../src/doctor/examine.ts';
import { type Check, rows } from './check.ts';

/** A payment's charge in the sandbox's own books. */
const CHARGE = sql`sandbox_charge on sandbox_charge.idempotency_key = payment.id::text`;

export const MONEY_CHECKS: readonly Check[] = [
  {
    invariant: 20,
    promise: 'A session is charged once, in our books and in the provider’s, whatever was clicked',
    judge: rows(
      sql`select count(distinct order_id)::int as count from payment where status = 'succeeded'`,
      sql`select short_id('ORD', orders.id) || ' was charged '
          || count(*) filter (where payment.status = 'succeeded') || ' times here, '
          || count(*) filter (where sandbox_charge.status = 'succeeded') || ' at the provider' as fault
        from orders
          join payment on payment.store_id = orders.store_id and payment.order_id = orders.id
          left join ${CHARGE}
        where orders.kind = 'onetime' group by orders.id, orders.store_id
        having count(*) filter (where payment.status = 'succeeded') > 1
          or count(*) filter (where payment.status = 'succeeded')
            <> count(*) filter (where sandbox_charge.status = 'succeeded')`,
    ),
  },
  {
    invariant: 20,
    promise: 'Every charge at the provider has its payment with the same amount, and no other way',
    judge: rows(
      sql`select count(*)::int as count from sandbox_charge where status = 'succeeded'`,
      sql`select coalesce(idempotency_key, payment.id::text) || ' is '
          || coalesce(sandbox_charge.status, 'unknown') || ' there and '
          || coalesce(payment.status, 'unknown') || ' here' as fault
        from payment full join ${CHARGE}
        where (payment.status = 'succeeded') is distinct from (sandbox_charge.status = 'succeeded')
          and (payment.status = 'succeeded' or sandbox_charge.status = 'succeeded')
        union all
        select payment.id || ' is ' || payment.amount_minor || ' here and '
          || sandbox_charge.amount_minor || ' there'
        from payment join ${CHARGE} where sandbox_charge.status = 'succeeded'
          and (payment.amount_minor, payment.currency)
            is distinct from (sandbox_charge.amount_minor, sandbox_charge.currency)`,
    ),
  },
  {
    invariant: 20,
    promise: 'No payment and no refund is left open',
    judge: rows(
      sql`select (select count(*) from payment)::int + (select count(*) from refund)::int as count`,
      sql`select short_id('PAY', id) || ' is still pending' as fault from payment
        where status = 'pending'
        union all select short_id('REF', id) || ' is still pending' from refund
        where status = 'pending'`,
    ),
  },
  {
    invariant: 23,
    promise: 'Refunds never sum above the charge, here and in the provider’s books, and agree',
    judge: rows(
      sql`select count(*)::int as count from refund where status = 'succeeded'`,
      sql`with ours as (
          select store_id, payment_id, sum(amount_minor) as minor from refund
          where status = 'succeeded' group by store_id, payment_id
        ), theirs as (
          select charge_key, sum(amount_minor) as minor from sandbox_refund
          where status = 'succeeded' group by charge_key
        ), each as (
          select payment.id, payment.amount_minor as charged, sandbox_charge.refunded_minor as noted,
            coalesce(ours.minor, 0) as ours, coalesce(theirs.minor, 0) as theirs
          from payment join ${CHARGE}
          left join ours on ours.store_id = payment.store_id and ours.payment_id = payment.id
          left join theirs on theirs.charge_key = payment.id::text)
        select short_id('PAY', id) || ' of ' || charged || ' was refunded ' || ours
          || ' here and ' || theirs || ' at the provider' as fault
        from each where ours > charged or ours <> theirs or noted <> theirs`,
    ),
  },
  {
    invariant: 24,
    promise: 'Totals add up and the price is the server’s, whatever a visitor sends',
    judge: rows(
      sql`select count(*)::int as count from checkout_session`,
      sql`select short_id('ORD', id) || ' does not add up' as fault from orders
        where total_minor <> subtotal_minor + tax_minor
        union all
        select session.id || ' costs ' || session.amount_minor from checkout_session session
          join product_version version on version.store_id = session.store_id
            and version.id = session.product_version_id
        where session.amount_minor
          <> (version.prices->session.currency->>'amountMinor')::bigint`,
    ),
  },
  {
    invariant: 24,
    promise: 'The ledger balances, and the doctor finds nothing in the books',
    judge: async ({ database, now }) => {
      const examined = await examine(database, now);
      const broken = examined.filter(({ count }) => count > 0);
      const say = ({ check, count, faults }: (typeof broken)[number]) =>
        `${check.promise}: ${count}, such as ${faults[0]?.subject} ${faults[0]?.fault}`;
      return { cases: examined.length, faults: broken.map(say) };
    },
  },
  {
    invariant: 24,
    promise: 'The ledger holds what the payments and refunds sum to',
    judge: rows(
      sql`select count(*)::int as count from ledger_entry`,
      sql`with books as (
          select currency, sum(amount_minor) as minor from ledger_entry
          where account = 'provider_balance' group by currency
        ), moved as (
          select currency, sum(minor) as minor from (
            select currency, amount_minor as minor from payment where status = 'succeeded'
            union all select currency, -amount_minor from refund where status = 'succeeded'
            union all select currency, -amount_minor from dispute where status <> 'won') each
          group by currency)
        select 'the ledger has ' || coalesce(books.minor, 0) || ' of ' || currency
          || ', these come to ' || coalesce(moved.minor, 0) as fault
        from books full join moved using (currency) where books.minor is distinct from moved.minor`,
    ),
  },
];
