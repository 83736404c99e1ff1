-- Plan changes: the session that changes a subscription, and the orders before and after it.

alter table checkout_session
  -- The subscription that the session changes; null: a purchase.
  add column origin_order_id uuid references orders,
  add column change_timing text check (change_timing in ('immediate', 'next_period')),
  -- The merchant's own price of the change: what is charged, or what is taken off.
  add column change_amount_minor bigint check (change_amount_minor >= 0),
  add column change_credit_minor bigint check (change_credit_minor >= 0),
  add constraint change_has_its_timing
    check ((origin_order_id is null) = (change_timing is null)),
  add constraint one_price_of_a_change check (
    num_nonnulls(change_amount_minor, change_credit_minor) <= (origin_order_id is not null)::int);

alter table orders
  -- Copied from the session; the change has happened once the origin names this order.
  add column change_origin_order_id uuid references orders,
  -- A subscription has one successor, whatever races.
  add column superseded_by_order_id uuid constraint one_origin_per_successor unique
    references orders,
  add constraint superseded_order_is_canceled
    check (superseded_by_order_id is null or status = 'canceled');
create index orders_by_change_origin on orders (change_origin_order_id)
  where change_origin_order_id is not null;

alter table subscription
  -- The pending order that takes this one's place when the period ends.
  add column scheduled_order_id uuid constraint one_schedule_per_order unique references orders,
  -- What the first period after a change is charged; null: the order's price.
  add column first_minor bigint check (first_minor >= 0),
  -- Unused value that the first period after a change was paid with besides.
  add column carried_minor bigint not null default 0 check (carried_minor >= 0),
  -- A change at a period's end keeps the day that the plan before it was counted from.
  drop constraint subscription_anchor_period_check,
  add constraint subscription_anchor_period_check check (anchor_period <= 2);

-- `credited`: a change's first period that was paid with unused value alone.
alter table subscription_period
  drop constraint subscription_period_outcome_check,
  add constraint subscription_period_outcome_check
    check (outcome in ('charged', 'free_trial', 'skipped', 'credited'));
