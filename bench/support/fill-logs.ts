import type pg from 'pg';

/** Orders for each entry of the audit log. */
const ORDERS_AN_ACT = 5;
/** Partitions are analyzed with their table. */
const TABLES = ['event', 'webhook_delivery', 'email_delivery', 'audit_log'];

/**
 * Fills the logs of a store that `fillStore` has filled: events of the last 90 days with their
 * deliveries, a mail for every payment, and a merchant's acts. The webhook wants no further events.
 */
export async function fillLogs(connection: pg.ClientBase, storeId: string): Promise<void> {
  for (const text of [MAKE_WEBHOOK, MAKE_EVENTS, MAKE_DELIVERIES, MAKE_MAILS]) {
    await connection.query(text, [storeId]);
  }
  await connection.query(MAKE_ACTS, [storeId, ORDERS_AN_ACT]);
  for (const table of TABLES) await connection.query(`vacuum analyze ${table}`);
}

/** SQL for an ID that begins with its time, as the service's do. */
const idOf = (time: string) => `(lpad(to_hex((extract(epoch from ${time}) * 1000)::bigint), 12, '0')
  || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid`;

const MAKE_WEBHOOK = `
  insert into webhook (id, store_id, channel, url, events, environment, created_at, updated_at)
  values (gen_random_uuid(), $1, 'http', 'https://shop.example.com/webhooks', '{}', 'test',
    now() - interval '2 years', now() - interval '2 years')`;

const MAKE_EVENTS = `
  insert into event (id, store_id, environment, type, event_id, body, created_at)
  select ${idOf('created_at')}, store_id, environment, type, event_id,
    json_build_object('id', event_id, 'eventType', type, 'eventId', event_id,
      'timestamp', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'storeId', short_id('STO', store_id), 'mode', environment,
      'data', json_build_object('buyerEmail', buyer_email))::text,
    created_at
  from (
    select store_id, environment, short_id('ORD', id) as event_id, buyer_email, created_at,
      case kind when 'onetime' then 'order.completed' else 'subscription.activated' end as type
    from orders where store_id = $1 and created_at > now() - interval '90 days') told`;

const MAKE_DELIVERIES = `
  insert into webhook_delivery (id, store_id, event_id, webhook_id, status, attempt_count, due_at,
    http_status, response_body, last_attempted_at, created_at)
  select ${idOf('event.created_at')}, event.store_id, event.id, webhook.id, drawn.status, 1,
    event.created_at, case drawn.status when 'success' then 200 else 500 end, '{}',
    event.created_at, event.created_at
  from event join webhook on webhook.store_id = event.store_id cross join lateral (
    select case hashtext(event.id::text) % 40 when 0 then 'failed' else 'success' end as status) drawn
  where event.store_id = $1 on conflict do nothing`;

const MAKE_MAILS = `
  insert into email_delivery (id, store_id, environment, occurrence, event_type, event_id,
    recipient_type, to_address, subject, body_text, status, attempt_count, due_at,
    last_attempted_at, created_at)
  select ${idOf('payment.created_at')}, payment.store_id, payment.environment, payment.id,
    case payment.status when 'failed' then 'payment.failed' else 'receipt' end,
    short_id('PAY', payment.id), 'buyer', buyer_email,
    case payment.status when 'failed' then 'Your payment failed' else 'Your receipt' end,
    repeat('You find the details of your purchase below. ', 20), 'success', 1, payment.created_at,
    payment.created_at, payment.created_at
  from payment join orders on orders.store_id = payment.store_id and orders.id = payment.order_id
  where payment.store_id = $1 on conflict do nothing`;

const MAKE_ACTS = `
  insert into audit_log (id, store_id, merchant_id, credential, credential_id, action,
    subject_type, subject_id, environment, details, at)
  select ${idOf('orders.created_at')}, orders.store_id, owner.merchant_id, 'dashboard',
    owner.merchant_id, 'note/add-note', 'note', short_id('ORD', orders.id), 'test',
    '{"fields": ["text"]}', orders.created_at
  from orders join store_merchant owner
    on owner.store_id = orders.store_id and owner.role = 'owner'
  where orders.store_id = $1 and abs(hashtext(orders.id::text)) % $2::int = 0`;
