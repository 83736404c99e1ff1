import { join, raw, sql } from '../../database/database.ts';
import type { Argument } from '../arguments.ts';
import type { Given, ObjectType, ScalarField } from '../description.ts';
import type { AnalysisRoot } from '../root-fields.ts';
import { BUCKET, buckets } from './buckets.ts';
import { AMOUNT, CURRENCY, columns, currencyOf, list, row } from './figures.ts';
import { GRANULARITY, periodsOf } from './periods.ts';
import { ANALYSIS, boundedInteger, charges } from './rows.ts';

const PERCENTILES = [10, 25, 50, 75, 90, 95, 99];

const BUCKETS: Readonly<Record<string, Argument>> = {
  bucketCount: { type: 'Int', fallback: 10, description: 'How many ranges, from 1 to 100.' },
};

/** What each order was charged in all, in the currency of the argument. */
const charged = (given: Given) => sql`(
  select order_id, max(unit) as unit, sum(amount_minor)::bigint as minor from charge
  where currency = ${currencyOf(given)} group by order_id)`;

type Columns = Readonly<Record<string, readonly [ScalarField['type'], string]>>;
const percentileColumns: Columns = Object.fromEntries(
  PERCENTILES.map((number) => [
    `p${number}`,
    [
      'String',
      `The amount that ${number} percent of the orders do not exceed, interpolated. ${AMOUNT}`,
    ],
  ]),
);

const type: ObjectType = {
  name: 'DistributionAnalysis',
  description: 'How much orders were charged in the time range; an order’s charges are added up.',
  fields: {
    orderAmountPercentiles: row(
      columns('AmountPercentiles', 'How order amounts are spread; null where there are none.', {
        ...percentileColumns,
        min: ['String', `Least amount. ${AMOUNT}`],
        max: ['String', `Greatest amount. ${AMOUNT}`],
        avg: ['String', `Average. ${AMOUNT}`],
        stddev: ['String', `Standard deviation of the population. ${AMOUNT}`],
        count: ['Int', 'Number of orders.'],
      }),
      'How order amounts are spread.',
      (given) => {
        const shares = PERCENTILES.map((number) => {
          const share = `percentile_cont(${number / 100}) within group (order by minor::float8)`;
          return raw(`(round((${share})::numeric) * max(unit))::text as p${number}`);
        });
        return sql`select ${join(shares, ', ')}, (min(minor) * max(unit))::text as min,
          (max(minor) * max(unit))::text as max, (round(avg(minor)) * max(unit))::text as avg,
          (round(stddev_pop(minor)) * max(unit))::text as stddev, count(*) as count
          from ${charged(given)} amounts`;
      },
      CURRENCY,
    ),
    aovTrend: list(
      columns('AverageOrderValue', 'What an order of a period was charged on average.', {
        period: ['String', 'Name of the period.'],
        averageOrderValue: ['String', `Revenue per order. ${AMOUNT}`],
        orderCount: ['Int', 'Orders charged in the period.'],
        totalRevenue: ['String', `What was charged in the period. ${AMOUNT}`],
      }),
      'Average order value by period; periods without any are left out.',
      (given) => {
        const periods = periodsOf(given);
        return sql`select ${periods.name('start')} as period,
            (round(minor / orders) * unit)::text as "averageOrderValue", orders as "orderCount",
            (minor * unit)::text as "totalRevenue"
          from (select ${periods.start('created_at')} as start, unit, sum(amount_minor) as minor,
              count(distinct order_id) as orders
            from charge where currency = ${currencyOf(given)} group by 1, 2) cut order by start`;
      },
      { ...GRANULARITY, ...CURRENCY },
    ),
    orderAmountBuckets: list(
      columns('AmountBucket', 'A range of amounts and how many lie in it.', BUCKET),
      'Order amounts in equal ranges from the least to the greatest.',
      (given) => buckets(charged(given), boundedInteger(given, 'bucketCount', 1, 100)),
      { ...BUCKETS, ...CURRENCY },
    ),
  },
};

export const distributionAnalysis: AnalysisRoot = {
  kind: 'analysis',
  type,
  args: ANALYSIS,
  description: 'How order amounts are spread and how their average develops.',
  opening: (given, scope) => sql`with ${charges(given, scope)}`,
};
