import { type Sql, sql } from '../../database/database.ts';
import type { Given } from '../description.ts';
import { DAILY } from './bought.ts';
import { granularityOf, periodsOf } from './periods.ts';

/**
 * Each buyer's charges: a row with dates of payments in order, repeated once if there were several.
 */
const charges = (given: Given) =>
  ['DAY', 'WEEK'].includes(granularityOf(given)) ? DAILY : sql`bought`;

/** When buyers were charged: rows with `buyer` and `dates`. */
export const chargeDates = (given: Given): Sql =>
  sql`select buyer, dates from ${charges(given)} where payments > 0`;

/** When the orders of buyers were first charged. */
export const orderDates = (given: Given): Sql => sql`
  select buyer, dates from ${charges(given)} where payments > 0 and order_id is null
  union all
  select buyer, array[min(dates[1])] from ${charges(given)}
  where payments > 0 and order_id is not null group by buyer, order_id`;

/**
 * A query of the number of `buyers` by the period of their first date (`cohort`) and a period with
 * dates (`start`). For the first period, `is_again` tells whether it has several dates; for later
 * ones it is always true.
 */
export function visits(given: Given, dates: Sql): Sql {
  const { start } = periodsOf(given);
  const period = (date: string) => start(`${date}::timestamp`);
  // Many buyers share the same dates, which are expanded only once.
  return sql`select cohort, ${period('date')} as start,
      is_twice or ${period('date')} > cohort as is_again, sum(buyers)::bigint as buyers
    from (
      select dates, count(*) as buyers, ${period('dates[1]')} as cohort,
        coalesce(${period('dates[2]')} = ${period('dates[1]')}, false) as is_twice
      from (
        select case when number = 1 then dates
          else array(select date from unnest(dates) date order by date) end as dates
        from (select buyer, count(*) as number, all_dates(dates) as dates
          from (${dates}) bought group by buyer) merged) buyers
      group by dates) pattern,
    unnest(dates, array_prepend(null::date, dates)) visit (date, before)
    where date is not null and ${period('date')} is distinct from ${period('before')}
    group by 1, 2, 3`;
}
