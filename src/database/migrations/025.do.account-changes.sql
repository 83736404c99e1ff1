-- Where a session was opened from, and a new address that waits to be confirmed.

alter table dashboard_session add column address text, add column user_agent text;

-- One change waits per account. The old address confirms it, too, if it was ever proven.
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
