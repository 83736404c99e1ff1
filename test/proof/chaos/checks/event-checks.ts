import { sql } from '../../../../src/database/database.ts';
import { DUE_STORE } from '../../../support/due-subscriptions.ts';
import { type Check, rows } from './check.ts';

/** The change that an event reports, by event type, if each change has exactly one event. */
export const EVENT_CHECKS: readonly Check[] = [
  {
    invariant: 12,
    promise: 'A sale has its one event, and no such event is without its sale',
    judge: rows(
      sql`select count(*)::int as count from event where type = 'order.completed'`,
      sql`select coalesce(told.event_id, short_id('PAY', payment.id)) || ' has '
          || count(told.id) || ' events order.completed' as fault
        from (select payment.store_id, payment.id from payment
          join orders on orders.store_id = payment.store_id and orders.id = payment.order_id
          where payment.status = 'succeeded' and orders.kind = 'onetime') payment
        full join (select * from event where type = 'order.completed' and not sample) told
          on told.store_id = payment.store_id and told.event_id = short_id('PAY', payment.id)
        group by told.event_id, payment.id
        having count(told.id) <> 1 or payment.id is null`,
    ),
  },
  {
    invariant: 12,
    promise: 'A refund that ended has its one event, and no such event is without its refund',
    judge: rows(
      sql`select count(*)::int as count from event where type in ('refund.succeeded', 'refund.failed')`,
      sql`select coalesce(told.event_id, short_id('REF', ended.id)) || ' is '
          || coalesce(ended.status, 'unknown') || ' with ' || count(told.id) || ' events' as fault
        from (select store_id, id, status from refund where status <> 'pending') ended
        full join (select * from event where type like 'refund.%' and not sample) told
          on told.store_id = ended.store_id and told.event_id = short_id('REF', ended.id)
            and told.type = 'refund.' || ended.status
        group by told.event_id, ended.id, ended.status
        having count(told.id) <> 1 or ended.id is null`,
    ),
  },
  {
    invariant: 12,
    promise: 'A charge of a subscription has one event, and no such event is without its charge',
    judge: rows(
      sql`select count(*)::int as count from event where type = 'subscription.payment_succeeded'`,
      sql`select told.event_id || ' is told ' || count(*) || ' times, its payment is '
          || coalesce(payment.status, 'unknown') as fault
        from event told left join payment
          on payment.store_id = told.store_id and short_id('PAY', payment.id) = told.event_id
        where told.type = 'subscription.payment_succeeded' and not told.sample
        group by told.event_id, payment.status
        having count(*) > 1 or payment.status is distinct from 'succeeded'`,
    ),
  },
  {
    invariant: 12,
    promise: 'A subscription is activated once, and told so if it ever ran',
    judge: rows(
      sql`select count(*)::int as count from event where type = 'subscription.activated'`,
      sql`select short_id('ORD', orders.id) || ' is ' || orders.status || ' with ' || count(told.id)
          || ' events subscription.activated' as fault
        from orders join subscription
          on subscription.store_id = orders.store_id and subscription.order_id = orders.id
        left join event told
          on told.store_id = orders.store_id and told.event_id = short_id('ORD', orders.id)
          and told.type = 'subscription.activated' and not told.sample
        where orders.change_origin_order_id is null
          and orders.store_id not in (select id from store where slug = ${DUE_STORE})
        group by orders.id, orders.store_id, subscription.period_number
        having count(told.id) <> (subscription.period_number is not null)::int`,
    ),
  },
  {
    invariant: 12,
    promise: 'A subscription that runs on was kept as often as it was canceled',
    judge: rows(
      sql`select count(*)::int as count from event where type = 'subscription.canceling'`,
      sql`select short_id('ORD', orders.id) || ' is ' || orders.status || ' after '
          || count(*) filter (where type = 'subscription.canceling') || ' cancellations and '
          || count(*) filter (where type = 'subscription.uncanceled') || ' withdrawals' as fault
        from orders join event on event.store_id = orders.store_id
          and event.event_id = short_id('ORD', orders.id) and not sample
        where orders.kind = 'subscription' and orders.status in ('active', 'canceling')
        group by orders.id, orders.store_id
        having count(*) filter (where type = 'subscription.canceling')
          - count(*) filter (where type = 'subscription.uncanceled')
          <> (orders.status = 'canceling')::int`,
    ),
  },
  {
    invariant: 15,
    promise: 'An answer of any size costs at most 64 KB, and an attempt ends in time',
    judge: rows(
      sql`select count(*)::int as count from webhook_attempt`,
      sql`select id || ' kept ' || coalesce(octet_length(response_body), 0) || ' bytes after '
          || duration_ms || ' ms' as fault
        from webhook_attempt where octet_length(response_body) > 65536`,
    ),
  },
];
