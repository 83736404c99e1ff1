/**
 * The daily sums that the worker rolls up (docs/decisions/0008-analyses-from-sums-by-day.md), and
 * the rows they are computed from. The same SQL reads the rows for the roll-up and for days not
 * rolled up yet.
 */
export interface Rollup {
  readonly table: string;
  /** What the rows of one sum have in common, in addition to store, environment and day. */
  readonly keys: readonly string[];
  readonly measures: Readonly<Record<string, 'sum' | 'min' | 'max'>>;
  /**
   * SQL for the rows of the spans: a relation with store_id, environment, day, starts, ends.
   * `ofNodes`: the nodes of a cluster read it, each for its own stores.
   */
  readonly rows: (spans: string, ofNodes?: boolean) => string;
}

/** SQL for a table's rows in the spans, read through its index by store and time. */
const within = (spans: string, table: string, row: string, ofNodes: boolean) =>
  ofNodes
    ? `${spans} span join public.${table} ${row} on ${row}.store_id = span.store_id
    and ${row}.environment = span.environment
    and ${row}.created_at >= span.starts and ${row}.created_at < span.ends`
    : `${spans} span cross join lateral (select * from ${table}
    where store_id = span.store_id and environment = span.environment
      and created_at >= span.starts and created_at < span.ends offset 0) ${row}`;

const withOrder = (spans: string, ofNodes: boolean) => `${within(spans, 'payment', 'p', ofNodes)}
    ${
      ofNodes
        ? 'join public.orders o on o.store_id = p.store_id and o.id = p.order_id'
        : `cross join lateral (select * from orders
      where store_id = p.store_id and id = p.order_id offset 0) o`
    }`;

const DAY = 'span.store_id, span.environment, span.day';
const COUNTRY = `o.billing_detail->>'country' as country`;
/** The order's share of tax in the payment. */
const TAX = `coalesce(p.amount_minor * o.tax_minor / nullif(o.total_minor, 0), 0) as tax_minor`;
/** Only a subscription has several charges. */
const ORDER_ID = `case when o.kind = 'subscription' then o.id end as order_id`;
/** A buyer is an email address, case-insensitive. */
const BUYER = `lower(o.buyer_email) collate "C" as buyer, o.status as order_status`;

export const orderDay: Rollup = {
  table: 'order_day',
  keys: ['status', 'currency', 'country'],
  measures: { orders: 'sum' },
  rows: (
    spans,
    ofNodes = false,
  ) => `select ${DAY}, o.status, o.currency, ${COUNTRY}, 1::bigint as orders
    from ${within(spans, 'orders', 'o', ofNodes)}`,
};

export const paymentDay: Rollup = {
  table: 'payment_day',
  keys: ['status', 'currency', 'method', 'card_brand', 'failure_reason'],
  measures: { payments: 'sum', amount_minor: 'sum', tax_minor: 'sum' },
  rows: (
    spans,
    ofNodes = false,
  ) => `select ${DAY}, p.status, p.currency, p.method, p.card_brand, p.failure_reason,
      1::bigint as payments, p.amount_minor, ${TAX}
    from ${withOrder(spans, ofNodes)}`,
};

export const chargeDay: Rollup = {
  table: 'charge_day',
  keys: [
    ...['order_status', 'currency', 'product_id', 'tax_category', 'tax_rate', 'country', 'state'],
    ...['is_business', 'order_id', 'amount_minor', 'tax_minor'],
  ],
  measures: { payments: 'sum' },
  rows: (
    spans,
    ofNodes = false,
  ) => `select ${DAY}, o.status as order_status, p.currency, o.product_id, o.tax_category,
      coalesce(round(100.0 * o.tax_minor / nullif(o.subtotal_minor, 0), 2), 0) as tax_rate,
      ${COUNTRY}, o.billing_detail->>'state' as state,
      coalesce((o.billing_detail->>'isBusiness')::boolean, false) as is_business, ${ORDER_ID},
      p.amount_minor, ${TAX}, 1::bigint as payments
    from ${withOrder(spans, ofNodes)} where p.status = 'succeeded'`,
};

export const buyerDay: Rollup = {
  table: 'buyer_day',
  keys: ['buyer', 'order_status', 'currency', 'order_id'],
  measures: {
    ...{ orders: 'sum', payments: 'sum', amount_minor: 'sum' },
    ...{ first_at: 'min', last_at: 'max' },
  },
  rows: (
    spans,
    ofNodes = false,
  ) => `select ${DAY}, ${BUYER}, o.currency, ${ORDER_ID}, 1::bigint as orders,
      0::bigint as payments, 0::bigint as amount_minor, null::timestamptz as first_at,
      null::timestamptz as last_at
    from ${within(spans, 'orders', 'o', ofNodes)}
    union all
    select ${DAY}, ${BUYER}, p.currency, ${ORDER_ID}, 0, 1, p.amount_minor, p.created_at, p.created_at
    from ${withOrder(spans, ofNodes)} where p.status = 'succeeded'`,
};

export const rollups: readonly Rollup[] = [orderDay, paymentDay, chargeDay, buyerDay];
