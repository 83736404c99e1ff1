-- Merchants, their credentials, their stores, and the answers kept for idempotent replay.

create table merchant (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  password_hash text not null,
  created_at timestamptz not null
);

create table dashboard_session (
  token_hash bytea primary key,
  id uuid not null unique,
  merchant_id uuid not null references merchant,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index dashboard_session_expiry on dashboard_session (expires_at);

create table api_key (
  id uuid primary key,
  merchant_id uuid not null references merchant,
  environment text not null check (environment in ('test', 'prod')),
  nickname text not null,
  public_key text not null,
  -- SHA-256 of the public key's DER: one key is registered once in the whole service.
  fingerprint bytea not null constraint api_key_registered_once unique,
  created_at timestamptz not null,
  recently_used_at timestamptz,
  deleted_at timestamptz
);
create unique index api_key_nickname on api_key (merchant_id, environment, nickname)
  where deleted_at is null;

create table store (
  id uuid primary key,
  name text not null,
  slug text not null unique,
  status text not null check (status in ('active', 'inactive', 'suspended')),
  logo text,
  support_email text,
  website text,
  prod_enabled boolean not null default false,
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
  created_at timestamptz not null,
  primary key (store_id, merchant_id)
);
create index store_merchant_by_merchant on store_merchant (merchant_id);
create unique index store_one_owner on store_merchant (store_id) where role = 'owner';

create table idempotency_key (
  -- Merchant and environment, or a store's visitors, or a buyer (decisions 1).
  scope text not null,
  key text not null,
  claim uuid not null,
  -- While the answer is null: until when the claim counts as being processed.
  leased_until timestamptz not null,
  expires_at timestamptz not null,
  answer text,
  primary key (scope, key)
);
create index idempotency_key_expiry on idempotency_key (expires_at);

-- The legal moves of every state machine. The domain's tables of moves mirror these rows.
create table state_move (
  machine text not null,
  from_state text not null,
  to_state text not null,
  primary key (machine, from_state, to_state)
);

-- Refuses a change of `status` that is no legal move of the machine named in the trigger.
create function refuse_illegal_move() returns trigger language plpgsql as $$
begin
  if new.status is distinct from old.status and not exists (
    select from state_move
    where machine = tg_argv[0] and from_state = old.status and to_state = new.status
  ) then
    raise exception 'illegal move of % from % to %', tg_argv[0], old.status, new.status
      using errcode = 'check_violation';
  end if;
  return new;
end
$$;
