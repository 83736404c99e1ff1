-- Events, the webhooks that want them, and their deliveries: the delivery table is the queue.

create table webhook_key (
  environment text not null check (environment in ('test', 'prod')),
  -- Counts the environment's keys from 1.
  generation integer not null,
  public_key text not null,
  sealed_private_key text not null,
  -- From when on it signs, until the next generation does.
  active_from timestamptz not null,
  created_at timestamptz not null,
  primary key (environment, generation)
);

create table webhook (
  id uuid primary key,
  store_id uuid not null references store,
  channel text not null check (channel in ('http', 'feishu', 'discord', 'telegram', 'slack')),
  -- As it is shown. Of a chat channel with the token masked; `sealed_url` then is the whole address.
  url text not null,
  sealed_url text,
  events text[] not null,
  environment text not null check (environment in ('test', 'prod')),
  sealed_secret text,
  disabled_at timestamptz,
  disabled_reason text,
  -- Since when every attempt has failed; null after a success.
  failing_since timestamptz,
  -- How many warnings its merchant has had since then.
  warnings integer not null default 0,
  -- Of a chat platform: until when its rate limit lets nothing through.
  paced_until timestamptz,
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
  -- The entity's id (docs/contract/events.md#types); repeats for status events.
  event_id text not null,
  -- The exact body of every delivery, built when the change committed.
  body text not null,
  -- Sent by hand to try a webhook: nothing happened.
  sample boolean not null default false,
  created_at timestamptz not null
);
create index event_by_store on event (store_id, environment, created_at desc, id desc);
-- For pruning.
create index event_by_time on event (created_at);

create table webhook_delivery (
  id uuid primary key,
  store_id uuid not null references store,
  event_id uuid not null references event,
  -- Null once the webhook was removed: the delivery stays as history.
  webhook_id uuid references webhook on delete set null,
  status text not null check (status in ('pending', 'success', 'failed')),
  attempt_count integer not null default 0,
  -- While pending: when the next attempt is due.
  due_at timestamptz not null,
  -- While a worker posts it: until when nobody else does; names the worker's hold as well.
  leased_until timestamptz,
  http_status integer,
  response_body text,
  failure text,
  last_attempted_at timestamptz,
  created_at timestamptz not null,
  constraint one_delivery_per_event_and_webhook unique (event_id, webhook_id)
);
-- The queue, webhook by webhook: first attempts before retries, so a long queue delays no other.
create index webhook_delivery_queue on webhook_delivery
  (webhook_id, (attempt_count > 0), due_at) where status = 'pending';
create index webhook_delivery_under_way on webhook_delivery (webhook_id)
  where leased_until is not null;
create index webhook_delivery_by_webhook on webhook_delivery (webhook_id);
create index webhook_delivery_by_store on webhook_delivery (store_id, created_at desc);

-- The log: every attempt; the delivery itself repeats its latest.
create table webhook_attempt (
  id uuid primary key,
  -- The delivery's, which is asked for already.
  store_id uuid not null,
  delivery_id uuid not null references webhook_delivery,
  attempted_at timestamptz not null,
  duration_ms integer not null,
  http_status integer,
  response_body text,
  failure text
);
create index webhook_attempt_by_delivery on webhook_attempt (delivery_id, attempted_at);

-- What merchants are to be told about their webhooks; whoever tells them sets `told_at`.
create table webhook_warning (
  id uuid primary key,
  store_id uuid not null references store,
  webhook_id uuid references webhook on delete cascade,
  kind text not null check (kind in ('failing', 'disabled')),
  reason text not null,
  created_at timestamptz not null,
  told_at timestamptz
);
create index webhook_warning_to_tell on webhook_warning (created_at) where told_at is null;
create index webhook_warning_by_webhook on webhook_warning (webhook_id);

insert into state_move (machine, from_state, to_state) values
  ('webhook_delivery', 'pending', 'success'),
  ('webhook_delivery', 'pending', 'failed'),
  ('webhook_delivery', 'failed', 'pending'),
  ('webhook_delivery', 'success', 'pending');
-- Every attempt pays for it, and every move from and to `pending` is legal: the table of moves is asked
-- about the others alone.
create trigger webhook_delivery_moves before update of status on webhook_delivery
  for each row when (old.status <> new.status and 'pending' not in (old.status, new.status))
  execute function refuse_illegal_move('webhook_delivery');
