-- Refund tickets with their versions, refunds, the sandbox's refunds, and the ledger.

alter table payment
  add column paid_at timestamptz,
  -- What its tickets claim, open or refunded: kept by a trigger, held below the charge by the check.
  add column refund_claimed_minor bigint not null default 0,
  add constraint refunds_within_charge check (refund_claimed_minor between 0 and amount_minor);
update payment set paid_at = updated_at where status = 'succeeded';
alter table payment add constraint paid_payment_has_its_time
  check (status <> 'succeeded' or paid_at is not null);

insert into state_move (machine, from_state, to_state) values
  ('payment_refund', 'none', 'pending'),
  ('payment_refund', 'pending', 'refunded'),
  ('payment_refund', 'pending', 'failed'),
  ('payment_refund', 'refunded', 'pending'),
  ('payment_refund', 'failed', 'pending');
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

create table refund_ticket (
  id uuid primary key,
  store_id uuid not null references store,
  environment text not null check (environment in ('test', 'prod')),
  payment_id uuid not null references payment,
  status text not null check (status in ('pending', 'under_review', 'approved', 'rejected',
    'returned', 'processing', 'succeeded', 'failed')),
  -- The customer's identity, or the merchant that asked.
  submitter_identity text,
  submitter_merchant_id uuid references merchant,
  version_number integer not null check (version_number > 0),
  -- Of the current version.
  amount_minor bigint not null check (amount_minor > 0),
  metadata jsonb not null default '{}',
  merchant_external_id text check (length(merchant_external_id) <= 128),
  executed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((submitter_identity is null) <> (submitter_merchant_id is null))
);
create index refund_ticket_by_payment on refund_ticket (payment_id);
create index refund_ticket_by_store on refund_ticket (store_id, environment, created_at desc);

create table refund_ticket_version (
  id uuid primary key,
  store_id uuid not null references store,
  ticket_id uuid not null references refund_ticket,
  number integer not null check (number > 0),
  reason text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- What the merchant decided about this version; all null until then.
  decision text check (decision in ('approve', 'reject', 'return')),
  reviewed_by uuid references merchant,
  reviewed_at timestamptz,
  review_note text,
  created_at timestamptz not null,
  constraint one_version_per_number unique (ticket_id, number)
);
alter table refund_ticket add constraint current_version_exists
  foreign key (id, version_number) references refund_ticket_version (ticket_id, number)
  deferrable initially deferred;

insert into state_move (machine, from_state, to_state) values
  ('refund_ticket', 'pending', 'under_review'),
  ('refund_ticket', 'under_review', 'approved'),
  ('refund_ticket', 'under_review', 'rejected'),
  ('refund_ticket', 'under_review', 'returned'),
  ('refund_ticket', 'approved', 'processing'),
  ('refund_ticket', 'processing', 'succeeded'),
  ('refund_ticket', 'processing', 'failed'),
  ('refund_ticket', 'rejected', 'pending'),
  ('refund_ticket', 'returned', 'pending'),
  ('refund_ticket', 'failed', 'pending'),
  -- Resubmitted by the merchant.
  ('refund_ticket', 'rejected', 'processing'),
  ('refund_ticket', 'returned', 'processing'),
  ('refund_ticket', 'failed', 'processing');
create trigger refund_ticket_moves before update of status on refund_ticket
  for each row execute function refuse_illegal_move('refund_ticket');

-- What a ticket takes from the refundable amount of its payment.
create function claimed_by_ticket(status text, amount_minor bigint) returns bigint
  language sql immutable as $$
  select case when status in ('rejected', 'returned', 'failed') then 0 else amount_minor end
$$;
-- Fails on the payment's check when the tickets would claim more than was charged.
create function claim_refund_amount() returns trigger language plpgsql as $$
declare
  change bigint := claimed_by_ticket(new.status, new.amount_minor);
begin
  if tg_op = 'UPDATE' then
    change := change - claimed_by_ticket(old.status, old.amount_minor);
  end if;
  if change <> 0 then
    update payment set refund_claimed_minor = refund_claimed_minor + change
    where id = new.payment_id;
  end if;
  return null;
end
$$;
create trigger refund_ticket_claims after insert or update of status, amount_minor
  on refund_ticket for each row execute function claim_refund_amount();

create table refund (
  -- The provider's idempotency key, persisted before the provider is called.
  id uuid primary key,
  store_id uuid not null references store,
  environment text not null check (environment in ('test', 'prod')),
  ticket_id uuid not null references refund_ticket,
  ticket_version integer not null,
  payment_id uuid not null references payment,
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  provider text not null,
  provider_reference text,
  failure_reason text,
  -- While pending: when a worker executes it, or asks again how it ended.
  leased_until timestamptz not null,
  attempt_count integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint one_refund_per_version unique (ticket_id, ticket_version),
  foreign key (ticket_id, ticket_version) references refund_ticket_version (ticket_id, number)
);
create index refund_by_payment on refund (payment_id);
create index refund_by_store on refund (store_id, environment, created_at desc);
create index refund_due on refund (leased_until) where status = 'pending';
create unique index one_live_refund_per_ticket on refund (ticket_id)
  where status in ('pending', 'succeeded');

insert into state_move (machine, from_state, to_state) values
  ('refund', 'pending', 'succeeded'),
  ('refund', 'pending', 'failed');
create trigger refund_moves before update of status on refund
  for each row execute function refuse_illegal_move('refund');

-- The sandbox provider's side.
alter table sandbox_charge
  add column refunded_minor bigint not null default 0,
  add constraint sandbox_refunds_within_charge
    check (refunded_minor between 0 and coalesce(amount_minor, 0));
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

-- Double entry: each succeeded payment and each succeeded refund is one transaction of two entries.
create table ledger_entry (
  -- The refund's id, else the payment's: each is booked once.
  transaction_id uuid not null,
  account text not null check (account in ('provider_balance', 'sales', 'refunds')),
  store_id uuid not null references store,
  environment text not null check (environment in ('test', 'prod')),
  payment_id uuid not null references payment,
  refund_id uuid references refund,
  currency text not null,
  -- Debits are above zero, credits below.
  amount_minor bigint not null check (amount_minor <> 0),
  booked_at timestamptz not null,
  primary key (transaction_id, account),
  check (transaction_id = coalesce(refund_id, payment_id))
);
create index ledger_entry_by_store on ledger_entry (store_id, environment, booked_at);

-- The entries of a transaction come in one statement and balance there, so every prefix balances.
create function refuse_unbalanced_entries() returns trigger language plpgsql as $$
begin
  if exists (select from written group by transaction_id, currency having sum(amount_minor) <> 0)
  then
    raise exception 'ledger entries do not balance' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create trigger ledger_entry_balances after insert on ledger_entry
  referencing new table as written for each statement execute function refuse_unbalanced_entries();
create trigger ledger_entry_is_append_only before update or delete on ledger_entry
  for each row execute function refuse_change();
create trigger ledger_entry_is_never_emptied before truncate on ledger_entry
  for each statement execute function refuse_change();

insert into ledger_entry (transaction_id, account, store_id, environment, payment_id, currency,
  amount_minor, booked_at)
select payment.id, side.account, store_id, environment, payment.id, currency,
  side.sign * amount_minor, paid_at
from payment cross join (values ('provider_balance', 1), ('sales', -1)) as side (account, sign)
where status = 'succeeded';

-- The Short ID of a UUID, for the books to be checked inside the database: events name their subject
-- that way. The service itself encodes in `kit/id.ts`.
create function short_id(prefix text, id uuid) returns text
  language plpgsql immutable strict parallel safe as $$
declare
  alphabet constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  hex constant text := replace(id::text, '-', '');
  rest numeric := 0;
  digits text := '';
begin
  for part in 0..3 loop
    rest := rest * 4294967296 + ('x' || substr(hex, part * 8 + 1, 8))::bit(32)::bigint;
  end loop;
  for place in 1..22 loop
    digits := substr(alphabet, mod(rest, 62)::integer + 1, 1) || digits;
    rest := div(rest, 62);
  end loop;
  return prefix || '_' || digits;
end
$$;
