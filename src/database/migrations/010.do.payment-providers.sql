-- What providers hold on their side of a payment: charges that end later and callbacks in the
-- sandbox, and our memory of what was asked of Stripe.

-- Pending: taken on, and ends as `ends_as` from `ends_at` on.
alter table sandbox_charge
  drop constraint sandbox_charge_status_check,
  add constraint sandbox_charge_status_check
    check (status in ('pending', 'succeeded', 'declined', 'voided')),
  add column ends_at timestamptz,
  add column ends_as text check (ends_as in ('succeeded', 'declined')),
  add check (status <> 'pending' or (ends_at is not null and ends_as is not null));

-- Callbacks that the sandbox has yet to send; gone once they were taken.
create table sandbox_callback (
  id uuid primary key,
  -- `payment` or `refund`, and our id of it.
  subject text not null check (subject in ('payment', 'refund')),
  subject_id text not null,
  type text not null,
  -- Business time of the next attempt.
  due_at timestamptz not null,
  attempt_count integer not null default 0
);
create index sandbox_callback_due on sandbox_callback (due_at);

-- A charge at Stripe. The row precedes every call, and the intent's id precedes the confirmation,
-- the one call that moves money: without it, or once voided, nothing is ever confirmed.
create table stripe_charge (
  -- Our payment's id.
  payment_id text primary key,
  -- Of the saved method, or made for the first charge.
  customer_id text,
  -- `pi_…`.
  intent_id text unique,
  decline_reason text,
  voided boolean not null default false,
  created_at timestamptz not null,
  check (intent_id is null or not voided)
);
