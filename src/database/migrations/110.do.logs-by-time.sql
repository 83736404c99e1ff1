-- Events, deliveries and attempts are partitioned by the time that their event's id begins with, so
-- that retention drops a partition instead of deleting rows. The tables from before are not copied:
-- they become the first partitions, up to the day after tomorrow, and the service makes those that
-- follow. Attaching them reads each once, unless an operator has made a check beforehand
-- (docs/decisions/0019-logs-by-time.md). Checks are the partitions' own: a cluster of servers gives
-- each shard's another name, and then misses the inherited one.

-- Attempts from before, and those of the release before, name no event: they are in the first
-- partition, too.
alter table webhook_attempt add column if not exists event_id uuid not null
  default '00000000-0000-0000-0000-000000000000';

-- A dropped partition would be searched for rows that something refers to. A delivery is written by
-- the statement that writes or reads its event and locks its webhook, an attempt by the statement that
-- changes its delivery.
alter table webhook_attempt drop constraint webhook_attempt_delivery_id_fkey;
alter table webhook_delivery
  drop constraint webhook_delivery_event_id_fkey,
  drop constraint webhook_delivery_webhook_id_fkey;
drop trigger webhook_delivery_moves on webhook_delivery;

alter table event rename to event_first;
alter index event_pkey rename to event_first_pkey;
alter index event_by_store rename to event_first_by_store;
alter index event_by_subject rename to event_first_by_subject;
-- For the release before, which prunes by it.
alter index event_by_time rename to event_first_by_time;
create table event_default (like event_first including defaults including constraints);
create table event (like event_first including defaults) partition by range (id);
alter table event
  add constraint event_pkey primary key (id, store_id),
  add constraint event_store_id_fkey foreign key (store_id) references store;
create index event_by_store on event (store_id, environment, created_at desc, id desc);
create index event_by_subject on event (store_id, event_id text_pattern_ops);

-- These two are partitioned by another column than their own id, so each partition has its own
-- primary key.
alter table webhook_delivery rename to webhook_delivery_first;
alter index webhook_delivery_pkey rename to webhook_delivery_first_pkey;
alter index one_delivery_per_event_and_webhook rename to webhook_delivery_first_once;
alter index webhook_delivery_by_store rename to webhook_delivery_first_by_store;
alter index webhook_delivery_by_webhook rename to webhook_delivery_first_by_webhook;
alter index webhook_delivery_due rename to webhook_delivery_first_due;
alter index webhook_delivery_under_way rename to webhook_delivery_first_under_way;
create table webhook_delivery_default
  (like webhook_delivery_first including defaults including constraints);
alter table webhook_delivery_default add primary key (id, store_id);
create table webhook_delivery (like webhook_delivery_first including defaults)
  partition by range (event_id);
alter table webhook_delivery
  add constraint one_delivery_per_event_and_webhook unique (event_id, webhook_id, store_id),
  add constraint webhook_delivery_store_id_fkey foreign key (store_id) references store;
create index webhook_delivery_by_store on webhook_delivery (store_id, created_at desc);
create index webhook_delivery_by_webhook on webhook_delivery (webhook_id);
create index webhook_delivery_due on webhook_delivery
  (store_id, webhook_id, (attempt_count > 0), due_at) where status = 'pending';
create index webhook_delivery_under_way on webhook_delivery (webhook_id)
  where leased_until is not null;

alter table webhook_attempt rename to webhook_attempt_first;
alter index webhook_attempt_pkey rename to webhook_attempt_first_pkey;
alter index webhook_attempt_by_delivery rename to webhook_attempt_first_by_delivery;
create table webhook_attempt_default
  (like webhook_attempt_first including defaults including constraints);
alter table webhook_attempt_default add primary key (id, store_id);
create table webhook_attempt (like webhook_attempt_first including defaults)
  partition by range (event_id);
create index webhook_attempt_by_delivery on webhook_attempt (delivery_id, attempted_at);

do $$
declare
  latest uuid := (select id from event_first order by id desc limit 1);
  latest_ms bigint := ('x' || left(replace(latest::text, '-', ''), 12))::bit(48)::bigint;
  until_ms bigint := extract(epoch from date_trunc('day',
    greatest(now(), to_timestamp(latest_ms / 1000.0)), 'UTC') + interval '2 days')::bigint * 1000;
  -- An operator's check says its own bound.
  until uuid := coalesce(
    (select substring(pg_get_constraintdef(oid) from '''([0-9a-f-]{36})''')::uuid
      from pg_constraint where conname = 'before_partitions' and conrelid = 'event_first'::regclass),
    rpad(lpad(to_hex(until_ms), 12, '0'), 32, '0')::uuid);
  log text;
begin
  foreach log in array array['event', 'webhook_delivery', 'webhook_attempt'] loop
    execute format('alter table %I drop constraint if exists before_partitions', log || '_default');
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)',
      log, log || '_first', until);
    execute format('alter table %I attach partition %I default', log, log || '_default');
    execute format('alter table %I drop constraint if exists before_partitions', log || '_first');
  end loop;
end $$;

create trigger webhook_delivery_moves before update of status on webhook_delivery
  for each row when (old.status <> new.status and 'pending' not in (old.status, new.status))
  execute function refuse_illegal_move('webhook_delivery');
