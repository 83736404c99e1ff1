-- Mails: the queue and the log.

create table email_delivery (
  id uuid primary key,
  -- Null: a mail about an account belongs to no store.
  store_id uuid references store,
  environment text not null check (environment in ('test', 'prod')),
  -- The occurrence: the event's UUID, or the name of a moment such as a trial's end.
  occurrence text not null,
  -- The event, where there is one: its body is what the mail tells.
  event_uuid uuid references event on delete set null,
  -- An event type, or the name of a mail that no event brings about.
  event_type text not null,
  -- As events name their subject: a Short ID.
  event_id text not null,
  recipient_type text not null check (recipient_type in ('merchant', 'buyer', 'address')),
  -- Of a merchant's notification: whose, and the switch that lets it through.
  merchant_id uuid references merchant,
  switch text,
  to_address text not null,
  subject text not null,
  language text not null default 'en',
  -- What a mail without an event tells.
  content jsonb,
  -- A code in it, until it is sent.
  sealed_code text,
  -- The text as it was sent; not kept of a mail with a code that went out by SMTP.
  body_text text,
  message_id text,
  status text not null check (status in ('pending', 'success', 'failed')),
  attempt_count integer not null default 0,
  due_at timestamptz not null,
  -- After this it is worth nothing: a code that has expired.
  expires_at timestamptz,
  leased_until timestamptz,
  last_attempted_at timestamptz,
  error_message text,
  created_at timestamptz not null,
  constraint one_mail_per_occurrence_and_recipient unique (occurrence, recipient_type, to_address)
);
create index email_delivery_by_event on email_delivery (event_uuid) where event_uuid is not null;
create index email_delivery_queue on email_delivery (due_at) where status = 'pending';
create index email_delivery_by_address on email_delivery (to_address, event_type, created_at);
create index email_delivery_by_store on email_delivery (store_id, environment, created_at desc);

insert into state_move (machine, from_state, to_state) values
  ('email_delivery', 'pending', 'success'),
  ('email_delivery', 'pending', 'failed');
create trigger email_delivery_moves before update of status on email_delivery
  for each row execute function refuse_illegal_move('email_delivery');
