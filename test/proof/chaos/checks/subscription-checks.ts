import { sql } from '../../../../src/database/database.ts';
import { undisputed } from '../../../../src/domain/subscription/undisputed.ts';
import { storeTime } from '../../../../src/domain/test-clock/store-time.ts';
import { type PeriodLength, periodBoundary } from '../../../../src/kit/period.ts';
import { type Check, rows } from './check.ts';

interface PeriodRow {
  readonly orderId: string;
  readonly number: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly anchorAt: Date;
  readonly anchorPeriod: number;
  readonly billingPeriod: PeriodLength;
}

export const SUBSCRIPTION_CHECKS: readonly Check[] = [
  {
    invariant: 21,
    promise: 'No period of a subscription is charged twice, here or at the provider',
    judge: rows(
      sql`select count(*)::int as count from payment
        where period_number is not null and status = 'succeeded'`,
      sql`select short_id('ORD', payment.order_id) || ' was charged ' || count(*)
          || ' times for period ' || period_number as fault
        from payment join sandbox_charge on idempotency_key = payment.id::text
        where period_number is not null and sandbox_charge.status = 'succeeded'
        group by payment.order_id, period_number having count(*) > 1`,
    ),
  },
  {
    invariant: 21,
    promise: 'Every charged period has its charge, every charge its period',
    judge: rows(
      sql`select count(*)::int as count from subscription_period where outcome = 'charged'`,
      sql`select short_id('ORD', coalesce(period.order_id, payment.order_id)) || ' period '
          || coalesce(period.period_number, payment.period_number) || ' and its charge differ' as fault
        from (select * from subscription_period where outcome = 'charged') period
        full join (select * from payment where period_number is not null and status = 'succeeded')
          payment on payment.store_id = period.store_id and payment.id = period.payment_id
        where period.payment_id is null or payment.id is null
          or period.order_id <> payment.order_id or period.period_number <> payment.period_number`,
    ),
  },
  {
    invariant: 21,
    promise: 'Periods follow each other without gap or overlap',
    judge: rows(
      sql`select count(*)::int as count from subscription_period`,
      sql`select short_id('ORD', order_id) || ' period ' || period_number || ' follows '
          || coalesce(before::text, 'nothing') as fault
        from (select order_id, period_number, starts_at,
          lag(period_number) over numbered as before, lag(ends_at) over numbered as ended_at
          from subscription_period window numbered as (partition by order_id order by period_number))
          period
        where before is not null and (period_number <> before + 1 or starts_at <> ended_at)`,
    ),
  },
  {
    invariant: 21,
    promise: 'Nothing that is due is left, and none stays locked',
    judge: async (evidence) =>
      rows(
        sql`select count(*)::int as count from subscription`,
        sql`select short_id('ORD', order_id) || ' is due since ' || due_at as fault
          from subscription
          where due_at <= ${storeTime(sql`subscription.store_id`, sql`environment`, evidence.now)}
            and ${undisputed()}`,
      )(evidence),
  },
  {
    invariant: 22,
    promise: 'Every period begins and ends where the anchor says',
    judge: async ({ database }) => {
      const periods = await database.query<PeriodRow>(sql`
        select short_id('ORD', period.order_id) as "orderId", period.period_number as number,
          starts_at as "startsAt", ends_at as "endsAt", anchor_at as "anchorAt",
          anchor_period as "anchorPeriod", billing_period as "billingPeriod"
        from subscription_period period join subscription using (store_id, order_id)
        where period.period_number >= anchor_period and period.outcome <> 'free_trial'`);
      return { cases: periods.length, faults: periods.flatMap(offAnchor) };
    },
  },
  {
    invariant: 17,
    promise: 'past_due is sent at most once per subscription and month',
    judge: rows(
      sql`select count(*)::int as count from event where type = 'subscription.past_due'`,
      sql`select event_id || ' was past due ' || count(*) || ' times in ' || month as fault
        from (select event_id, store_id, left(body::json->>'timestamp', 7) as month from event
          where type = 'subscription.past_due' and not sample) told
        group by store_id, event_id, month having count(*) > 1`,
    ),
  },
];

function offAnchor(period: PeriodRow): string[] {
  const { orderId, number, startsAt, endsAt, anchorAt, anchorPeriod, billingPeriod } = period;
  const boundary = (count: number) => periodBoundary(anchorAt, billingPeriod, count).getTime();
  const ends = boundary(number - anchorPeriod + 1) === endsAt.getTime();
  const starts = boundary(number - anchorPeriod) === startsAt.getTime();
  if (starts && ends) return [];
  return [
    `${orderId} period ${number} lasts from ${startsAt.toISOString()} to ${endsAt.toISOString()}`,
  ];
}
