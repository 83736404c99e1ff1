import { raw, type Sql, sql } from '../../database/database.ts';
import { type Argument, GRANULARITIES, type Granularity } from '../arguments.ts';
import type { Given } from '../description.ts';

export const GRANULARITY: Readonly<Record<string, Argument>> = {
  granularity: {
    type: 'Granularity',
    required: true,
    description: 'Length of the periods, in UTC.',
  },
};

/** How a granularity divides time: date_trunc's unit, a step, and the format of a period's name. */
const CUTS: Readonly<Record<Granularity, readonly [unit: string, step: string, name: string]>> = {
  DAY: ['day', '1 day', 'YYYY-MM-DD'],
  WEEK: ['week', '7 days', 'IYYY-"W"IW'],
  MONTH: ['month', '1 month', 'YYYY-MM'],
  QUARTER: ['quarter', '3 months', 'YYYY-"Q"Q'],
  YEAR: ['year', '1 year', 'YYYY'],
  ALL_TIME: ['millennium', '1000 years', '"all"'],
};

/** SQL for the periods of a `granularity` argument. */
export interface Periods {
  /** The start of the period containing a time in UTC (without time zone). */
  start(time: string): Sql;
  /** The name of the period starting then. */
  name(start: string): Sql;
  readonly step: Sql;
}

/** The value of the `granularity` argument, which is part of a plan's shape. */
export const granularityOf = ({ values }: Given): Granularity =>
  GRANULARITIES[values.granularity as number] as Granularity;

export const periodsOf = (given: Given): Periods => periodsOfEach(granularityOf(given));

/** Periods of a fixed length, whatever the arguments. */
export function periodsOfEach(granularity: Granularity): Periods {
  const [unit, step, name] = CUTS[granularity];
  return {
    start: (time) => raw(`date_trunc('${unit}', ${time})`),
    name: (start) => raw(`to_char(${start}, '${name}')`),
    step: raw(`interval '${step}'`),
  };
}

/** SQL for a point in time in the form periods take. */
export const utc = (time: string): string => `${time} at time zone 'UTC'`;

/**
 * A query of every period from the first to the last in the source, with its value; 0 for periods
 * without one. Columns: start, value.
 */
export function series(periods: Periods, source: Sql, value: Sql): Sql {
  return sql`
    select span.start, coalesce(found.value, 0) as value
    from (select generate_series(min(cut.start), max(cut.start), ${periods.step}) as start
      from (select ${periods.start('day')} as start from ${source}) cut) span
    left join (select ${periods.start('day')} as start, ${value} as value from ${source} group by 1)
      found on found.start = span.start`;
}
