-- KYB tickets, the proofs behind a store's support e-mail and website, and the mails.

create table kyb_ticket (
  id uuid primary key,
  store_id uuid not null references store,
  status text not null check (status in ('pending', 'processing', 'succeeded', 'rejected')),
  submitter_merchant_id uuid not null references merchant,
  legal_name text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  website text,
  -- The owner's details and the documents' metadata as JSON, sealed: persons' data.
  sealed_details text not null,
  decision_note text,
  decided_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((status in ('succeeded', 'rejected')) = (decided_at is not null))
);
create index kyb_ticket_by_store on kyb_ticket (store_id, created_at desc);
create unique index one_open_kyb_ticket on kyb_ticket (store_id)
  where status in ('pending', 'processing');
create index kyb_ticket_open on kyb_ticket (id) where status in ('pending', 'processing');

insert into state_move (machine, from_state, to_state) values
  ('kyb_ticket', 'pending', 'processing'),
  ('kyb_ticket', 'processing', 'succeeded'),
  ('kyb_ticket', 'processing', 'rejected');
create trigger kyb_ticket_moves before update of status on kyb_ticket
  for each row execute function refuse_illegal_move('kyb_ticket');

-- The code that was last mailed to confirm a support e-mail; gone once it was used or taken back.
create table support_email_code (
  store_id uuid primary key references store,
  email text not null,
  -- Keyed with the service's secret: six digits would be found from a plain hash.
  code_hash bytea not null,
  tries_left integer not null check (tries_left >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- What a website must show to be bound to the store; stays, so that it can be checked again.
create table website_challenge (
  store_id uuid primary key references store,
  url text not null,
  token text not null,
  verified_at timestamptz,
  created_at timestamptz not null
);

-- Mails: the queue and the log.
create table email_delivery (
  id uuid primary key,
  store_id uuid not null references store,
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
create index email_delivery_by_store on email_delivery (store_id, environment, created_at desc);

insert into state_move (machine, from_state, to_state) values
  ('email_delivery', 'pending', 'success'),
  ('email_delivery', 'pending', 'failed');
create trigger email_delivery_moves before update of status on email_delivery
  for each row execute function refuse_illegal_move('email_delivery');

-- Notifications that one merchant has switched off for himself, by the link in the mail.
create table notification_opt_out (
  store_id uuid not null references store,
  merchant_id uuid not null references merchant,
  switch text not null,
  created_at timestamptz not null,
  primary key (store_id, merchant_id, switch)
);
