import { sql } from '../database/database.ts';
import { ASK_FOR_HELP, type Check } from './check.ts';

/** Orders, their charges and what was told about them. */
export const SALES_CHECKS: readonly Check[] = [
  {
    promise: 'Every paid order has its charge',
    advice: `The goods may have been given away unpaid. Look the order up at the provider. ${ASK_FOR_HELP}`,
    faults: () => sql`
      select short_id('ORD', orders.id) as subject, 'is ' || status || ' without a charge' as fault
      from orders
      where (kind = 'onetime' and status = 'completed' and not exists (
          select from payment where order_id = orders.id and payment.status = 'succeeded'))
        or (kind = 'subscription' and status in ('active', 'canceling', 'past_due')
          and not exists (
            select from subscription_period period
            left join payment on payment.id = period.payment_id
            where period.order_id = orders.id
              and (period.outcome in ('free_trial', 'credited')
                or payment.status = 'succeeded')))`,
  },
  {
    promise: 'Every charge has its order',
    advice: `A buyer has paid and got nothing: refund the payment, or complete the order. ${ASK_FOR_HELP}`,
    faults: () => sql`
      select short_id('PAY', payment.id) as subject,
        'succeeded, but its order is ' || orders.status as fault
      from payment join orders on orders.id = payment.order_id
      where payment.status = 'succeeded' and (
        (orders.kind = 'onetime' and orders.status <> 'completed')
        or (orders.kind = 'subscription' and orders.status = 'pending'))`,
  },
  {
    promise: 'Every changed plan has one subscription before it, which has ended',
    advice: `A buyer may be charged for two plans. Cancel the older one. ${ASK_FOR_HELP}`,
    faults: () => sql`
      select short_id('ORD', orders.id) as subject,
        'is ' || orders.status || ', the order before it is ' || origin.status as fault
      from orders join orders origin on origin.id = orders.change_origin_order_id
      join subscription on subscription.order_id = orders.id
      where subscription.period_number is not null
        and origin.superseded_by_order_id is distinct from orders.id`,
  },
  {
    promise: 'Every charge has its event',
    advice: `The merchant was not told of a sale. Tell him by hand. ${ASK_FOR_HELP}`,
    // The first charge of a subscription is told by an event that carries the order's id.
    faults: () => sql`
      select short_id('PAY', payment.id) as subject, 'has no event' as fault
      from payment join orders on orders.id = payment.order_id
      left join event told on told.event_id = short_id('PAY', payment.id)
        and told.store_id = payment.store_id and not told.sample
        and told.type in ('order.completed', 'subscription.payment_succeeded')
      left join event began on orders.kind = 'subscription' and began.store_id = orders.store_id
        and began.event_id = short_id('ORD', orders.id) and not began.sample
        and began.type in ('subscription.activated', 'subscription.plan_changed')
        and payment.id = (select id from payment first where first.order_id = orders.id
          and first.status = 'succeeded' order by paid_at, id limit 1)
      where payment.status = 'succeeded' and told.id is null and began.id is null`,
  },
];
