-- What providers hold on their side of a payment: the sandbox's own books, as a real one would hold
-- them on its own machines, and our memory of what was asked of Stripe.

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
  -- Pending: taken on, and ends as `ends_as` from `ends_at` on. Voided: asked for before any charge
  -- came; none can come any more.
  status text not null check (status in ('pending', 'succeeded', 'declined', 'voided')),
  ends_at timestamptz,
  ends_as text check (ends_as in ('succeeded', 'declined')),
  decline_reason text,
  token text,
  currency text,
  amount_minor bigint,
  refunded_minor bigint not null default 0,
  created_at timestamptz not null,
  constraint charge_that_came_is_known_wholly check (status = 'voided'
    or (token is not null and currency is not null and amount_minor is not null)),
  constraint pending_charge_has_its_end
    check (status <> 'pending' or (ends_at is not null and ends_as is not null)),
  constraint sandbox_refunds_within_charge
    check (refunded_minor between 0 and coalesce(amount_minor, 0))
);
create index sandbox_charge_by_token on sandbox_charge (token);

create table sandbox_refund (
  -- Our refund's id: a refund sent twice is one refund.
  idempotency_key text primary key,
  charge_key text not null,
  reference text not null unique,
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  failure_reason text,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  created_at timestamptz not null
);
create index sandbox_refund_by_charge on sandbox_refund (charge_key);

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
  constraint voided_charge_has_no_intent check (intent_id is null or not voided)
);
