import type { Environment } from '../../contract/caller.ts';
import { chargeDay } from '../analytics/rollups.ts';
import { CHARGED_ORDERS } from '../analytics/sums.ts';
import type { Field, ObjectType, Row } from '../description.ts';
import { amount, integer, items, plain } from '../fields.ts';

const productSold: ObjectType = {
  name: 'ProductSold',
  description: 'A product’s sales in one currency.',
  fields: {
    currency: plain('ISO 4217 code.', (row) => `${row}.currency`, { required: true }),
    orderCount: integer('Number of charged orders.', (row) => `${row}.orders`, {
      required: true,
      filter: false,
    }),
    totalAmount: amount(
      'Amount charged before refunds, a decimal string.',
      (row) => `${row}.charged`,
      (row) => `${row}.currency`,
      { required: true },
    ),
  },
};

/**
 * Sums of rolled-up days, and payments of the others
 * (docs/decisions/0008-analyses-from-sums-by-day.md).
 */
function soldRows(row: Row, environment: Environment): string {
  const place = `store_id = ${row}.store_id and environment = '${environment}'`;
  const columns = 'currency, order_id, amount_minor, payments';
  const spans = `(select store_id, '${environment}'::text as environment, day,
      day::timestamp at time zone 'UTC' as starts, (day + 1)::timestamp at time zone 'UTC' as ends
    from (select distinct store_id, day from rollup_mark where ${place}) days)`;
  return `(
    select currency, ${CHARGED_ORDERS} as orders, sum(payments * amount_minor) as charged
    from (
      select ${columns} from charge_day folded
      where ${place} and product_id = ${row}.id and not exists (select from rollup_mark mark
        where mark.store_id = folded.store_id and mark.environment = folded.environment
          and mark.day = folded.day)
      union all
      select ${columns} from (${chargeDay.rows(spans)}) counted where product_id = ${row}.id
    ) charge group by currency)`;
}

/** A product's sales by currency. */
export const soldField: Field = items(
  productSold,
  'Its sales by currency, most orders first.',
  (row, item, environment) => `${soldRows(row, environment)} ${item}`,
  (item) => `${item}.orders desc, ${item}.currency`,
);
