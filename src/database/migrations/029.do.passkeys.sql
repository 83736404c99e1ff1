-- Passkeys: public keys by which an account logs in.

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
create index on passkey (merchant_id);

-- Challenges that were answered, until they expire by themselves: none is answered twice.
create table answered_challenge (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);
create index on answered_challenge (expires_at);

-- Of an account that has passkeys and no authenticator: recovery codes need the count of failures.
alter table second_factor alter column sealed_secret drop not null;
