-- Stores, who belongs to them, and what they have proven: an address, a website, their business.

create table store (
  id uuid primary key,
  name text not null,
  slug text not null unique,
  status text not null check (status in ('active', 'inactive', 'suspended')),
  logo text,
  support_email text,
  website text,
  prod_enabled boolean not null default false,
  -- Since when its members need two factors. Null: they don't.
  two_factor_required_at timestamptz,
  -- Only what differs from the defaults; sub-fields merge in one statement.
  notification_settings jsonb not null default '{}',
  checkout_settings jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);

create table store_merchant (
  store_id uuid not null references store,
  merchant_id uuid not null references merchant,
  role text not null check (role in ('owner', 'admin', 'member')),
  -- What a test key gave: ends when the store is enabled for production.
  test_only boolean not null default false,
  created_at timestamptz not null,
  primary key (store_id, merchant_id)
);
create index store_merchant_by_merchant on store_merchant (merchant_id);
create unique index store_one_owner on store_merchant (store_id) where role = 'owner';

-- The memberships that a call may use. What it comes with tells its transaction since when it is
-- good without a second factor: never (infinity) for a session of an account that has none, the
-- time when it was made for a key of one, and nothing where a second factor stands behind it.
create view usable_membership as
select member.store_id, member.merchant_id, member.role, member.test_only, member.created_at
from store_merchant member
where nullif(current_setting('tillgate.without_second_factor_since', true), '') is null
  or not exists (
    select from store
    where store.id = member.store_id
      and store.two_factor_required_at <= greatest(member.created_at,
        nullif(current_setting('tillgate.without_second_factor_since', true), '')::timestamptz)
  );

-- Of addresses without an account.
create table store_invitation (
  store_id uuid not null references store,
  email text not null check (email = lower(email)),
  role text not null check (role in ('admin', 'member')),
  test_only boolean not null default false,
  -- SHA-256 of the code that the inviter hands over; the code itself is kept nowhere.
  code_hash bytea not null unique,
  invited_by uuid not null references merchant,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (store_id, email)
);

-- Notifications that one merchant has switched off for himself, by the link in the mail.
create table notification_opt_out (
  store_id uuid not null references store,
  merchant_id uuid not null references merchant,
  switch text not null,
  created_at timestamptz not null,
  primary key (store_id, merchant_id, switch)
);

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
  constraint decided_ticket_has_its_time
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

-- Time of a store in test: stands still at `at` until real time reaches it. Moved forward only.
create table test_clock (
  store_id uuid primary key references store,
  at timestamptz not null,
  -- While a call moves it: until when (real time) no other does; the worker leaves the store alone.
  leased_until timestamptz
);

-- The one function that says what time it is for a store: its test clock's where that is ahead.
create function store_time(store uuid, environment text, now timestamptz) returns timestamptz
language sql stable as $$
  select greatest(now, (select at from test_clock where store_id = store and environment = 'test'))
$$;
