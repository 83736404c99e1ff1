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
    refundedAmount: amount(
      'Amount refunded, a decimal string.',
      (row) => `${row}.refunded`,
      (row) => `${row}.currency`,
      { required: true },
    ),
    netAmount: amount(
      'Amount charged minus amount refunded, a decimal string.',
      (row) => `${row}.charged - ${row}.refunded`,
      (row) => `${row}.currency`,
      { required: true },
    ),
  },
};

/**
 * Sums of rolled-up days, and payments of the others
 * (docs/decisions/0008-analyses-from-sums-by-day.md).
 */
function chargedRows(row: Row, environment: Environment): string {
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

/** Amounts refunded: of all the store's refunds, which are few, those of the product. */
const refundedRows = (row: Row, environment: Environment) => `(
  select back.currency, sum(back.amount_minor) as refunded
  from refund back
  join payment paid on paid.store_id = back.store_id and paid.id = back.payment_id
  join orders ordered on ordered.store_id = paid.store_id and ordered.id = paid.order_id
  where back.store_id = ${row}.store_id and back.environment = '${environment}'
    and back.status = 'succeeded' and ordered.product_id = ${row}.id
  group by back.currency)`;

const soldRows = (row: Row, environment: Environment) => `(
  select currency, orders, charged, coalesce(refunded, 0) as refunded
  from ${chargedRows(row, environment)} charged
  left join ${refundedRows(row, environment)} refunds using (currency))`;

/** A product's sales by currency. */
export const soldField: Field = {
  ...items(
    productSold,
    'Its sales by currency, most orders first.',
    (row, item, environment) => `${soldRows(row, environment)} ${item}`,
    (item) => `${item}.orders desc, ${item}.currency`,
  ),
  isAnalysis: true,
};
