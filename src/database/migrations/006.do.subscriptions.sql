-- Subscriptions: what an order of that kind holds besides, its periods, used trials, test clocks.

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

-- Side table of `orders` of kind subscription; the state is the order's. Whoever changes either
-- holds this row's lock first.
create table subscription (
  order_id uuid primary key references orders,
  store_id uuid not null references store,
  environment text not null check (environment in ('test', 'prod')),
  billing_period text not null check (billing_period in ('weekly', 'monthly', 'quarterly', 'yearly')),
  -- The trial that the order has: null days, none; null amount, free. Decided when it is paid.
  trial_days integer check (trial_days between 1 and 365),
  trial_minor bigint check (trial_minor is null or (trial_minor > 0 and trial_days is not null)),
  payment_method text not null,
  -- The provider and its token for charges without the buyer; null until the first success.
  provider text not null,
  saved_method text,
  -- Period `anchor_period` begins at `anchor_at`, and every later one is counted from there.
  anchor_at timestamptz,
  anchor_period integer check (anchor_period in (1, 2)),
  -- The current period; a free trial is number 0. Null until the order is active.
  period_number integer check (period_number >= 0),
  period_start timestamptz,
  period_end timestamptz check (period_end > period_start),
  trial_end timestamptz,
  -- Store's time of the next step (renewal, retry or end); null: nothing is to come.
  due_at timestamptz,
  -- Real time until which one worker has it to itself.
  leased_until timestamptz,
  -- Failed charges for the renewal that is due, the first one's time.
  failed_attempts integer not null default 0,
  first_failed_at timestamptz,
  canceled_at timestamptz,
  -- Canceled while a charge was unpaid: ends at once, cannot be reactivated.
  canceled_unpaid boolean not null default false,
  check (num_nulls(anchor_at, anchor_period, period_number, period_start, period_end) in (0, 5)),
  check (num_nulls(first_failed_at) = (failed_attempts = 0)::int)
);
create index subscription_due on subscription (due_at) where due_at is not null;
create index subscription_due_in_store on subscription (store_id, environment, due_at)
  where due_at is not null;

-- Every period that has begun, and what became of its charge: each number once.
create table subscription_period (
  order_id uuid not null references orders,
  period_number integer not null,
  store_id uuid not null references store,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Skipped: over before it could be charged, so it never is.
  outcome text not null check (outcome in ('charged', 'free_trial', 'skipped')),
  payment_id uuid unique references payment,
  primary key (order_id, period_number),
  check ((outcome = 'charged') = (payment_id is not null))
);

-- `subscription.past_due` at most once per subscription and UTC calendar month.
create table subscription_past_due_month (
  order_id uuid not null references orders,
  -- `YYYY-MM`.
  month text not null check (month ~ '^\d{4}-\d\d$'),
  primary key (order_id, month)
);

-- One trial per buyer and product, or group that shares its trial.
create table trial_use (
  store_id uuid not null references store,
  environment text not null check (environment in ('test', 'prod')),
  -- `identity:` or `email:` and the text.
  buyer text not null,
  -- The product's id or the group's.
  scope_id uuid not null,
  order_id uuid not null references orders,
  -- Since the order is active. Until then another order of the buyer may take the trial over,
  -- except while this one is being paid (real time).
  used boolean not null default false,
  held_until timestamptz,
  primary key (store_id, environment, buyer, scope_id)
);
create index trial_use_by_order on trial_use (order_id);

-- Null: a one-time order's. One charge per subscription and period number, whatever races.
alter table payment add period_number integer;
drop index one_live_payment_per_order;
create unique index one_live_payment_per_order on payment (order_id)
  where status in ('pending', 'succeeded') and period_number is null;
create unique index one_charge_per_period on payment (order_id, period_number)
  where status in ('pending', 'succeeded') and period_number is not null;
create unique index one_pending_payment_per_order on payment (order_id) where status = 'pending';

insert into state_move (machine, from_state, to_state) values
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
create trigger subscription_order_moves before update of status on orders
  for each row when (new.kind = 'subscription')
  execute function refuse_illegal_move('subscription_order');

-- Where this database was when it last worked: a copy elsewhere must not charge, post or mail.
create table installation (
  only_one boolean primary key default true check (only_one),
  fingerprint text not null,
  recorded_at timestamptz not null
);
