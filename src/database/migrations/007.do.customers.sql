-- The buyers of a store, and their portal.

-- An address that has ordered at a store. Kept by the orders themselves.
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

-- Finds a part of an address. The embedded engine doesn't ship the extension: it reads the rows.
do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_trgm') then
    create extension if not exists pg_trgm;
    create index orders_by_email_part on orders using gin (lower(buyer_email) gin_trgm_ops);
    create index customer_by_email_part on customer using gin (email gin_trgm_ops);
  end if;
exception when insufficient_privilege then
  raise notice 'pg_trgm may not be created: searching for parts of addresses reads every order';
end
$$;

create table portal_link (
  -- Of the code in the mail; the code itself is kept nowhere once the mail is sent.
  code_hash bytea primary key,
  store_id uuid not null references store,
  environment text not null check (environment in ('test', 'prod')),
  -- Where it was mailed to, in lower case: what opening it proves.
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index portal_link_expiry on portal_link (expires_at);

create table portal_session (
  -- Of the secret in the buyer's cookie.
  secret_hash bytea primary key,
  store_id uuid not null references store,
  environment text not null check (environment in ('test', 'prod')),
  buyer_identity text not null,
  -- In lower case, of one that a mailed link opened; null: a session token's.
  proven_email text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index portal_session_expiry on portal_session (expires_at);
