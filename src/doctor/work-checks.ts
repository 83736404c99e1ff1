import { sql } from '../database/database.ts';
import { undisputed } from '../domain/subscription/undisputed.ts';
import { storeTime } from '../domain/test-clock/store-time.ts';
import { addMs } from '../kit/time.ts';
import { type Check, GRACE_MS, LONG_OPEN_MS, MANY_ATTEMPTS } from './check.ts';

const NO_WORKER =
  'Is a worker running (ROLE=all or ROLE=worker), and does its log report a failing job? Work ' +
  'resumes automatically once it can.';

/** Overdue work that no worker has picked up. */
export const WORK_CHECKS: readonly Check[] = [
  {
    promise: 'No open payment is left without a worker that settles it',
    advice: `Until then, the buyer can neither pay nor cancel. ${NO_WORKER}`,
    faults: (now) => sql`
      select short_id('PAY', id) as subject, 'waits for ' || provider || ', due at '
        || to_char(leased_until at time zone 'UTC', 'YYYY-MM-DD HH24:MI"Z"') as fault
      from payment where status = 'pending' and (leased_until < ${addMs(now, -GRACE_MS)}
        or created_at < ${addMs(now, -LONG_OPEN_MS)})`,
  },
  {
    promise: 'No refund is left without a worker that executes it',
    advice: `The buyer is waiting for the money. ${NO_WORKER}`,
    faults: (now) => sql`
      select short_id('REF', id) as subject, 'waits for ' || provider || ', asked '
        || attempt_count || ' times, due at '
        || to_char(coalesce(ask_at, leased_until) at time zone 'UTC', 'YYYY-MM-DD HH24:MI"Z"')
        as fault
      from refund where status = 'pending'
        and (coalesce(ask_at, leased_until) < ${addMs(now, -GRACE_MS)}
        or attempt_count >= ${MANY_ATTEMPTS})`,
  },
  {
    promise: 'No subscription is overdue without a job',
    advice: `Renewals, retries and cancellations aren't happening. ${NO_WORKER}`,
    faults: (now) => {
      const since = addMs(now, -GRACE_MS);
      return sql`
        select short_id('ORD', order_id) as subject, 'is due since '
          || to_char(due_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI"Z"') as fault
        from subscription
        where due_at < ${storeTime(sql`subscription.store_id`, sql`environment`, since)}
          and coalesce(leased_until, '-infinity') < ${since}::timestamptz and ${undisputed()}`;
    },
  },
  {
    promise: 'Every running subscription has a next step',
    advice: `It will be neither renewed nor ended. ${NO_WORKER}`,
    faults: () => sql`
      select short_id('ORD', orders.id) as subject,
        'is ' || orders.status || ' and has no next step' as fault
      from orders left join subscription
        on subscription.store_id = orders.store_id and subscription.order_id = orders.id
      where orders.kind = 'subscription' and orders.status in ('active', 'canceling', 'past_due')
        and subscription.due_at is null`,
  },
];
