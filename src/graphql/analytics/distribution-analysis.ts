import { join, raw, type Sql, sql } from '../../database/database.ts';
import type { Argument } from '../arguments.ts';
import type { Given, ObjectType, ScalarField } from '../description.ts';
import type { AnalysisRoot } from '../root-fields.ts';
import { BUCKET, buckets } from './buckets.ts';
import { AMOUNT, CURRENCY, columns, currencyOf, list, NUMBER, row } from './figures.ts';
import { GRANULARITY, periodsOf } from './periods.ts';
import { ANALYSIS, boundedInteger } from './rows.ts';
import { CHARGED, CHARGED_ORDERS, charges, liveDays } from './sums.ts';

const PERCENTILES = [10, 25, 50, 75, 90, 95, 99];

const BUCKETS: Readonly<Record<string, Argument>> = {
  bucketCount: { type: 'Int', fallback: 10, description: 'Number of ranges, from 1 to 100.' },
};

/** Total charges of orders in the argument's currency, and the number of orders with each. */
const charged = (given: Given) => sql`(
  select minor, max(unit) as unit, sum(orders)::bigint as number from (
    select amount_minor as minor, unit, payments as orders from charge
    where currency = ${currencyOf(given)} and order_id is null
    union all
    select sum(payments * amount_minor)::bigint, max(unit), 1 from charge
    where currency = ${currencyOf(given)} and order_id is not null group by order_id) amounts
  group by minor)`;

/** SQL for a percentile of the ranked amounts, interpolated between the two nearest orders. */
function percentile(share: number): Sql {
  const place = `(${share / 100} * (total - 1))`;
  const at = (rank: string) => `min(minor) filter (where rank > ${rank})`;
  const low = at(`floor(${place})`);
  return raw(`(round(${low} + (${at(`ceil(${place})`)} - ${low})
    * (max(${place}) - floor(max(${place})))) * max(unit))::float8 as p${share}`);
}

type Columns = Readonly<Record<string, readonly [ScalarField['type'], string]>>;
const percentileColumns: Columns = Object.fromEntries(
  PERCENTILES.map((number) => [
    `p${number}`,
    ['Float', `The amount that ${number} percent of orders don’t exceed, interpolated. ${NUMBER}`],
  ]),
);

const type: ObjectType = {
  name: 'DistributionAnalysis',
  description: 'Charges of orders in the time range; an order’s charges are added up.',
  fields: {
    orderAmountPercentiles: row(
      columns(
        'AmountPercentiles',
        'Distribution of order amounts; its figures are null if there are none.',
        {
          ...percentileColumns,
          min: ['Float', `Smallest amount. ${NUMBER}`],
          max: ['Float', `Largest amount. ${NUMBER}`],
          avg: ['Float', `Average. ${NUMBER}`],
          stddev: ['Float', `Standard deviation of the population. ${NUMBER}`],
          count: ['Int', 'Number of orders.'],
        },
      ),
      'Distribution of order amounts.',
      (given) => {
        return sql`select ${join(PERCENTILES.map(percentile), ', ')},
          (min(minor) * max(unit))::float8 as min, (max(minor) * max(unit))::float8 as max,
          (round(max(mean)) * max(unit))::float8 as avg,
          (round(sqrt(sum(number * (minor - mean) ^ 2) / max(total))) * max(unit))::float8 as stddev,
          coalesce(max(total), 0) as count
          from (select minor, unit, number, sum(number) over () as total,
              sum(number) over (order by minor) as rank,
              sum(number * minor) over () / sum(number) over () as mean
            from ${charged(given)} amounts) ranked`;
      },
      CURRENCY,
    ),
    aovTrend: list(
      columns('AverageOrderValue', 'Average charge of an order in a period.', {
        period: ['String', 'Name of the period.'],
        averageOrderValue: ['Float', `Revenue per order. ${NUMBER}`],
        orderCount: ['Int', 'Orders charged in the period.'],
        totalRevenue: ['String', `What was charged in the period. ${AMOUNT}`],
      }),
      'Average order value by period; periods without orders are omitted.',
      (given) => {
        const periods = periodsOf(given);
        return sql`select ${periods.name('start')} as period,
            (round(minor / orders) * unit)::float8 as "averageOrderValue", orders as "orderCount",
            (minor * unit)::text as "totalRevenue"
          from (select ${periods.start('day')} as start, unit, ${raw(CHARGED)} as minor,
              ${raw(CHARGED_ORDERS)} as orders
            from charge where currency = ${currencyOf(given)} group by 1, 2) cut order by start`;
      },
      { ...GRANULARITY, ...CURRENCY },
    ),
    orderAmountBuckets: list(
      columns('AmountBucket', 'A range of amounts and the number of orders in it.', BUCKET),
      'Order amounts in equal ranges from the smallest to the largest.',
      (given) => buckets(charged(given), boundedInteger(given, 'bucketCount', 1, 100)),
      { ...BUCKETS, ...CURRENCY },
    ),
  },
};

export const distributionAnalysis: AnalysisRoot = {
  kind: 'analysis',
  type,
  args: ANALYSIS,
  description: 'Distribution of order amounts and their average over time.',
  opening: (given, scope) => sql`with ${liveDays(given, scope)}, ${charges(given, scope)}`,
};
