-- Rows of these tables change soon after they are written, or are removed again. By default, vacuum waits until a
-- fifth of a table has changed. The larger the table, the older the space it frees, and the more widely new rows
-- are spread over pages that nothing else touches: each of them is written to the log in whole after a checkpoint.
-- So vacuum runs after a fiftieth.
do $$
declare
  name text;
begin
  for name in
    select unnest(array['email_delivery', 'orders', 'payment', 'checkout_session', 'subscription', 'refund',
      'refund_ticket', 'idempotency_key', 'rollup_mark', 'order_day', 'payment_day', 'charge_day', 'buyer_day',
      'buyer_total', 'sandbox_charge', 'sandbox_refund'])
    union all
    select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'webhook_delivery'::regclass
  loop
    execute format('alter table %I set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500)',
      name);
  end loop;
end
$$;

-- A mail is claimed right after it is written. With room on its page, that changes no index.
alter table email_delivery set (fillfactor = 70);
