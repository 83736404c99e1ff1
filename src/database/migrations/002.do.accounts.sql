-- Merchants and what they prove themselves with: sessions, API keys, links, second factors, passkeys.

create table merchant (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  password_hash text not null,
  email_confirmed_at timestamptz,
  created_at timestamptz not null
);

create table dashboard_session (
  token_hash bytea primary key,
  id uuid not null unique,
  merchant_id uuid not null references merchant,
  -- Where it was opened from.
  address text,
  user_agent text,
  -- When it last gave a password or a second factor.
  proven_at timestamptz,
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
  -- Whether the account had a second factor when the key was made.
  two_factor boolean not null default true,
  created_at timestamptz not null,
  -- Null: it lasts until it is deleted.
  expires_at timestamptz,
  recently_used_at timestamptz,
  deleted_at timestamptz
);
create unique index api_key_nickname on api_key (merchant_id, environment, nickname)
  where deleted_at is null;

-- The link that was last mailed to an account for a purpose; gone once it was used.
create table account_link (
  merchant_id uuid not null references merchant,
  purpose text not null check (purpose in ('confirm_email', 'reset_password')),
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (merchant_id, purpose)
);

-- A new address that waits to be confirmed, one per account. The old address confirms it, too, if it
-- was ever proven.
create table email_change (
  merchant_id uuid primary key references merchant,
  new_email text not null check (new_email = lower(new_email)),
  new_token_hash bytea not null unique,
  -- Null once the old address has confirmed, or when it needn't.
  old_token_hash bytea unique,
  new_confirmed_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- An authenticator, and the count of wrong codes of both kinds.
create table second_factor (
  merchant_id uuid primary key references merchant,
  -- Null: the account has passkeys and no authenticator; its recovery codes need the count.
  sealed_secret text,
  -- Null until the first code has shown that the authenticator has the secret.
  confirmed_at timestamptz,
  -- The latest time step whose code was taken: none is taken twice.
  last_step bigint not null default 0,
  -- Wrong codes, and since when they count.
  failures integer not null default 0,
  failing_since timestamptz,
  created_at timestamptz not null
);

create table recovery_code (
  merchant_id uuid not null references merchant,
  code_hash bytea not null,
  created_at timestamptz not null,
  primary key (merchant_id, code_hash)
);

-- Public keys by which an account logs in.
create table passkey (
  id uuid primary key,
  merchant_id uuid not null references merchant,
  name text not null,
  credential_id text not null unique,
  public_key bytea not null,
  -- The authenticator's own count of uses, where it keeps one.
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_by_merchant on passkey (merchant_id);

-- Challenges that were answered, until they expire by themselves: none is answered twice.
create table answered_challenge (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);
create index answered_challenge_expiry on answered_challenge (expires_at);
