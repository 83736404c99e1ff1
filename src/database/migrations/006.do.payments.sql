-- Payments: every charge of an order, and what became of it.

create table payment (
  id uuid primary key,
  store_id uuid not null references store,
  environment text not null check (environment in ('test', 'prod')),
  order_id uuid not null references orders,
  -- Null: a one-time order's.
  period_number integer,
  status text not null check (status in ('pending', 'succeeded', 'failed', 'canceled')),
  refund_status text not null default 'none'
    check (refund_status in ('none', 'pending', 'refunded', 'failed')),
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- What its tickets claim, open or refunded: kept by a trigger, held below the charge by the check.
  refund_claimed_minor bigint not null default 0,
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
  paid_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint paid_payment_has_its_time check (status <> 'succeeded' or paid_at is not null),
  constraint refunds_within_charge check (refund_claimed_minor between 0 and amount_minor)
);
create index payment_by_order on payment (order_id, created_at);
create index payment_by_store on payment (store_id, environment, created_at desc);
create index payment_by_status
  on payment (store_id, environment, status, created_at desc, id desc);
create index payment_by_amount on payment (store_id, environment, currency, amount_minor, id);
create index payment_unsettled on payment (leased_until) where status = 'pending';
-- One attempt at a time, and one success: a second click finds the first. Of a subscription, one
-- success for each period, whatever races.
create unique index one_live_payment_per_order on payment (order_id)
  where status in ('pending', 'succeeded') and period_number is null;
create unique index one_charge_per_period on payment (order_id, period_number)
  where status in ('pending', 'succeeded') and period_number is not null;
create unique index one_pending_payment_per_order on payment (order_id) where status = 'pending';

insert into state_move (machine, from_state, to_state) values
  ('payment', 'pending', 'succeeded'),
  ('payment', 'pending', 'failed'),
  ('payment', 'pending', 'canceled'),
  ('payment_refund', 'none', 'pending'),
  ('payment_refund', 'pending', 'refunded'),
  ('payment_refund', 'pending', 'failed'),
  ('payment_refund', 'refunded', 'pending'),
  ('payment_refund', 'failed', 'pending');
create trigger payment_moves before update of status on payment
  for each row execute function refuse_illegal_move('payment');

create function refuse_illegal_refund_status() returns trigger language plpgsql as $$
begin
  if new.refund_status is distinct from old.refund_status and not exists (
    select from state_move where machine = 'payment_refund'
      and from_state = old.refund_status and to_state = new.refund_status
  ) then
    raise exception 'illegal move of payment_refund from % to %',
      old.refund_status, new.refund_status using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger payment_refund_moves before update of refund_status on payment
  for each row execute function refuse_illegal_refund_status();
