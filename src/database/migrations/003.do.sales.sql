-- Checkout sessions, orders, payments, and the sandbox provider's own books.

create table checkout_session (
  id uuid primary key,
  store_id uuid not null references store,
  environment text not null check (environment in ('test', 'prod')),
  status text not null check (status in ('open', 'completed', 'expired')),
  product_id uuid not null references product,
  product_version_id uuid not null references product_version,
  -- The price is the server's: frozen here, copied to the order.
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null check (amount_minor > 0),
  tax_category text not null,
  -- Null: as the product says.
  with_trial boolean,
  buyer_email text,
  billing_detail jsonb,
  success_url text,
  dark_mode boolean,
  language text,
  metadata jsonb not null default '{}',
  merchant_external_id text check (length(merchant_external_id) <= 128),
  payment_methods text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index checkout_session_by_store on checkout_session (store_id, created_at desc);
create index checkout_session_expiry on checkout_session (expires_at) where status = 'open';

insert into state_move (machine, from_state, to_state) values
  ('checkout_session', 'open', 'completed'),
  ('checkout_session', 'open', 'expired');
create trigger checkout_session_moves before update of status on checkout_session
  for each row execute function refuse_illegal_move('checkout_session');

create table orders (
  id uuid primary key,
  store_id uuid not null references store,
  environment text not null check (environment in ('test', 'prod')),
  kind text not null check (kind in ('onetime', 'subscription')),
  status text not null check (status in ('pending', 'completed', 'active', 'canceling',
    'past_due', 'canceled', 'closed', 'expired')),
  -- A session has one order, whatever races.
  checkout_session_id uuid not null constraint one_order_per_session unique
    references checkout_session,
  product_id uuid not null references product,
  product_version_id uuid not null references product_version,
  buyer_email text not null,
  buyer_identity text,
  billing_detail jsonb not null,
  currency text not null,
  subtotal_minor bigint not null check (subtotal_minor >= 0),
  tax_minor bigint not null check (tax_minor >= 0),
  total_minor bigint not null check (total_minor >= 0),
  tax_category text not null,
  metadata jsonb not null default '{}',
  merchant_external_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (total_minor = subtotal_minor + tax_minor)
);
create index orders_by_store on orders (store_id, environment, created_at desc);
create index orders_by_buyer on orders (store_id, environment, buyer_identity);

insert into state_move (machine, from_state, to_state) values
  ('onetime_order', 'pending', 'completed'),
  ('onetime_order', 'pending', 'canceled');
create trigger onetime_order_moves before update of status on orders
  for each row when (new.kind = 'onetime')
  execute function refuse_illegal_move('onetime_order');

create table payment (
  id uuid primary key,
  store_id uuid not null references store,
  environment text not null check (environment in ('test', 'prod')),
  order_id uuid not null references orders,
  status text not null check (status in ('pending', 'succeeded', 'failed', 'canceled')),
  refund_status text not null default 'none'
    check (refund_status in ('none', 'pending', 'refunded', 'failed')),
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  method text not null,
  provider text not null,
  -- The provider's own id, once known; ours is sent with the charge before it happens.
  provider_reference text,
  card_brand text,
  card_last4 text,
  card_exp_month integer,
  card_exp_year integer,
  failure_reason text,
  -- Until when the process that charges is trusted to record the outcome itself.
  leased_until timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index payment_by_order on payment (order_id, created_at);
create index payment_by_store on payment (store_id, environment, created_at desc);
create index payment_unsettled on payment (leased_until) where status = 'pending';
-- One attempt at a time, and one success: a second click finds the first.
create unique index one_live_payment_per_order on payment (order_id)
  where status in ('pending', 'succeeded');

insert into state_move (machine, from_state, to_state) values
  ('payment', 'pending', 'succeeded'),
  ('payment', 'pending', 'failed'),
  ('payment', 'pending', 'canceled');
create trigger payment_moves before update of status on payment
  for each row execute function refuse_illegal_move('payment');

-- The sandbox provider's side: what a real one would hold on its own machines.
create table sandbox_token (
  token text primary key,
  brand text not null,
  last4 text not null,
  exp_month integer not null,
  exp_year integer not null,
  -- Which test card it was: decides how a charge with it ends.
  behavior text not null,
  created_at timestamptz not null
);
create table sandbox_charge (
  -- Our payment's id: a charge sent twice is one charge.
  idempotency_key text primary key,
  reference text not null unique,
  -- Voided: asked for before any charge came; none can come any more.
  status text not null check (status in ('succeeded', 'declined', 'voided')),
  decline_reason text,
  token text,
  currency text,
  amount_minor bigint,
  created_at timestamptz not null,
  check (status = 'voided' or (token is not null and currency is not null
    and amount_minor is not null))
);
create index sandbox_charge_by_token on sandbox_charge (token);
