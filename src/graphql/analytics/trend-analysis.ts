import { raw, type Sql, sql } from '../../database/database.ts';
import type { Argument } from '../arguments.ts';
import type { Given, ObjectType } from '../description.ts';
import type { AnalysisRoot } from '../root-fields.ts';
import {
  AMOUNT,
  CURRENCY,
  columns,
  currencyOf,
  deprecated,
  list,
  majorNumber,
  money,
  NUMBER,
} from './figures.ts';
import { GRANULARITY, periodsOf, periodsOfEach, series } from './periods.ts';
import { ANALYSIS, boundedInteger } from './rows.ts';
import { CHARGED, charges, liveDays, sales } from './sums.ts';

const RATE = ['Float', 'Change from the previous period in percent; null if that was 0.'] as const;
const PERIOD = ['String', 'Name of the period.'] as const;

const WINDOW: Readonly<Record<string, Argument>> = {
  windowDays: {
    type: 'Int',
    fallback: 7,
    description: 'Days in the average, including the day itself, from 1 to 365.',
  },
};

const growthRate = raw(`round(100.0 * (value - previous) / nullif(previous, 0), 2)::float8`);

/** The charges in the argument's currency, with the value of its minor unit. */
const inCurrency = (given: Given) =>
  sql`(select day, payments, amount_minor, unit from charge where currency = ${currencyOf(given)}) paid`;
const unit = (given: Given) =>
  sql`(select max(unit) from charge where currency = ${currencyOf(given)})`;

const sum = raw(CHARGED);
const number = sql`sum(orders)::bigint`;

function growth(given: Given, source: Sql, value: Sql, shown: (value: string) => Sql): Sql {
  const periods = periodsOf(given);
  return sql`select ${periods.name('start')} as period, ${shown('value')} as "currentValue",
      ${shown('previous')} as "previousValue", ${growthRate} as "growthRate"
    from (select start, value, lag(value, 1, 0) over (order by start) as previous
      from (${series(periods, source, value)}) spans) spans order by start`;
}

/** The daily values with their average over the window that ends with each day. */
function average(given: Given, source: Sql, value: Sql): Sql {
  const window = boundedInteger(given, 'windowDays', 1, 365);
  const daily = periodsOfEach('DAY');
  return sql`select ${daily.name('start')} as date, value, start,
      avg(value) over (order by start rows between (${window} - 1) preceding and current row) as mean
    from (${series(daily, source, value)}) spans`;
}

function monthlyRevenue(): Sql {
  const months = periodsOfEach('MONTH');
  return sql`select ${months.name('start')} as period, ${money('minor')} as amount
    from (select ${months.start('day')} as start, unit, ${sum} as minor from charge
      where (select count(distinct currency) from charge) = 1 group by 1, 2) cut
    order by start`;
}

const type: ObjectType = {
  name: 'TrendAnalysis',
  description:
    'Orders and revenue over time, from the first to the last period of the time range that has any; a period between them without any counts as 0.',
  fields: {
    orderGrowth: list(
      columns('OrderGrowth', 'Orders of a period and the previous one.', {
        period: PERIOD,
        currentValue: ['Int', 'Orders created in the period.'],
        previousValue: ['Int', 'Orders created in the previous period.'],
        growthRate: RATE,
      }),
      'Orders from period to period.',
      (given) => growth(given, sql`sale`, number, (value) => raw(value)),
      GRANULARITY,
    ),
    revenueGrowth: list(
      columns('RevenueGrowth', 'Revenue of a period and the previous one.', {
        period: PERIOD,
        currentValue: ['Float', `Charged in the period. ${NUMBER}`],
        previousValue: ['Float', `Charged in the previous period. ${NUMBER}`],
        growthRate: RATE,
      }),
      'Revenue from period to period.',
      (given) => growth(given, inCurrency(given), sum, (value) => majorNumber(value, unit(given))),
      { ...GRANULARITY, ...CURRENCY },
    ),
    cumulativeRevenue: list(
      columns('CumulativeRevenue', 'Revenue up to the end of a period.', {
        period: PERIOD,
        periodValue: ['Float', `Charged in the period. ${NUMBER}`],
        cumulativeValue: ['Float', `Charged since the first period. ${NUMBER}`],
      }),
      'Cumulative revenue by period.',
      (given) => {
        const periods = periodsOf(given);
        return sql`select ${periods.name('start')} as period,
            ${majorNumber('value', unit(given))} as "periodValue",
            ${majorNumber('sum(value) over (order by start)', unit(given))} as "cumulativeValue"
          from (${series(periods, inCurrency(given), sum)}) spans order by start`;
      },
      { ...GRANULARITY, ...CURRENCY },
    ),
    revenueByPeriod: deprecated(
      'Use revenueByPeriod of orderStatistics.',
      list(
        columns('RevenueOfPeriod', 'Revenue of a month.', {
          period: PERIOD,
          amount: ['String', `Charged in the month. ${AMOUNT}`],
        }),
        'Revenue by month of the payment; empty if there are several currencies: name one in the filter. Months without any are omitted.',
        monthlyRevenue,
      ),
    ),
    orderMovingAverage: list(
      columns('OrderMovingAverage', 'Orders of a day and their moving average.', {
        date: ['String', 'Day in UTC, `YYYY-MM-DD`.'],
        dailyValue: ['Int', 'Orders created on the day.'],
        movingAverage: ['Float', 'Daily average over the window, with two decimals.'],
      }),
      'Daily orders with their moving average.',
      (given) => sql`select date, value as "dailyValue", round(mean, 2)::float8 as "movingAverage"
        from (${average(given, sql`sale`, number)}) spans order by start`,
      WINDOW,
    ),
    revenueMovingAverage: list(
      columns('RevenueMovingAverage', 'Revenue of a day and its moving average.', {
        date: ['String', 'Day in UTC, `YYYY-MM-DD`.'],
        dailyValue: ['Float', `Charged on the day. ${NUMBER}`],
        movingAverage: ['Float', `Daily average over the window. ${NUMBER}`],
      }),
      'Daily revenue with its moving average.',
      (given) => sql`select date, ${majorNumber('value', unit(given))} as "dailyValue",
          ${majorNumber('round(mean)', unit(given))} as "movingAverage"
        from (${average(given, inCurrency(given), sum)}) spans order by start`,
      { ...WINDOW, ...CURRENCY },
    ),
  },
};

export const trendAnalysis: AnalysisRoot = {
  kind: 'analysis',
  type,
  args: ANALYSIS,
  description: 'Growth, running totals and moving averages of orders and revenue.',
  opening: (given, scope) =>
    sql`with ${liveDays(given, scope)}, ${sales(given, scope)}, ${charges(given, scope)}`,
};
