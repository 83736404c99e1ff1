-- What buyers ordered and were charged since ever: the rows of buyer_day, added up over all days. The
-- database keeps it so itself, whichever release rolls the days up.

create index if not exists buyer_day_by_buyer on buyer_day (store_id, environment, buyer);

create table buyer_total (
  store_id uuid not null,
  environment text not null,
  -- The columns are as in buyer_day.
  buyer text collate "C" not null,
  order_status text not null,
  currency text not null,
  order_id uuid,
  orders bigint not null,
  payments bigint not null,
  amount_minor bigint not null,
  first_at timestamptz,
  last_at timestamptz,
  -- Months with payments, in order; twice where there were several.
  months date[] not null
);
create index buyer_total_by_buyer on buyer_total (store_id, environment, buyer);

create aggregate all_dates(date[]) (sfunc = array_cat, stype = date[], initcond = '{}');

-- `moved` are the rows of buyer_day that came or went: the totals of their buyers are made again.
create function total_buyers() returns trigger language plpgsql as $$
begin
  delete from buyer_total total using (select distinct store_id, environment, buyer from moved) changed
  where total.store_id = changed.store_id and total.environment = changed.environment
    and total.buyer = changed.buyer;
  insert into buyer_total (store_id, environment, buyer, order_status, currency, order_id, orders,
    payments, amount_minor, first_at, last_at, months)
  select store_id, environment, buyer, order_status, currency, order_id, sum(orders), sum(payments),
    sum(amount_minor), min(first_at), max(last_at),
    all_dates(case when payments > 0 then array_fill(month, array[least(payments, 2)::integer]) end
      order by month)
  from (
    select day.store_id, day.environment, day.buyer, order_status, currency, order_id,
      date_trunc('month', day.day::timestamp)::date as month, sum(orders) as orders,
      sum(payments) as payments, sum(amount_minor) as amount_minor, min(first_at) as first_at,
      max(last_at) as last_at
    from (select distinct store_id, environment, buyer from moved) changed
      join buyer_day day on day.store_id = changed.store_id
        and day.environment = changed.environment and day.buyer = changed.buyer
    group by 1, 2, 3, 4, 5, 6, 7) by_month
  group by 1, 2, 3, 4, 5, 6;
  return null;
end
$$;
create trigger buyer_days_come after insert on buyer_day referencing new table as moved
  for each statement execute function total_buyers();
create trigger buyer_days_go after delete on buyer_day referencing old table as moved
  for each statement execute function total_buyers();

insert into buyer_total (store_id, environment, buyer, order_status, currency, order_id, orders,
  payments, amount_minor, first_at, last_at, months)
select store_id, environment, buyer, order_status, currency, order_id, sum(orders), sum(payments),
  sum(amount_minor), min(first_at), max(last_at),
  all_dates(case when payments > 0 then array_fill(month, array[least(payments, 2)::integer]) end
    order by month)
from (
  select store_id, environment, buyer, order_status, currency, order_id,
    date_trunc('month', day::timestamp)::date as month, sum(orders) as orders,
    sum(payments) as payments, sum(amount_minor) as amount_minor, min(first_at) as first_at,
    max(last_at) as last_at
  from buyer_day group by 1, 2, 3, 4, 5, 6, 7) by_month
group by 1, 2, 3, 4, 5, 6;

-- Without statistics, the first plans would count on a row or two.
analyze buyer_total;
