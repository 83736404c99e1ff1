import { join, raw, type Sql, sql } from '../../database/database.ts';
import type { Given } from '../description.ts';
import type { Scope } from '../scope.ts';
import { buyerDay } from './rollups.ts';
import { kinds, ofStores, rangeOf } from './rows.ts';

const KEYS = buyerDay.keys.join(', ');
const SUMS = Object.keys(buyerDay.measures).join(', ');
const COLUMNS = `${KEYS}, ${SUMS}`;

/** SQL for an array with the date of a row's payments, repeated once if there are several. */
const dates = (date: string) =>
  `case when payments > 0 then array_fill(${date}, array[least(payments, 2)::integer]) end`;
const MONTHS = `${dates(`date_trunc('month', day::timestamp)::date`)} as dates`;

/** The rows of `purchase` with the days of payments in `dates`. */
export const DAILY = raw(`(select ${COLUMNS}, ${dates('day::date')} as dates from purchase) daily`);

/**
 * `bought`: like `purchase`, in as few rows as possible. `dates` has the days of payments in a time
 * range, otherwise their months. Without a range, the totals of buyers are read, except for buyers
 * whose rows of a day not rolled up yet differ from the stored ones.
 */
export function bought(given: Given, scope: Scope): Sql {
  const { from, to } = rangeOf(given);
  if (from || to) return sql`bought as not materialized (select * from ${DAILY})`;
  const kept = kinds(given, { currency: 'currency', status: 'order_status' });
  const where = (...conditions: Sql[]) => sql`where ${join([...conditions, ...kept], ' and ')}`;
  // As tests of values, which are hashed: joined, both sides could be compared row by row, because
  // the planner doesn't know how large they are.
  const isChanged = (row: string) =>
    raw(`((${row}.store_id, ${row}.buyer) in (select store_id, buyer from changed)) is true`);
  return sql`${raw(changed(scope))},
  bought as not materialized (
    select ${raw(`${COLUMNS}, months as dates`)} from buyer_total
    ${where(
      ofStores('store_id', given, scope),
      raw(`environment = '${scope.environment}'`),
      sql`not ${isChanged('buyer_total')}`,
    )}
    union all
    select ${raw(`${COLUMNS}, ${MONTHS}`)} from (${raw(`select kept.* from changed
      cross join lateral (select * from buyer_day where store_id = changed.store_id
        and environment = '${scope.environment}' and buyer = changed.buyer offset 0) kept
      where ((kept.store_id, kept.day) in (select store_id, day from span)) is not true`)}) folded
    ${kept.length > 0 ? where() : sql``}
    union all
    select ${raw(`${COLUMNS}, ${MONTHS}`)} from fresh ${where(isChanged('fresh'))})`;
}

/** `fresh`: sums of days not rolled up yet; `changed`: buyers whose stored sums are outdated. */
function changed({ environment }: Scope): string {
  const columns = `store_id, day, ${COLUMNS}`;
  const sums = Object.entries(buyerDay.measures).map(
    ([name, how]) => `${how}(${name})${how === 'sum' ? '::bigint' : ''} as ${name}`,
  );
  return `fresh as materialized (
    select store_id, day, ${KEYS}, ${sums.join(', ')} from (${buyerDay.rows('span')}) counted
    group by store_id, day, ${KEYS}),
  stale as materialized (
    select kept.* from span cross join lateral (select ${columns} from buyer_day
      where store_id = span.store_id and environment = '${environment}' and day = span.day
      offset 0) kept),
  changed as materialized (select distinct store_id, buyer from (
    (select ${columns} from fresh except select ${columns} from stale)
    union all (select ${columns} from stale except select ${columns} from fresh)) differing)`;
}
