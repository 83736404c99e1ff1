-- What is mailed to merchants about their own accounts: proof of the address, new passwords.

alter table merchant add column email_confirmed_at timestamptz;

-- The link that was last mailed to an account for a purpose; gone once it was used.
create table account_link (
  merchant_id uuid not null references merchant,
  purpose text not null check (purpose in ('confirm_email', 'reset_password')),
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (merchant_id, purpose)
);

-- A mail about an account belongs to no store.
alter table email_delivery alter column store_id drop not null;
create index email_delivery_by_address on email_delivery (to_address, event_type, created_at);
