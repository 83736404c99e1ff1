-- Events, the webhooks that want them, and their deliveries: the delivery table is the queue.

create table webhook_key (
  environment text primary key check (environment in ('test', 'prod')),
  public_key text not null,
  sealed_private_key text not null,
  created_at timestamptz not null
);

create table webhook (
  id uuid primary key,
  store_id uuid not null references store,
  channel text not null check (channel in ('http', 'feishu', 'discord', 'telegram', 'slack')),
  url text not null,
  events text[] not null,
  environment text not null check (environment in ('test', 'prod')),
  sealed_secret text,
  disabled_at timestamptz,
  disabled_reason text,
  -- Since when every attempt has failed; null after a success.
  failing_since timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index webhook_by_store on webhook (store_id, environment);

create table event (
  -- The occurrence: what `webhook-id` and `X-Service-Delivery` carry.
  id uuid primary key,
  store_id uuid not null references store,
  environment text not null check (environment in ('test', 'prod')),
  type text not null,
  -- The entity's id as the specification 6.2 says; repeats for status events.
  event_id text not null,
  -- The exact body of every delivery, built when the change committed.
  body text not null,
  created_at timestamptz not null
);
create index event_by_store on event (store_id, environment, created_at desc);

create table webhook_delivery (
  id uuid primary key,
  store_id uuid not null references store,
  event_id uuid not null references event,
  -- Null once the webhook was removed: the delivery stays as history.
  webhook_id uuid references webhook on delete set null,
  status text not null check (status in ('pending', 'success', 'failed')),
  attempt_count integer not null default 0,
  -- While pending: when the next attempt is due. A lease moves it forward.
  due_at timestamptz not null,
  http_status integer,
  response_body text,
  failure text,
  last_attempted_at timestamptz,
  created_at timestamptz not null,
  constraint one_delivery_per_event_and_webhook unique (event_id, webhook_id)
);
create index webhook_delivery_due on webhook_delivery (due_at) where status = 'pending';
create index webhook_delivery_by_store on webhook_delivery (store_id, created_at desc);

insert into state_move (machine, from_state, to_state) values
  ('webhook_delivery', 'pending', 'success'),
  ('webhook_delivery', 'pending', 'failed'),
  ('webhook_delivery', 'failed', 'pending'),
  ('webhook_delivery', 'success', 'pending');
create trigger webhook_delivery_moves before update of status on webhook_delivery
  for each row execute function refuse_illegal_move('webhook_delivery');
