-- The cost grew with the square of the buyers of a day: 40 s for 8,640, as after an import. The plan was kept from the
-- sixth call on and made for ten buyers, and without statistics each changed row was compared with each other. Now
-- each call is planned for its own buyers, and `is true` keeps tests from becoming joins, so they are always hashed.
-- A cluster refuses to delete by a row's text, unless a subquery gives it.
create or replace function total_buyers() returns trigger language plpgsql
  set plan_cache_mode = 'force_custom_plan' set work_mem = '64MB' as $$
declare
  changed record;
begin
  for changed in
    select store_id, environment, array_agg(distinct buyer) as buyers,
      array_agg(distinct row(buyer, order_status, currency, order_id)::text) as keys
    from moved group by store_id, environment
  loop
    with key as materialized (
      select key from unnest(changed.keys) as key
    ), bought as materialized (
      select row(buyer, order_status, currency, order_id)::text as key, day.* from buyer_day day
      where store_id = changed.store_id and environment = changed.environment
        and buyer = any(changed.buyers)
    ), of_month as (
      select buyer, order_status, currency, order_id,
        date_trunc('month', day::timestamp)::date as month, sum(orders) as orders,
        sum(payments) as payments, sum(amount_minor) as amount_minor, min(first_at) as first_at,
        max(last_at) as last_at
      from bought where (key in (select key from key)) is true
      group by 1, 2, 3, 4, 5
    ), counted as materialized (
      select buyer, order_status, currency, order_id, sum(orders)::bigint as orders,
        sum(payments)::bigint as payments, sum(amount_minor)::bigint as amount_minor,
        min(first_at) as first_at, max(last_at) as last_at,
        all_dates(case when payments > 0 then array_fill(month, array[least(payments, 2)::integer]) end
          order by month) as months
      from of_month group by 1, 2, 3, 4
    ), kept as materialized (
      select row(buyer, order_status, currency, order_id)::text as key,
        row(buyer, order_status, currency, order_id, orders, payments, amount_minor, first_at,
          last_at, months)::text as total
      from buyer_total
      where store_id = changed.store_id and environment = changed.environment
        and buyer = any(changed.buyers)
        and (row(buyer, order_status, currency, order_id)::text in (select key from key)) is true
    ), wrong as materialized (
      select key from kept where total not in (select counted::text from counted)
    ), gone as (
      delete from buyer_total
      where store_id = changed.store_id and environment = changed.environment
        and buyer = any(changed.buyers)
        and ((select row(buyer, order_status, currency, order_id)::text) in (select key from wrong)) is true
    )
    insert into buyer_total (store_id, environment, buyer, order_status, currency, order_id, orders,
      payments, amount_minor, first_at, last_at, months)
    select changed.store_id, changed.environment, counted.* from counted
    where counted::text not in (select total from kept);
  end loop;
  return null;
end
$$;
