import { sql } from '../database/database.ts';
import { ASK_FOR_HELP, type Check, MAY_HAVE_EXPIRED } from './check.ts';

/** Orders, their charges and their events. */
export const SALES_CHECKS: readonly Check[] = [
  {
    promise: 'Every paid order has its charge',
    advice: `The product may have been delivered without payment. Check the order with the provider. ${ASK_FOR_HELP}`,
    faults: () => sql`
      select short_id('ORD', orders.id) as subject, 'is ' || status || ' without a charge' as fault
      from orders
      where (kind = 'onetime' and status = 'completed' and not exists (
          select from payment where payment.store_id = orders.store_id
            and order_id = orders.id and payment.status = 'succeeded'))
        or (kind = 'subscription' and status in ('active', 'canceling', 'past_due')
          and not exists (
            select from subscription_period period
            left join payment
              on payment.store_id = period.store_id and payment.id = period.payment_id
            where period.store_id = orders.store_id and period.order_id = orders.id
              and (period.outcome in ('free_trial', 'credited')
                or payment.status = 'succeeded')))`,
  },
  {
    promise: 'Every charge has its order',
    advice: `A buyer has paid but received nothing: refund the payment, or complete the order. ${ASK_FOR_HELP}`,
    faults: () => sql`
      select short_id('PAY', payment.id) as subject,
        'succeeded, but its order is ' || orders.status as fault
      from payment
        join orders on orders.store_id = payment.store_id and orders.id = payment.order_id
      where payment.status = 'succeeded' and (
        (orders.kind = 'onetime' and orders.status <> 'completed')
        or (orders.kind = 'subscription' and orders.status = 'pending'))`,
  },
  {
    promise: 'Every plan change replaces one subscription, which has ended',
    advice: `A buyer may be charged for two plans. Cancel the older one. ${ASK_FOR_HELP}`,
    faults: () => sql`
      select short_id('ORD', orders.id) as subject,
        'is ' || orders.status || ', the order before it is ' || origin.status as fault
      from orders join orders origin
        on origin.store_id = orders.store_id and origin.id = orders.change_origin_order_id
      join subscription
        on subscription.store_id = orders.store_id and subscription.order_id = orders.id
      where subscription.period_number is not null
        and origin.superseded_by_order_id is distinct from orders.id`,
  },
  {
    promise: 'Every charge has its event',
    advice: `${MAY_HAVE_EXPIRED} Otherwise, the merchant wasn't notified of a sale. Notify them yourself. ${ASK_FOR_HELP}`,
    // A subscription's first charge is reported by an event with the order's ID. Charges and events
    // are sorted together, because without statistics a join would compare each with each.
    faults: (_now, firstKeptId) => sql`
      select short_id('PAY', charge) as subject, 'has no event' as fault
      from (
        select store_id, charge, bool_or(is_event) over (partition by store_id, event_id) as is_told
        from (
          select id as charge, store_id, short_id('PAY', id) as event_id, false as is_event
          from payment where status = 'succeeded'
          union all (
            select distinct on (orders.store_id, orders.id) payment.id, orders.store_id,
              short_id('ORD', orders.id), false
            from payment join orders on orders.store_id = payment.store_id
              and orders.id = payment.order_id and orders.kind = 'subscription'
            where payment.status = 'succeeded'
            order by orders.store_id, orders.id, paid_at, payment.id)
          union all
          select null, store_id, event_id, true from event
          where not sample and type in ('order.completed', 'subscription.payment_succeeded',
            'subscription.activated', 'subscription.plan_changed')
        ) named
      ) compared
      where charge >= ${firstKeptId}::uuid group by store_id, charge having not bool_or(is_told)`,
  },
];
