-- Subscriptions: what an order of that kind holds besides, its periods, used trials.

-- Side table of `orders` of kind subscription; the state is the order's. Whoever changes either
-- holds this row's lock first.
create table subscription (
  order_id uuid primary key references orders,
  store_id uuid not null references store,
  environment text not null check (environment in ('test', 'prod')),
  billing_period text not null check (billing_period in ('weekly', 'monthly', 'quarterly', 'yearly')),
  -- The trial that the order has: null days, none; null amount, free. Decided when it is paid.
  trial_days integer check (trial_days between 1 and 365),
  trial_minor bigint,
  payment_method text not null,
  -- The provider and its token for charges without the buyer; null until the first success.
  provider text not null,
  saved_method text,
  -- Of the saved method, where the buyer has changed it since; null: the latest payment's card.
  card_brand text,
  card_last4 text,
  card_exp_month integer,
  card_exp_year integer,
  -- Period `anchor_period` begins at `anchor_at`, and every later one is counted from there. A change
  -- at a period's end keeps the day that the plan before it was counted from.
  anchor_at timestamptz,
  anchor_period integer check (anchor_period <= 2),
  -- The current period; a free trial is number 0. Null until the order is active.
  period_number integer check (period_number >= 0),
  period_start timestamptz,
  period_end timestamptz,
  trial_end timestamptz,
  -- What the first period after a change is charged; null: the order's price.
  first_minor bigint check (first_minor >= 0),
  -- Unused value that the first period after a change was paid with besides.
  carried_minor bigint not null default 0 check (carried_minor >= 0),
  -- The pending order that takes this one's place when the period ends.
  scheduled_order_id uuid constraint one_schedule_per_order unique references orders,
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
  constraint paid_trial_has_its_days
    check (trial_minor is null or (trial_minor > 0 and trial_days is not null)),
  constraint period_ends_after_its_start check (period_end > period_start),
  constraint period_is_known_wholly check (
    num_nulls(anchor_at, anchor_period, period_number, period_start, period_end) in (0, 5)),
  constraint failures_have_their_time
    check (num_nulls(first_failed_at) = (failed_attempts = 0)::int)
);
-- In the order in which they are claimed: without the id, a queue of a hundred thousand that are due
-- at once is sorted anew for every few of them.
create index subscription_due_in_order on subscription (due_at, order_id)
  where due_at is not null;
create index subscription_due_in_store on subscription (store_id, environment, due_at)
  where due_at is not null;

-- Every period that has begun, and what became of its charge: each number once.
create table subscription_period (
  order_id uuid not null references orders,
  period_number integer not null,
  store_id uuid not null references store,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Skipped: over before it could be charged, so it never is. Credited: a change's first period that
  -- was paid with unused value alone.
  outcome text not null check (outcome in ('charged', 'free_trial', 'skipped', 'credited')),
  payment_id uuid unique references payment,
  primary key (order_id, period_number),
  constraint charged_period_has_its_payment
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
