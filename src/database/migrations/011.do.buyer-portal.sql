-- The buyer's portal: links by mail, sessions; the card that a buyer gave for later charges.

create table portal_link (
  -- Of the code in the mail; the code itself is kept nowhere once the mail is sent.
  code_hash bytea primary key,
  store_id uuid not null references store,
  environment text not null check (environment in ('test', 'prod')),
  -- Where it was mailed to, in lower case: what opening it proves.
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index portal_link_expiry on portal_link (expires_at);

create table portal_session (
  -- Of the secret in the buyer's cookie.
  secret_hash bytea primary key,
  store_id uuid not null references store,
  environment text not null check (environment in ('test', 'prod')),
  buyer_identity text not null,
  -- In lower case, of one that a mailed link opened; null: a session token's.
  proven_email text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index portal_session_expiry on portal_session (expires_at);

create index orders_by_email on orders (store_id, environment, lower(buyer_email));

-- Of the saved method, where the buyer has changed it since; null: the latest payment's card.
alter table subscription
  add column card_brand text,
  add column card_last4 text,
  add column card_exp_month integer,
  add column card_exp_year integer;
