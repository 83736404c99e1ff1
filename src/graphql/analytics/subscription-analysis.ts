import { raw, sql } from '../../database/database.ts';
import { endedAt } from '../../domain/order/ended-at.ts';
import type { ObjectType } from '../description.ts';
import { unitOf } from '../fields.ts';
import { idMark } from '../marks.ts';
import type { AnalysisRoot } from '../root-fields.ts';
import type { Scope } from '../scope.ts';
import {
  AMOUNT,
  CURRENCY,
  columns,
  count,
  currencyOf,
  list,
  money,
  PERCENT,
  percent,
  row,
} from './figures.ts';
import { asRead, tableOf } from './of-nodes.ts';
import { GRANULARITY, periodsOf, utc } from './periods.ts';
import { recurringRevenue, recurringRevenueFields } from './recurring-revenue.ts';
import { ANALYSIS, conditions, shownProducts } from './rows.ts';

const trials = {
  totalTrials: ['Int', 'Subscriptions that started with a trial.'],
  convertedCount: [
    'Int',
    'Those that paid a regular period afterwards, or changed to a plan that was paid.',
  ],
} as const;
const CONVERSION = ['Float', `Share of trials that converted. ${PERCENT}`] as const;

const DAYS = `extract(epoch from ended_at - created_at) / 86400`;

/**
 * SQL condition that a started subscription's trial led to a regular payment: its own, or any of the
 * order that replaced it in a plan change, which has no trial.
 */
const converted = (scope: Scope) =>
  raw(`exists (select from ${tableOf('payment', scope)} p
  where p.store_id = o.store_id and p.order_id = any(array[o.id, o.superseded_by_order_id])
    and p.status = 'succeeded' and (p.order_id = o.superseded_by_order_id
      or s.trial_minor is null or p.period_number > 1))`);

const type: ObjectType = {
  name: 'SubscriptionAnalysis',
  description:
    'Subscription orders created in the time range that have started (were active at some time), except those replaced in a plan change, because the customer stays. Trials include those replaced.',
  fields: {
    billingPeriodDistribution: list(
      columns('BillingPeriodShare', 'Subscriptions with a billing period.', {
        billingPeriod: ['String', '`weekly`, `monthly`, `quarterly` or `yearly`.'],
        count: ['Int', 'How many.'],
        totalAmount: ['String', `Their total price for one period. ${AMOUNT}`],
        percentage: ['Float', `Share of the subscriptions in the currency. ${PERCENT}`],
      }),
      'Subscriptions in the currency by billing period, most frequent first.',
      (given) => sql`select billing_period as "billingPeriod", count(*) as count,
          ${money('sum(total_minor)')} as "totalAmount",
          ${percent('count(*)', 'sum(count(*)) over ()')} as percentage
        from begun where currency = ${currencyOf(given)} group by billing_period, unit
        order by 2 desc, 1`,
      CURRENCY,
    ),
    activeCount: count(
      'Those that are active, canceling or past due now.',
      () =>
        sql`select count(*) as value from begun where status in ('active', 'canceling', 'past_due')`,
    ),
    cancellationStats: row(
      columns('CancellationStats', 'Number of subscriptions that ended, and their lifetimes.', {
        totalSubscriptions: ['Int', 'All subscriptions.'],
        canceledCount: ['Int', 'Those that are canceled.'],
        cancellationRate: ['Float', `Share of canceled subscriptions. ${PERCENT}`],
        avgLifetimeDays: ['Float', 'Average days from creation to end; null if none ended.'],
        medianLifetimeDays: ['Float', 'Median days from creation to end.'],
      }),
      'Number of subscriptions that ended, and their lifetimes.',
      () => sql`select count(*) as "totalSubscriptions", count(ended_at) as "canceledCount",
        ${percent('count(ended_at)', 'count(*)')} as "cancellationRate",
        round((avg(${raw(DAYS)}))::numeric, 2)::float8 as "avgLifetimeDays",
        round((percentile_cont(0.5) within group (order by ${raw(DAYS)}))::numeric, 2)::float8
          as "medianLifetimeDays"
        from begun`,
    ),
    cancellationTrend: list(
      columns('PeriodCancellations', 'Subscriptions that ended in a period.', {
        period: ['String', 'Name of the period.'],
        canceledCount: ['Int', 'How many.'],
      }),
      'Ended subscriptions by period of their end; periods without any are omitted.',
      (given) => {
        const periods = periodsOf(given);
        return sql`select ${periods.name('start')} as period, number as "canceledCount"
          from (select ${periods.start(utc('ended_at'))} as start, count(*) as number from begun
            where ended_at is not null group by 1) cut order by start`;
      },
      GRANULARITY,
    ),
    trialConversion: row(
      columns('TrialConversion', 'Outcomes of trials.', {
        ...trials,
        activeTrials: ['Int', 'Those whose trial is running.'],
        conversionRate: CONVERSION,
      }),
      'Outcomes of trials.',
      () => sql`select count(*) as "totalTrials", count(*) filter (where converted) as "convertedCount",
        count(*) filter (where in_trial) as "activeTrials",
        ${percent('count(*) filter (where converted)', 'count(*)')} as "conversionRate"
        from trial`,
    ),
    trialConversionByProduct: list(
      columns('ProductTrialConversion', 'Outcomes of a product’s trials.', {
        productId: ['ID', 'Short ID, `PROD_xxx`.'],
        productName: ['String', 'Name in the credential’s environment.'],
        ...trials,
        conversionRate: CONVERSION,
      }),
      'Outcomes of trials by product, most trials first.',
      () => sql`select ${raw(idMark('PROD', 'shown.id'))}::json as "productId", shown.name as "productName",
          count(*) as "totalTrials", count(*) filter (where converted) as "convertedCount",
          ${percent('count(*) filter (where converted)', 'count(*)')} as "conversionRate"
        from trial join shown on shown.id = trial.product_id
        group by shown.id, shown.name order by count(*) desc, shown.id`,
    ),
    churnRate: list(
      columns('ChurnRate', 'Subscriptions lost in a period.', {
        period: ['String', 'Name of the period.'],
        startActive: ['Int', 'Those that were created before the period and had not ended.'],
        churned: ['Int', 'Those of them that ended in the period.'],
        churnRate: ['Float', `Share that ended. ${PERCENT}`],
      }),
      'Lost subscriptions from the period of the first creation to that of the last creation or end.',
      (given) => {
        const periods = periodsOf(given);
        return sql`with lives as (select ${periods.start(utc('created_at'))} as began,
            ${periods.start(utc('ended_at'))} as ended from begun)
          select ${periods.name('start')} as period, held as "startActive", churned,
            ${percent('churned', 'held')} as "churnRate"
          from (select span.start, coalesce(churned, 0) as churned,
              coalesce(sum(began) over before, 0) - coalesce(sum(ended) over before, 0) as held
            from (select generate_series(min(began), greatest(max(began), max(ended)),
                ${periods.step}) as start from lives) span
            left join (select began as start, count(*) as began from lives group by 1) first
              on first.start = span.start
            left join (select ended as start, count(*) as ended,
                count(*) filter (where began < ended) as churned from lives group by 1) last
              on last.start = span.start
            window before as (order by span.start rows between unbounded preceding and 1 preceding))
            cut order by start`;
      },
      GRANULARITY,
    ),
    ...recurringRevenueFields,
  },
};

export const subscriptionAnalysis: AnalysisRoot = {
  kind: 'analysis',
  type,
  args: ANALYSIS,
  description: 'Billing, cancellation and trial conversion of subscriptions.',
  opening: (given, scope) => {
    const compared = { row: 'o', currency: 'o.currency', status: 'o.status' };
    return sql`with started ${asRead(scope, 'as not materialized')} (
      select o.id, o.store_id, o.status, o.created_at, o.currency, o.total_minor, o.product_id,
        o.superseded_by_order_id as successor, ${raw(unitOf('o.currency'))} as unit,
        s.billing_period, s.trial_days,
        case when s.trial_days is not null then ${converted(scope)} end as converted,
        case when o.status = 'canceled' then ${endedAt('o')} end as ended_at,
        o.status in ('active', 'canceling') and coalesce(s.period_end = s.trial_end, false) as in_trial
      from ${raw(tableOf('orders', scope))} o
      join ${raw(tableOf('subscription', scope))} s on s.store_id = o.store_id and s.order_id = o.id
      where s.anchor_at is not null and ${raw(`o.environment = '${scope.environment}'`)}
        and ${conditions(given, scope, compared)}),
    begun as (select * from started where successor is null),
    trial as (
      select product_id, in_trial, converted from started where trial_days is not null), ${shownProducts(scope)},
      ${recurringRevenue(given, scope)}`;
  },
};
