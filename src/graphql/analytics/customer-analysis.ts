import { sql } from '../../database/database.ts';
import type { Given, ObjectType } from '../description.ts';
import { items, time } from '../fields.ts';
import type { AnalysisRoot } from '../root-fields.ts';
import { BUCKET, buckets } from './buckets.ts';
import { AMOUNT, CURRENCY, columns, currencyOf, list, PERCENT, percent, row } from './figures.ts';
import { GRANULARITY, periodsOf } from './periods.ts';
import { ANALYSIS, boundedInteger, charges } from './rows.ts';

/** A type whose values stand in the objects of a JSON array. */
function inJson(type: ObjectType): ObjectType {
  const fields = Object.entries(type.fields).map(([name, field]) => [
    name,
    { ...field, shown: (item: string) => `${item}.value->'${name}'` },
  ]);
  return { ...type, fields: Object.fromEntries(fields) };
}

const retention = inJson(
  columns('CohortRetention', 'Buyers of a cohort who bought again.', {
    periodOffset: ['Int', 'Periods since the first purchase; 0 is its own.'],
    activeCustomers: ['Int', 'Buyers of the cohort who were charged in that period.'],
    retentionRate: ['Float', `Share of the cohort. ${PERCENT}`],
  }),
);

const cohort: ObjectType = {
  ...columns('Cohort', 'Buyers whose first charge of the range lies in one period.', {
    cohortPeriod: ['String', 'Name of the period.'],
    cohortSize: ['Int', 'How many buyers.'],
  }),
};

const bucket = inJson(
  columns('LtvBucket', 'A range of amounts and how many buyers lie in it.', BUCKET),
);

/** What each buyer was charged in all, in the currency of the argument. */
const spent = (given: Given) => sql`(
  select buyer, max(unit) as unit, sum(amount_minor)::bigint as minor,
    count(distinct order_id) as orders, min(created_at) as first, max(created_at) as last
  from charge where currency = ${currencyOf(given)} group by buyer)`;

const type: ObjectType = {
  name: 'CustomerAnalysis',
  description:
    'Buyers who were charged in the time range. A buyer is an e-mail address, without letter case.',
  fields: {
    cohortRetention: list(
      {
        ...cohort,
        fields: {
          ...cohort.fields,
          retention: items(
            retention,
            'How many came back, by periods since the first purchase; periods without any are left out.',
            (figure, item) => `jsonb_array_elements(${figure}.retention) ${item}`,
          ),
        },
      },
      'Buyers by the period of their first charge, and how many were charged later.',
      (given) => {
        const periods = periodsOf(given);
        return sql`select ${periods.name('cohort')} as "cohortPeriod", max(active) filter (where place = 0)
              as "cohortSize",
            jsonb_agg(jsonb_build_object('periodOffset', place, 'activeCustomers', active,
              'retentionRate', round(100.0 * active / size, 2)) order by place) as retention
          from (
            select cohort, place, active, max(active) over (partition by cohort) as size from (
              select visit.cohort, later.place - began.place as place, count(distinct visit.buyer) as active
              from (select buyer, start, min(start) over (partition by buyer) as cohort
                from (select distinct buyer, ${periods.start('created_at')} as start from charge) seen) visit
              join (${placed(given)}) later on later.start = visit.start
              join (${placed(given)}) began on began.start = visit.cohort
              group by 1, 2) counted) counted
          group by cohort order by cohort`;
      },
      GRANULARITY,
    ),
    ltvDistribution: row(
      {
        ...columns('LtvDistribution', 'What buyers were charged in all.', {
          averageLtv: ['String', `Average. ${AMOUNT}`],
          medianLtv: ['String', `Median. ${AMOUNT}`],
        }),
        fields: {
          ...columns('LtvDistribution', '', {
            averageLtv: ['String', `Average of a buyer. ${AMOUNT}`],
            medianLtv: ['String', `Median of the buyers. ${AMOUNT}`],
          }).fields,
          buckets: items(
            bucket,
            'Ten equal ranges from the least to the greatest.',
            (figure, item) => `jsonb_array_elements(${figure}.buckets) ${item}`,
          ),
        },
      },
      'What buyers were charged in all, in the currency.',
      (given) => sql`select (round(avg(minor)) * max(unit))::text as "averageLtv",
          (round((percentile_cont(0.5) within group (order by minor::float8))::numeric) * max(unit))::text
            as "medianLtv",
          (select coalesce(jsonb_agg(to_jsonb(range) order by range.place), '[]')
            from (${buckets(spent(given), sql`10::bigint`)}) range) as buckets
        from ${spent(given)} buyers`,
      CURRENCY,
    ),
    purchaseFrequency: list(
      columns('PurchaseFrequency', 'Buyers with a number of purchases.', {
        purchaseCount: ['Int', 'Orders that were charged.'],
        customerCount: ['Int', 'Buyers with so many.'],
        percentage: ['Float', `Share of the buyers. ${PERCENT}`],
      }),
      'Buyers by number of purchases.',
      () => sql`select orders as "purchaseCount", count(*) as "customerCount",
          ${percent('count(*)', 'sum(count(*)) over ()')} as percentage
        from (select count(distinct order_id) as orders from charge group by buyer) buyers
        group by orders order by orders`,
    ),
    repeatPurchaseRate: list(
      columns('RepeatPurchaseRate', 'Buyers of a period who had bought before.', {
        period: ['String', 'Name of the period.'],
        totalBuyers: ['Int', 'Buyers with an order first charged in the period.'],
        repeatBuyers: ['Int', 'Those of them for whom it was not the first of the range.'],
        repeatRate: ['Float', `Their share. ${PERCENT}`],
      }),
      'Buyers who buy again, by period; periods without any are left out.',
      (given) => {
        const periods = periodsOf(given);
        return sql`select ${periods.name('start')} as period, total as "totalBuyers",
            again as "repeatBuyers", ${percent('again', 'total')} as "repeatRate"
          from (select ${periods.start('first')} as start, count(distinct buyer) as total,
              count(distinct buyer) filter (where number > 1) as again
            from (select buyer, first, row_number() over (partition by buyer order by first, order_id)
                as number
              from (select buyer, order_id, min(created_at) as first from charge group by 1, 2) bought)
              numbered
            group by 1) cut order by start`;
      },
      GRANULARITY,
    ),
    topCustomers: list(
      {
        ...columns('TopCustomer', 'A buyer and what he was charged in all.', {}),
        fields: {
          ...columns('TopCustomer', '', {
            buyerEmail: ['String', 'The buyer’s e-mail address.'],
            totalSpent: ['String', `What the buyer was charged. ${AMOUNT}`],
            orderCount: ['Int', 'Orders that were charged.'],
          }).fields,
          firstPurchaseDate: time('Time of the first charge.', (figure) => `${figure}.first`),
          lastPurchaseDate: time('Time of the last charge.', (figure) => `${figure}.last`),
        },
      },
      'The buyers who were charged most in the currency.',
      (given) => sql`select buyer as "buyerEmail", (minor * unit)::text as "totalSpent",
          orders as "orderCount", first, last
        from ${spent(given)} buyers
        order by minor desc, buyer limit ${boundedInteger(given, 'limit', 1, 100)}`,
      {
        limit: { type: 'Int', fallback: 10, description: 'How many, from 1 to 100.' },
        ...CURRENCY,
      },
    ),
  },
};

/** Every period from the first to the last charge with its place. */
function placed(given: Given) {
  const periods = periodsOf(given);
  return sql`select start, row_number() over (order by start) as place from (
    select generate_series(min(start), max(start), ${periods.step}) as start
    from (select ${periods.start('created_at')} as start from charge) cut) span`;
}

export const customerAnalysis: AnalysisRoot = {
  kind: 'analysis',
  type,
  args: ANALYSIS,
  description: 'How buyers come back, and what they are worth.',
  opening: (given, scope) => sql`with ${charges(given, scope)}`,
};
