import { raw, type Sql, sql } from '../../database/database.ts';
import type { ScalarField } from '../description.ts';
import { AMOUNT, PERCENT, percent } from './figures.ts';

/** The columns of `buckets`. */
export const BUCKET: Readonly<Record<string, readonly [ScalarField['type'], string]>> = {
  rangeMin: ['String', `Least amount, included. ${AMOUNT}`],
  rangeMax: ['String', `Upper end, excluded. ${AMOUNT}`],
  count: ['Int', 'How many amounts lie in the range.'],
  percentage: ['Float', `Share of all. ${PERCENT}`],
};

/**
 * A query that cuts the range from the least to the greatest amount into so many equal ranges, in
 * whole minor units. The source has the columns `minor` and `unit`.
 */
export function buckets(source: Sql, number: Sql): Sql {
  return sql`
    select (low * unit)::text as "rangeMin", (high * unit)::text as "rangeMax", count,
      ${percent('count', 'sum(count) over ()')} as percentage, place
    from (
      select place, ends.unit, ends.least + place * ends.width as low,
        ends.least + (place + 1) * ends.width as high,
        (select count(*) from ${source} amounts where (amounts.minor - ends.least) / ends.width = place)
          as count
      from (select min(minor) as least, max(unit) as unit,
          ((max(minor) - min(minor)) / ${number} + 1)::bigint as width from ${source} amounts) ends
      cross join generate_series(0::bigint, ${number} - 1) place
      where ends.least is not null) cut
    order by ${raw('place')}`;
}
