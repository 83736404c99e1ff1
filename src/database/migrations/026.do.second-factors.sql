-- Two-factor login: an authenticator's secret, and codes for when it is lost.

create table second_factor (
  merchant_id uuid primary key references merchant,
  sealed_secret text not null,
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
