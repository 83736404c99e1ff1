import { join, raw, type Sql, sql } from '../../database/database.ts';
import type { FigureField, Given } from '../description.ts';
import { unitOf } from '../fields.ts';
import type { Scope } from '../scope.ts';
import { AMOUNT, CURRENCY, columns, currencyOf, list, money } from './figures.ts';
import { GRANULARITY, periodsOf, utc } from './periods.ts';
import { kinds, ofStores, rangeOf } from './rows.ts';

/** Charges a year, by billing period. */
const CHARGES_A_YEAR = `case s.billing_period
  when 'weekly' then 52 when 'monthly' then 12 when 'quarterly' then 4 else 1 end`;

/** The first charge at the regular price, or the first period that unused value paid for. */
const STARTS_AT = `least(
  (select p.paid_at from payment p where p.order_id = o.id and p.store_id = o.store_id
    and p.status = 'succeeded' and (s.trial_minor is null or p.period_number > 1)
    order by p.created_at, p.id limit 1),
  (select period.starts_at from subscription_period period
    where period.order_id = o.id and period.store_id = o.store_id
      and period.outcome = 'credited' order by period.period_number limit 1))`;

/**
 * `recurring`: what each subscription brings a month before tax, from when to when (null: still), and
 * until when the buyer's earlier ones ran. Rounded for each, so that movements add up exactly.
 * `movement`: every change of the sum up to the end of the time range, with its kind. What moved
 * before the range makes up its start.
 */
export function recurringRevenue(given: Given, scope: Scope): Sql {
  const conditions = [
    ofStores('o.store_id', given, scope),
    raw(`o.environment = '${scope.environment}'`),
    ...kinds(given, { currency: 'o.currency' }),
  ];
  const { from, to } = rangeOf(given);
  return sql`priced as (
    select o.id, o.store_id, o.currency, o.superseded_by_order_id as successor,
      lower(o.buyer_email) collate "C" as buyer, ${raw(unitOf('o.currency'))} as unit,
      round(o.subtotal_minor * ${raw(CHARGES_A_YEAR)} / 12.0)::bigint as minor,
      ${raw(STARTS_AT)} as starts_at,
      case when o.status in ('canceled', 'expired') then o.updated_at end as ends_at
    from orders o join subscription s on s.order_id = o.id and s.store_id = o.store_id
    where s.anchor_at is not null and ${join(conditions, ' and ')}),
  recurring as materialized (
    select *, max(coalesce(ends_at, 'infinity')) over (partition by store_id, currency, buyer
      order by starts_at, id rows between unbounded preceding and 1 preceding) as ran_until
    from priced where starts_at < coalesce(ends_at, 'infinity')),
  movement as (
    select *, ${from ? sql`at >= ${from}` : sql`true`} as is_counted from (
    select one.currency, one.unit, one.starts_at as at, one.minor - coalesce(before.minor, 0) as minor,
      case when before.id is null then 1 else 0 end as subscriptions,
      case when before.minor <= one.minor then 'expansion'
        when before.minor > one.minor then 'contraction'
        when one.ran_until <= one.starts_at then 'reactivation' else 'new' end as kind
    from recurring one left join recurring before on before.successor = one.id
      and before.store_id = one.store_id and before.currency = one.currency
    union all
    select one.currency, one.unit, one.ends_at, -one.minor, -1, 'churn'
    from recurring one where one.ends_at is not null and not exists (select from recurring after
      where after.id = one.successor and after.store_id = one.store_id
        and after.currency = one.currency)) moved
    where ${to ? sql`at < ${to}` : sql`true`})`;
}

const recurringRevenueByCurrency = list(
  columns('RecurringRevenue', 'Monthly recurring revenue in one currency.', {
    currency: ['String', 'ISO 4217 code.'],
    monthlyAmount: ['String', `What paying subscriptions bring a month, before tax. ${AMOUNT}`],
    subscriptionCount: ['Int', 'Paying subscriptions.'],
  }),
  'Monthly recurring revenue (MRR) by currency at the end of the time range, without one: now. A subscription counts from its first charge at the regular price until it ends, past due or not; a week is a 52nd, a quarter a fourth of a year. The filter’s status doesn’t matter.',
  () => sql`select currency, ${money('sum(minor)')} as "monthlyAmount",
    sum(subscriptions)::bigint as "subscriptionCount"
    from movement group by currency, unit order by currency`,
);

const of = (kind: string, sign = '') =>
  money(`${sign}coalesce(sum(minor) filter (where kind = '${kind}'), 0)`);

const recurringRevenueMovement = list(
  columns('RecurringRevenueMovement', 'How monthly recurring revenue moved in a period.', {
    period: ['String', 'Name of the period.'],
    startAmount: ['String', `At the start of the period. ${AMOUNT}`],
    newAmount: ['String', `Subscriptions that began to pay. ${AMOUNT}`],
    expansionAmount: ['String', `Changes to a plan that costs more. ${AMOUNT}`],
    contractionAmount: ['String', `Changes to a plan that costs less, as a positive. ${AMOUNT}`],
    churnedAmount: ['String', `Subscriptions that ended, as a positive. ${AMOUNT}`],
    reactivationAmount: [
      'String',
      `Subscriptions that began to pay, of buyers whose earlier ones had all ended. ${AMOUNT}`,
    ],
    endAmount: ['String', `At the end of the period. ${AMOUNT}`],
  }),
  'How monthly recurring revenue moved: start, plus new, expansion and reactivation, minus contraction and churn, is the end. Periods in which nothing moved are left out.',
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
