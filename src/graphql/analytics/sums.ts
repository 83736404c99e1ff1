import { join, raw, type Sql, sql } from '../../database/database.ts';
import type { Given } from '../description.ts';
import { unitOf } from '../fields.ts';
import type { Scope } from '../scope.ts';
import { isOfSeveralStores } from '../spread-sql.ts';
import { asRead, tableOf } from './of-nodes.ts';
import { buyerDay, chargeDay, orderDay, paymentDay, type Rollup } from './rollups.ts';
import { kinds, ofStores, rangeOf } from './rows.ts';

/** A time range, including its start and excluding its end; null if open. */
interface Range {
  readonly from: Sql | null;
  readonly to: Sql | null;
}

/** `span`: the days that aren't read from sums, each with the part of it that counts. */
export const liveDays = (given: Given, scope: Scope): Sql =>
  spans('span', rangeOf(given), given, scope);

function spans(name: string, { from, to }: Range, given: Given, scope: Scope): Sql {
  // Only a part of the days in which a range starts and ends counts.
  const edges = [from, to].flatMap((time) =>
    time === null
      ? []
      : [
          sql`union select store.id, ${utcDay(time)} from store
            where ${ofStores('store.id', given, scope)}`,
        ],
  );
  const starts = sql`day::timestamp at time zone 'UTC'`;
  const ends = sql`(day + 1)::timestamp at time zone 'UTC'`;
  return sql`${raw(name)} as materialized (
    select store_id, ${raw(`'${scope.environment}'::text`)} as environment, day,
      ${from ? sql`greatest(${starts}, ${from})` : starts} as starts,
      ${to ? sql`least(${ends}, ${to})` : ends} as ends
    from (select distinct store_id, day from ${raw(tableOf('rollup_mark', scope))}
      where ${raw(`environment = '${scope.environment}'`)} and ${ofStores('store_id', given, scope)}
      ${join([sql``, ...edges], ' ')}) days)`;
}

const utcDay = (time: Sql) => sql`(${time} at time zone 'UTC')::date`;

/** `sale`: orders of the filter, by the day of creation (`day`), status, currency and country. */
export const sales = (given: Given, scope: Scope): Sql =>
  summed('sale', orderDay, 'status', given, scope);

/** `attempt`: every payment of the filter, whatever its outcome, by its own status. */
export const attempts = (given: Given, scope: Scope): Sql =>
  summed('attempt', paymentDay, 'status', given, scope);

/**
 * `charge`: succeeded payments in the filter's time range and currency, of orders with its status.
 * A row represents `payments` payments of the same amount.
 */
export const charges = (given: Given, scope: Scope): Sql =>
  summed('charge', chargeDay, 'order_status', given, scope);

/** `purchase`: orders and charges of buyers by day. */
export const purchases = (given: Given, scope: Scope): Sql =>
  summed('purchase', buyerDay, 'order_status', given, scope);

/** `earlier`: like `purchase`, before the time range, in any currency and status. */
export function earlierPurchases(given: Given, scope: Scope): Sql {
  const from = rangeOf(given).from ?? sql`'-infinity'::timestamptz`;
  const before = { from: null, to: from };
  const all = sums('earlier', buyerDay, 'earlier_span', before, [], given, scope);
  return sql`${spans('earlier_span', before, given, scope)}, ${all}`;
}

/** SQL for the total amount of rows of `charge`, in minor units. */
export const CHARGED = 'sum(payments * amount_minor)';
/** SQL for the number of payments. */
export const PAYMENTS = sql`sum(payments)::bigint`;
/** SQL for the number of charged orders; all charges of a subscription count as one order. */
export const CHARGED_ORDERS = `(coalesce(sum(payments) filter (where order_id is null), 0)
  + count(distinct order_id))::bigint`;

function summed(name: string, rollup: Rollup, status: string, given: Given, scope: Scope): Sql {
  const kept = kinds(given, { currency: 'currency', status });
  return sums(name, rollup, 'span', rangeOf(given), kept, given, scope);
}

/**
 * Sums of rolled-up days, and rows of the others; `unit` is the value of a minor unit in major
 * units.
 */
function sums(
  name: string,
  { table, keys, measures, rows }: Rollup,
  span: string,
  { from, to }: Range,
  kept: readonly Sql[],
  given: Given,
  scope: Scope,
): Sql {
  const columns = raw(`day::timestamp as day, ${[...keys, ...Object.keys(measures)].join(', ')},
    ${unitOf('currency')} as unit`);
  const folded = [
    ofStores(`${table}.store_id`, given, scope),
    raw(`environment = '${scope.environment}'`),
    // Hashed, as in `bought.ts`.
    raw(`((${table}.store_id, ${table}.day) in (select store_id, day from ${span})) is not true`),
    ...(from ? [sql`day >= ${utcDay(from)}`] : []),
    ...(to ? [sql`day <= ${utcDay(to)}`] : []),
    ...kept,
  ];
  const live = kept.length > 0 ? sql`where ${join([...kept], ' and ')}` : sql``;
  return sql`${raw(name)} ${asRead(scope, 'as not materialized')} (
    select ${columns} from ${raw(tableOf(table, scope))} where ${join(folded, ' and ')}
    union all select ${columns} from (${raw(rows(span, isOfSeveralStores(scope)))}) counted ${live})`;
}
