import { join, raw, type Sql, sql } from '../../database/database.ts';
import type { Given } from '../description.ts';
import type { Scope } from '../scope.ts';
import { isOfSeveralStores } from '../spread-sql.ts';
import { asRead, tableOf } from './of-nodes.ts';
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
  bought ${asRead(scope, 'as not materialized')} (
    select ${raw(`${COLUMNS}, months as dates`)} from ${raw(tableOf('buyer_total', scope))}
    ${where(
      ofStores('store_id', given, scope),
      raw(`environment = '${scope.environment}'`),
      sql`not ${isChanged('buyer_total')}`,
    )}
    union all
    select ${raw(`${COLUMNS}, ${MONTHS}`)} from (${raw(`select kept.* from changed
      ${joined('buyer_day', 'changed', ['store_id', 'buyer'], scope)}
      where ((kept.store_id, kept.day) in (select store_id, day from span)) is not true`)}) folded
    ${kept.length > 0 ? where() : sql``}
    union all
    select ${raw(`${COLUMNS}, ${MONTHS}`)} from fresh ${where(isChanged('fresh'))})`;
}

/** `fresh`: sums of days not rolled up yet; `changed`: buyers whose stored sums are outdated. */
function changed(scope: Scope): string {
  const columns = `store_id, day, ${COLUMNS}`;
  const sums = Object.entries(buyerDay.measures).map(
    ([name, how]) => `${how}(${name})${how === 'sum' ? '::bigint' : ''} as ${name}`,
  );
  return `fresh as materialized (
    select store_id, day, ${KEYS}, ${sums.join(', ')} from (${buyerDay.rows('span', isOfSeveralStores(scope))}) counted
    group by store_id, day, ${KEYS}),
  stale as materialized (
    select kept.* from span ${joined('buyer_day', 'span', ['store_id', 'day'], scope)}),
  changed as materialized (select distinct store_id, buyer from (
    (select ${columns} from fresh except select ${columns} from stale)
    union all (select ${columns} from stale except select ${columns} from fresh)) differing)`;
}

/** SQL that joins the table's rows, as `kept`, with equal values, through its index. */
function joined(table: string, row: string, equal: readonly string[], scope: Scope): string {
  const isKept = (own: string) =>
    [
      ...equal.map((name) => `${own}${name} = ${row}.${name}`),
      `${own}environment = '${scope.environment}'`,
    ].join(' and ');
  return isOfSeveralStores(scope)
    ? `join ${tableOf(table, scope)} kept on ${isKept('kept.')}`
    : `cross join lateral (select * from ${table} where ${isKept('')} offset 0) kept`;
}
