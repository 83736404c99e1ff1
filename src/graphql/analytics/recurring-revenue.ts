import { join, raw, type Sql, sql } from '../../database/database.ts';
import { endedAt } from '../../domain/order/ended-at.ts';
import type { FigureField, Given } from '../description.ts';
import { unitOf } from '../fields.ts';
import type { Scope } from '../scope.ts';
import { isOfSeveralStores } from '../spread-sql.ts';
import { AMOUNT, CURRENCY, columns, currencyOf, list, money } from './figures.ts';
import { asRead, tableOf } from './of-nodes.ts';
import { GRANULARITY, periodsOf, utc } from './periods.ts';
import { kinds, ofStores, rangeOf } from './rows.ts';

/** Charges per year by billing period. */
const CHARGES_A_YEAR = `case s.billing_period
  when 'weekly' then 52 when 'monthly' then 12 when 'quarterly' then 4 else 1 end`;

/** The first charge at the regular price, or the first period paid with unused value. */
const startsAt = (scope: Scope) =>
  raw(`least(
  (select p.paid_at from ${tableOf('payment', scope)} p where p.order_id = o.id and p.store_id = o.store_id
    and p.status = 'succeeded' and (s.trial_minor is null or p.period_number > 1)
    order by p.created_at limit 1),
  (select period.starts_at from ${tableOf('subscription_period', scope)} period
    where period.order_id = o.id and period.store_id = o.store_id
      and period.outcome = 'credited' order by period.period_number limit 1))`);

const orderOf = (scope: Scope) =>
  isOfSeveralStores(scope)
    ? 'join public.orders o on o.id = s.order_id and o.store_id = s.store_id'
    : `cross join lateral (select * from orders
      where id = s.order_id and store_id = s.store_id offset 0) o`;

/**
 * `recurring`: the monthly revenue of each subscription before tax, its start and end (null if
 * running), and the end of the buyer's earlier ones. Rounded for each, so that movements add up
 * exactly. One that was replaced the moment it started, by a test clock that stood still, only links
 * the plans before and after it. `turn`: each subscription with the one it replaced; grouped, because
 * the planner would misestimate a join of the two. `movement`: every change of the sum up to the end
 * of the time range, with its kind. Movements before the range make up its start.
 */
export function recurringRevenue(given: Given, scope: Scope): Sql {
  const conditions = [
    sql`s.anchor_at is not null`,
    ofStores('s.store_id', given, scope),
    raw(`s.environment = '${scope.environment}'`),
    ...kinds(given, { currency: 'o.currency' }),
  ];
  const { from, to } = rangeOf(given);
  return sql`priced ${asRead(scope)} (
    select o.id, o.store_id, o.currency, o.superseded_by_order_id as successor,
      lower(o.buyer_email) collate "C" as buyer, ${raw(unitOf('o.currency'))} as unit,
      round(o.subtotal_minor * ${raw(CHARGES_A_YEAR)} / 12.0)::bigint as minor,
      ${startsAt(scope)} as starts_at,
      ${endedAt('o')} as ends_at
    from ${raw(tableOf('subscription', scope))} s ${raw(orderOf(scope))}
    where ${join(conditions, ' and ')}),
  recurring as materialized (
    select *, max(coalesce(ends_at, 'infinity')) filter (where starts_at is distinct from ends_at)
      over (partition by store_id, currency, buyer
      order by starts_at, id rows between unbounded preceding and 1 preceding) as ran_until
    from priced where starts_at < coalesce(ends_at, 'infinity')
      or starts_at = ends_at and successor is not null),
  turn as (
    select currency, unit, max(minor) filter (where is_own) as minor,
      max(minor) filter (where not is_own) as minor_before,
      max(starts_at) filter (where is_own) as starts_at,
      max(ran_until) filter (where is_own) as ran_until,
      max(ends_at) filter (where not is_own) as ended_before
    from (select id, true as is_own, store_id, currency, unit, minor, starts_at, ends_at, ran_until
        from recurring
      union all
      select successor, false, store_id, currency, unit, minor, null, ends_at, null
        from recurring where successor is not null) turns
    group by id, store_id, currency, unit),
  movement as (
    select *, ${from ? sql`at >= ${from}` : sql`true`} as is_counted from (
    select currency, unit, starts_at as at, minor - coalesce(minor_before, 0) as minor,
      case when minor_before is null then 1 else 0 end as subscriptions,
      case when minor_before <= minor then 'expansion' when minor_before > minor then 'contraction'
        when ran_until <= starts_at then 'reactivation' else 'new' end as kind
    from turn where minor is not null
    union all
    select currency, unit, ended_before, -minor_before, -1, 'churn' from turn where minor is null
    union all
    select currency, unit, ends_at, -minor, -1, 'churn' from recurring
    where successor is null and ends_at is not null) moved
    where ${to ? sql`at < ${to}` : sql`true`})`;
}

const recurringRevenueByCurrency = list(
  columns('RecurringRevenue', 'Monthly recurring revenue in one currency.', {
    currency: ['String', 'ISO 4217 code.'],
    monthlyAmount: ['String', `Monthly revenue of paying subscriptions, before tax. ${AMOUNT}`],
    subscriptionCount: ['Int', 'Paying subscriptions.'],
    startMonthlyAmount: ['String', `The same at the start of the time range. ${AMOUNT}`],
    startSubscriptionCount: ['Int', 'Paying subscriptions at the start of the time range.'],
  }),
  'Monthly recurring revenue (MRR) by currency at the end of the time range, or now without one. A subscription counts from the time at which its first charge at the regular price succeeded until it ends, past due or not; one that ends at that same time, by a test clock that stands still, isn’t counted. A year has 52 weeks and four quarters. The filter’s status is ignored.',
  () => sql`select currency, ${money('sum(minor)')} as "monthlyAmount",
    sum(subscriptions)::bigint as "subscriptionCount",
    ${money('coalesce(sum(minor) filter (where not is_counted), 0)')} as "startMonthlyAmount",
    coalesce(sum(subscriptions) filter (where not is_counted), 0)::bigint
      as "startSubscriptionCount"
    from movement group by currency, unit order by currency`,
);

const of = (kind: string, sign = '') =>
  money(`${sign}coalesce(sum(minor) filter (where kind = '${kind}'), 0)`);

const recurringRevenueMovement = list(
  columns('RecurringRevenueMovement', 'Changes of monthly recurring revenue in a period.', {
    period: ['String', 'Name of the period.'],
    startAmount: ['String', `At the start of the period. ${AMOUNT}`],
    newAmount: ['String', `Subscriptions that started paying. ${AMOUNT}`],
    expansionAmount: ['String', `Changes to a more expensive plan. ${AMOUNT}`],
    contractionAmount: ['String', `Changes to a cheaper plan, as a positive number. ${AMOUNT}`],
    churnedAmount: ['String', `Subscriptions that ended, as a positive number. ${AMOUNT}`],
    reactivationAmount: [
      'String',
      `Subscriptions that started paying, of buyers whose earlier ones had all ended. ${AMOUNT}`,
    ],
    endAmount: ['String', `At the end of the period. ${AMOUNT}`],
  }),
  'Changes of monthly recurring revenue: start, plus new, expansion and reactivation, minus contraction and churn, equals end. Periods without changes are omitted.',
  (given) => {
    const periods = periodsOf(given);
    return sql`select ${periods.name('start')} as period,
        ${money('end_minor - moved')} as "startAmount", fresh as "newAmount",
        expansion as "expansionAmount", contraction as "contractionAmount",
        churn as "churnedAmount", reactivation as "reactivationAmount",
        ${money('end_minor')} as "endAmount"
      from (select start, is_counted, unit, sum(minor) as moved,
          sum(sum(minor)) over (order by is_counted, start) as end_minor,
          ${of('new')} as fresh, ${of('expansion')} as expansion, ${of('churn', '-')} as churn,
          ${of('contraction', '-')} as contraction, ${of('reactivation')} as reactivation
        from (select minor, unit, kind, is_counted, ${periods.start(utc('at'))} as start
          from movement where currency = ${currencyOf(given)}) moves
        group by start, is_counted, unit) cut
      where is_counted order by start`;
  },
  { ...GRANULARITY, ...CURRENCY },
);

export const recurringRevenueFields: Readonly<Record<string, FigureField>> = {
  recurringRevenueByCurrency,
  recurringRevenueMovement,
};
