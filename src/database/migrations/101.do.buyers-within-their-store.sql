-- As it was, store by store: what runs on a cluster's node names the store of the rows.
create or replace function total_buyers() returns trigger language plpgsql as $$
declare
  changed record;
begin
  for changed in
    select store_id, environment, array_agg(distinct buyer) as buyers
    from moved group by store_id, environment
  loop
    delete from buyer_total total
    where total.store_id = changed.store_id and total.environment = changed.environment
      and total.buyer = any(changed.buyers);
    insert into buyer_total (store_id, environment, buyer, order_status, currency, order_id, orders,
      payments, amount_minor, first_at, last_at, months)
    select store_id, environment, buyer, order_status, currency, order_id, sum(orders),
      sum(payments), sum(amount_minor), min(first_at), max(last_at),
      all_dates(case when payments > 0 then array_fill(month, array[least(payments, 2)::integer]) end
        order by month)
    from (
      select day.store_id, day.environment, day.buyer, order_status, currency, order_id,
        date_trunc('month', day.day::timestamp)::date as month, sum(orders) as orders,
        sum(payments) as payments, sum(amount_minor) as amount_minor, min(first_at) as first_at,
        max(last_at) as last_at
      from buyer_day day
      where day.store_id = changed.store_id and day.environment = changed.environment
        and day.buyer = any(changed.buyers)
      group by 1, 2, 3, 4, 5, 6, 7) by_month
    group by 1, 2, 3, 4, 5, 6;
  end loop;
  return null;
end
$$;
