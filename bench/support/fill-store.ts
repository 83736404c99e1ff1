import type pg from 'pg';
import { runWithoutTriggers } from './without-triggers.ts';

/** How much data to fill a store with. */
export interface Filling {
  /** The store's UUID. */
  readonly storeId: string;
  /** Of both kinds, subscriptions included. */
  readonly orders: number;
  readonly customers: number;
  readonly subscriptions: number;
  /** Bypasses triggers, which requires a superuser: for a million orders. */
  readonly isFast?: boolean;
  readonly tell?: (written: number) => void;
}

/** Orders inserted per statement. */
const BATCH = 20_000;
const FIRST_BATCH = 500;
/** Products of each kind. */
const PRODUCTS = 20;

const FIRST = ['ada', 'james', 'grace', 'linus', 'mei', 'omar', 'ines', 'jonas', 'priya', 'zoe'];
const LAST = ['lovelace', 'smith', 'hopper', 'garcia', 'chen', 'haddad', 'silva', 'weber'];

/**
 * Fills a store's test environment as if it had been selling for the past two years: nearly all
 * orders are paid, a few countries and currencies account for most of them, and every twentieth
 * payment was refunded. Bypasses the actions, since only the amount of data matters. What another
 * row refers to is written first: a cluster checks references after each part of a statement.
 */
export async function fillStore(connection: pg.ClientBase, filling: Filling): Promise<void> {
  const { storeId, orders, customers, subscriptions, isFast = false, tell } = filling;
  const run = (text: string, values: unknown[]) =>
    isFast ? runWithoutTriggers(connection, text, values) : connection.query(text, values);
  await run(MAKE_PRODUCTS, [storeId, PRODUCTS]);
  const every = Math.max(1, Math.floor(orders / Math.max(1, subscriptions)));
  let batch = FIRST_BATCH;
  for (let from = 1, to = 0; to < orders; from = to + 1) {
    to = Math.min(from + batch - 1, orders);
    await run(MAKE_ORDERS, [
      ...[storeId, from, to, orders, customers, subscriptions > 0 ? every : 0],
      ...[FIRST, LAST, PRODUCTS],
    ]);
    // The triggers' queries are planned again, because their tables are no longer empty.
    if (batch === FIRST_BATCH) await analyze(connection);
    batch = BATCH;
    tell?.(to);
  }
  await run(MAKE_REFUNDS, [storeId]);
  for (const status of ['pending', 'refunded']) {
    await run(MARK_REFUNDED, [storeId, status]);
  }
  if (isFast) {
    for (const text of WHAT_TRIGGERS_WRITE) await run(text, [storeId]);
  }
  await analyze(connection);
}

async function analyze(connection: pg.ClientBase): Promise<void> {
  for (const table of TABLES) await connection.query(`vacuum analyze ${table}`);
}

const TABLES = ['orders', 'payment', 'subscription', 'refund', 'refund_ticket', 'customer'];

const MAKE_PRODUCTS = `
  with made as (
    select gen_random_uuid() as id, gen_random_uuid() as version, kind, n
    from generate_series(1, $2::int) n, unnest(array['onetime', 'subscription']) kind
  ), kept as (
    insert into product_version (id, store_id, product_id, version_number, name, billing_period,
      prices, created_at)
    select version, $1, id, 1,
      case kind when 'onetime' then 'Handbook ' else 'Plan ' end || n,
      case kind when 'subscription' then 'monthly' end,
      jsonb_build_object('USD', jsonb_build_object('amountMinor', 900 + 100 * n,
        'taxCategory', 'saas', 'taxIncluded', false)),
      now() - interval '2 years'
    from made
  )
  insert into product (id, store_id, kind, created_at, test_version_id, test_status,
    test_updated_at)
  select id, $1, kind, now() - interval '2 years', version, 'active', now() - interval '2 years'
  from made`;

const MAKE_ORDERS = `
  with sold as (
    select array_agg(product.id order by product.id) as ids,
      array_agg(product.test_version_id order by product.id) as versions, kind
    from product join product_version shown
      on shown.store_id = product.store_id and shown.id = product.test_version_id
    where product.store_id = $1 and shown.name ~ '^(Handbook|Plan) [0-9]+$'
    group by kind
  ), drawn as (
    select n, gen_random_uuid() as id, gen_random_uuid() as session_id,
      $6::int > 0 and n % nullif($6::int, 0) = 0 as is_subscription,
      abs(hashint4(n)) as dice, abs(hashint4(n * 7 + 3)) as coin, abs(hashint4(n + 1)) % $5::int + 1 as buyer,
      now() - interval '2 years' * (1 - n::float8 / $4::int) as at
    from generate_series($2::int, $3::int) n
  ), planned as (
    select drawn.*, sold.ids[dice % $9::int + 1] as product_id,
      sold.versions[dice % $9::int + 1] as version_id,
      case when is_subscription then 'subscription' else 'onetime' end as kind,
      case when is_subscription
        then (array['active', 'active', 'active', 'active', 'canceled', 'canceled', 'past_due',
          'canceling'])[dice % 8 + 1]
        when dice % 33 = 0 then 'pending' when dice % 37 = 0 then 'canceled' else 'completed'
      end as status,
      (array['USD', 'USD', 'USD', 'USD', 'USD', 'USD', 'USD', 'EUR', 'EUR', 'GBP'])[coin % 10 + 1]
        as currency,
      1000 + 100 * (dice % $9::int) as minor,
      ($7::text[])[buyer % array_length($7::text[], 1) + 1] || '.'
        || ($8::text[])[buyer / 10 % array_length($8::text[], 1) + 1] || buyer || '@example.com'
        as email,
      (array['US', 'US', 'US', 'US', 'DE', 'DE', 'GB', 'FR', 'JP', 'BR', 'CA', 'IN'])[buyer % 12 + 1]
        as country
    from drawn join sold
      on sold.kind = case when is_subscription then 'subscription' else 'onetime' end
  ), sessions as (
    insert into checkout_session (id, store_id, environment, status, product_id,
      product_version_id, currency, amount_minor, tax_category, buyer_email, payment_methods,
      created_at, expires_at)
    select session_id, $1, 'test', 'completed', product_id, version_id, currency, minor, 'saas',
      email, '{card}', at, at + interval '1 day' from planned
  ), made as (
    insert into orders (id, store_id, environment, kind, status, checkout_session_id, product_id,
      product_version_id, buyer_email, buyer_identity, billing_detail, currency, subtotal_minor,
      tax_minor, total_minor, tax_category, merchant_external_id, created_at, updated_at)
    select id, $1, 'test', kind, status, session_id, product_id, version_id, email, 'user-' || buyer,
      jsonb_build_object('isBusiness', buyer % 5 = 0, 'country', country),
      currency, minor, minor / 10, minor + minor / 10, 'saas',
      case when n % 4 = 0 then 'INV-' || n end, at, at
    from planned
  ), subscribed as (
    insert into subscription (order_id, store_id, environment, billing_period, payment_method,
      provider, anchor_at, anchor_period, period_number, period_start, period_end, canceled_at,
      failed_attempts, first_failed_at)
    select id, $1, 'test', 'monthly', 'card', 'sandbox', at, 1, 2,
      now() + interval '1 day' * (dice % 28) - interval '1 month',
      now() + interval '1 day' * (dice % 28), case when status like 'cancel%' then at end,
      case status when 'past_due' then 1 else 0 end,
      case status when 'past_due' then now() - interval '1 hour' * (dice % 160) end
    from planned where is_subscription
  )
  insert into payment (id, store_id, environment, order_id, status, currency, amount_minor, method,
    provider, card_brand, card_last4, failure_reason, leased_until, created_at, updated_at,
    paid_at, period_number)
  select gen_random_uuid(), $1, 'test', id, charge.status, currency, minor + minor / 10, 'card',
    'sandbox', (array['visa', 'mastercard', 'amex'])[dice % 3 + 1], '4242',
    case charge.status when 'failed' then 'card_declined' end, charge.at, charge.at, charge.at,
    case charge.status when 'succeeded' then charge.at end, charge.period
  from planned cross join lateral (
    select 'succeeded' as status, at, case when is_subscription then 1 end as period
    where status not in ('pending', 'canceled') or is_subscription
    union all
    select 'failed', at, case when is_subscription then 1 end where dice % 29 = 0
    union all
    select 'failed', now() - interval '1 hour' * (dice % 160), 3
    where is_subscription and planned.status = 'past_due'
  ) charge`;

const MAKE_REFUNDS = `
  with back as (
    select gen_random_uuid() as ticket_id, id as payment_id, currency, amount_minor / 2 as minor,
      created_at as at
    from payment where store_id = $1 and status = 'succeeded' and hashtext(id::text) % 20 = 0
  ), tickets as (
    insert into refund_ticket (id, store_id, environment, payment_id, status, submitter_identity,
      version_number, amount_minor, executed_at, created_at, updated_at)
    select ticket_id, $1, 'test', payment_id, 'succeeded', 'buyer', 1, minor, at, at, at from back
  ), asked as (
    insert into refund_ticket_version (id, store_id, ticket_id, number, reason, currency,
      amount_minor, created_at)
    select gen_random_uuid(), $1, ticket_id, 1, 'Bought by mistake', currency, minor, at from back
  )
  insert into refund (id, store_id, environment, ticket_id, ticket_version, payment_id, status,
    currency, amount_minor, provider, leased_until, created_at, updated_at)
  select gen_random_uuid(), $1, 'test', ticket_id, 1, payment_id, 'succeeded', currency, minor,
    'sandbox', at, at, at from back`;

const MARK_REFUNDED = `
  update payment set refund_status = $2
  from refund where refund.store_id = payment.store_id and refund.payment_id = payment.id
    and payment.store_id = $1`;

const WHAT_TRIGGERS_WRITE = [
  `insert into customer (store_id, environment, email, created_at)
  select store_id, environment, lower(buyer_email), min(created_at) from orders
  where store_id = $1 group by 1, 2, 3 on conflict do nothing`,
  `insert into rollup_mark select distinct store_id, environment,
    (created_at at time zone 'UTC')::date from orders where store_id = $1
  union select distinct store_id, environment, (created_at at time zone 'UTC')::date
  from payment where store_id = $1`,
];
