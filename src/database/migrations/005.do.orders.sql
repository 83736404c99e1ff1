-- Checkout sessions and the orders that come of them.

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
  -- The subscription that the session changes; null: a purchase.
  origin_order_id uuid,
  change_timing text check (change_timing in ('immediate', 'next_period')),
  -- The merchant's own price of the change: what is charged, or what is taken off.
  change_amount_minor bigint check (change_amount_minor >= 0),
  change_credit_minor bigint check (change_credit_minor >= 0),
  buyer_email text,
  -- Whether a merchant's credential named the buyer's address: a visitor may have named anybody's.
  email_from_merchant boolean not null default false,
  billing_detail jsonb,
  success_url text,
  dark_mode boolean,
  language text,
  metadata jsonb not null default '{}',
  metadata_written json,
  merchant_external_id text check (length(merchant_external_id) <= 128),
  payment_methods text[] not null,
  -- Cards that were declined, those being charged right now included.
  declines smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint change_has_its_timing check ((origin_order_id is null) = (change_timing is null)),
  constraint one_price_of_a_change check (
    num_nonnulls(change_amount_minor, change_credit_minor) <= (origin_order_id is not null)::int)
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
  -- Copied from the session; the change has happened once the origin names this order.
  change_origin_order_id uuid references orders,
  -- A subscription has one successor, whatever races.
  superseded_by_order_id uuid constraint one_origin_per_successor unique references orders,
  buyer_email text not null,
  buyer_identity text,
  -- Of the payment token that the latest attempt to pay came with: whoever sends it again is the
  -- payer, and may hear what became of the session.
  payer_token_hash bytea,
  billing_detail jsonb not null,
  currency text not null,
  subtotal_minor bigint not null check (subtotal_minor >= 0),
  tax_minor bigint not null check (tax_minor >= 0),
  total_minor bigint not null check (total_minor >= 0),
  tax_category text not null,
  metadata jsonb not null default '{}',
  metadata_written json,
  merchant_external_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint total_is_subtotal_and_tax check (total_minor = subtotal_minor + tax_minor),
  constraint superseded_order_is_canceled
    check (superseded_by_order_id is null or status = 'canceled')
);
alter table checkout_session add foreign key (origin_order_id) references orders;

create index orders_by_store on orders (store_id, environment, created_at desc);
create index orders_by_status
  on orders (store_id, environment, kind, status, created_at desc, id desc);
create index orders_of_subscriptions
  on orders (store_id, environment, created_at desc, id desc) where kind = 'subscription';
create index orders_by_amount on orders (store_id, environment, currency, total_minor, id);
create index orders_by_product on orders (product_id, created_at desc, id desc);
create index orders_by_country
  on orders (store_id, environment, (billing_detail->>'country'), created_at desc, id desc);
create index orders_by_buyer on orders (store_id, environment, buyer_identity);
create index orders_by_email on orders (store_id, environment, lower(buyer_email));
create index orders_by_external_id
  on orders (store_id, environment, lower(merchant_external_id) text_pattern_ops)
  where merchant_external_id is not null;
create index orders_by_change_origin on orders (change_origin_order_id)
  where change_origin_order_id is not null;

-- How many rows a part of an address or of an external id finds is guessed from samples of these
-- values: with the usual hundred, or none, every order is read for a few. Those of a partial index
-- aren't asked.
alter index orders_by_email alter column 3 set statistics 1000;
create statistics orders_external_ids on (lower(merchant_external_id)) from orders;
alter statistics orders_external_ids set statistics 1000;

insert into state_move (machine, from_state, to_state) values
  ('onetime_order', 'pending', 'completed'),
  ('onetime_order', 'pending', 'canceled'),
  ('subscription_order', 'pending', 'active'),
  ('subscription_order', 'pending', 'canceled'),
  ('subscription_order', 'pending', 'closed'),
  ('subscription_order', 'active', 'canceling'),
  ('subscription_order', 'active', 'past_due'),
  ('subscription_order', 'active', 'canceled'),
  ('subscription_order', 'active', 'expired'),
  ('subscription_order', 'canceling', 'active'),
  ('subscription_order', 'canceling', 'canceled'),
  ('subscription_order', 'past_due', 'active'),
  ('subscription_order', 'past_due', 'canceling'),
  ('subscription_order', 'past_due', 'canceled');
create trigger onetime_order_moves before update of status on orders
  for each row when (new.kind = 'onetime')
  execute function refuse_illegal_move('onetime_order');
create trigger subscription_order_moves before update of status on orders
  for each row when (new.kind = 'subscription')
  execute function refuse_illegal_move('subscription_order');
