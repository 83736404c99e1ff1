-- What the analyses read: sums by day (UTC) of orders and payments, folded by the worker.

-- A day of a store that changed since it was folded. Appended in the transaction of the change, so
-- whoever sees the change sees that the day's sums are not current, and reads its rows instead.
create table rollup_mark (
  store_id uuid not null,
  environment text not null,
  day date not null
);
create index rollup_mark_by_day on rollup_mark (store_id, environment, day);

create function mark_day_of_payment() returns trigger language plpgsql as $$
begin
  insert into rollup_mark values
    (new.store_id, new.environment, (new.created_at at time zone 'UTC')::date);
  return null;
end
$$;
create trigger payment_marks_day after insert or update of status, currency, amount_minor, method,
  card_brand, failure_reason on payment for each row execute function mark_day_of_payment();

-- What an order says counts on its own day and on those of its payments.
create function mark_days_of_order() returns trigger language plpgsql as $$
begin
  insert into rollup_mark
  select new.store_id, new.environment, (new.created_at at time zone 'UTC')::date
  union
  select store_id, environment, (created_at at time zone 'UTC')::date
  from payment where order_id = new.id;
  return null;
end
$$;
create trigger order_marks_days after insert or update of status, buyer_email, billing_detail,
  currency, subtotal_minor, tax_minor, total_minor, tax_category, product_id on orders
  for each row execute function mark_days_of_order();

-- Orders by day of creation.
create table order_day (
  store_id uuid not null,
  environment text not null,
  day date not null,
  status text not null,
  currency text not null,
  country text,
  orders bigint not null
);
create index order_day_by_store on order_day (store_id, environment, day);

-- Payments by day of creation, however they ended.
create table payment_day (
  store_id uuid not null,
  environment text not null,
  day date not null,
  status text not null,
  currency text not null,
  method text not null,
  card_brand text,
  failure_reason text,
  payments bigint not null,
  -- Of all of them together.
  amount_minor bigint not null,
  tax_minor bigint not null
);
create index payment_day_by_store on payment_day (store_id, environment, day);

-- Succeeded payments by day of creation and by what their orders say.
create table charge_day (
  store_id uuid not null,
  environment text not null,
  day date not null,
  order_status text not null,
  currency text not null,
  product_id uuid not null,
  tax_category text not null,
  tax_rate numeric not null,
  country text,
  state text,
  is_business boolean not null,
  -- Of a subscription order, which has several charges; null: each is an order's only one.
  order_id uuid,
  payments bigint not null,
  -- Of each of them.
  amount_minor bigint not null,
  tax_minor bigint not null
);
create index charge_day_by_store on charge_day (store_id, environment, day);

-- Buyers by day: the orders they created and what they were charged.
create table buyer_day (
  store_id uuid not null,
  environment text not null,
  day date not null,
  -- E-mail address in lower case.
  buyer text collate "C" not null,
  order_status text not null,
  currency text not null,
  -- As in charge_day.
  order_id uuid,
  orders bigint not null,
  payments bigint not null,
  -- Of all payments together, with the times of the first and the last; null: there are none.
  amount_minor bigint not null,
  first_at timestamptz,
  last_at timestamptz
);
create index buyer_day_by_store on buyer_day (store_id, environment, day);
