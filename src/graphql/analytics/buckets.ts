import { raw, type Sql, sql } from '../../database/database.ts';
import type { ScalarField } from '../description.ts';
import { NUMBER, PERCENT, percent } from './figures.ts';

/** The columns of `buckets`. */
export const BUCKET: Readonly<Record<string, readonly [ScalarField['type'], string]>> = {
  rangeMin: ['Float', `Lower end, inclusive. ${NUMBER}`],
  rangeMax: ['Float', `Upper end, exclusive. ${NUMBER}`],
  count: ['Int', 'Number of amounts in the range.'],
  percentage: ['Float', `Share of the total. ${PERCENT}`],
};

/**
 * A query that divides the range from the smallest to the largest amount into equal ranges, in
 * whole minor units. The source has the columns `minor`, `unit` and `number` (how many have the
 * amount).
 */
export function buckets(source: Sql, ranges: Sql): Sql {
  return sql`
    select (low * unit)::float8 as "rangeMin", (high * unit)::float8 as "rangeMax", count,
      ${percent('count', 'sum(count) over ()')} as percentage, place
    from (
      select place, max(ends.unit) as unit, max(ends.least + place * ends.width) as low,
        max(ends.least + (place + 1) * ends.width) as high,
        coalesce(sum(amounts.number), 0)::bigint as count
      from (select min(minor) as least, max(unit) as unit,
          ((max(minor) - min(minor)) / ${ranges} + 1)::bigint as width from ${source} amounts) ends
      cross join generate_series(0::bigint, ${ranges} - 1) place
      left join ${source} amounts on (amounts.minor - ends.least) / ends.width = place
      where ends.least is not null group by place) cut
    order by ${raw('place')}`;
}
