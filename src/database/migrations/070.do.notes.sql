-- What a store's members write about an order or a customer, for each other.

create table note (
  -- UUIDv7: sorts by time.
  id uuid primary key,
  store_id uuid not null references store,
  environment text not null check (environment in ('test', 'prod')),
  -- What it is about: an order, or the customer with the address, in lower case.
  order_id uuid references orders,
  email text,
  text text not null,
  written_by uuid not null references merchant,
  created_at timestamptz not null,
  constraint about_one_thing check (num_nonnulls(order_id, email) = 1)
);
create index note_by_order on note (order_id) where order_id is not null;
create index note_by_customer on note (store_id, environment, email) where email is not null;

-- Finds the events about an order by its own id and those of its payments and refunds.
create index if not exists event_by_subject on event (store_id, event_id text_pattern_ops);
