-- What lists filter, sort and search by, and the buyers of a store.

-- A buyer of a store: an address that has ordered there. Kept by the orders themselves.
create table customer (
  id uuid primary key default gen_random_uuid(),
  store_id uuid not null references store,
  environment text not null check (environment in ('test', 'prod')),
  -- In lower case.
  email text not null,
  -- Of the first order.
  created_at timestamptz not null,
  constraint one_customer_per_address unique (store_id, environment, email)
);
create index customer_by_store on customer (store_id, environment, created_at desc, id desc);

-- The share lock keeps a row that is there from going while the order that needs it commits.
create function keep_customer() returns trigger language plpgsql as $$
begin
  loop
    perform from customer where store_id = new.store_id and environment = new.environment
      and email = lower(new.buyer_email) for key share;
    exit when found;
    insert into customer (store_id, environment, email, created_at)
    values (new.store_id, new.environment, lower(new.buyer_email), new.created_at)
    on conflict do nothing;
    exit when found;
  end loop;
  if tg_op = 'UPDATE' then
    delete from customer where store_id = old.store_id and environment = old.environment
      and email = lower(old.buyer_email);
    insert into customer (store_id, environment, email, created_at)
    select store_id, environment, lower(buyer_email), min(created_at) from orders
    where store_id = old.store_id and environment = old.environment
      and lower(buyer_email) = lower(old.buyer_email)
    group by 1, 2, 3 on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger order_keeps_customer after insert on orders
  for each row execute function keep_customer();
create trigger order_moves_customer after update of buyer_email on orders
  for each row when (lower(old.buyer_email) <> lower(new.buyer_email))
  execute function keep_customer();

insert into customer (store_id, environment, email, created_at)
select store_id, environment, lower(buyer_email), min(created_at) from orders group by 1, 2, 3;

create index if not exists orders_by_status
  on orders (store_id, environment, kind, status, created_at desc, id desc);
create index if not exists orders_by_amount
  on orders (store_id, environment, currency, total_minor, id);
create index if not exists orders_by_product on orders (product_id, created_at desc, id desc);
create index if not exists orders_by_country
  on orders (store_id, environment, (billing_detail->>'country'), created_at desc, id desc);
create index if not exists orders_by_external_id
  on orders (store_id, environment, lower(merchant_external_id) text_pattern_ops)
  where merchant_external_id is not null;
create index if not exists orders_of_subscriptions
  on orders (store_id, environment, created_at desc, id desc) where kind = 'subscription';
create index if not exists payment_by_status
  on payment (store_id, environment, status, created_at desc, id desc);
create index if not exists payment_by_amount
  on payment (store_id, environment, currency, amount_minor, id);

-- Finds a part of an address. The embedded engine doesn't ship the extension: it reads the rows.
do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_trgm') then
    create extension if not exists pg_trgm;
    create index if not exists orders_by_email_part
      on orders using gin (lower(buyer_email) gin_trgm_ops);
    create index if not exists customer_by_email_part on customer using gin (email gin_trgm_ops);
  end if;
exception when insufficient_privilege then
  raise notice 'pg_trgm may not be created: searching for parts of addresses reads every order';
end
$$;
