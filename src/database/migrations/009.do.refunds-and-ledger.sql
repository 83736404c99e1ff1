-- Refund tickets with their versions, refunds, and the ledger.

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
  metadata_written json,
  merchant_external_id text check (length(merchant_external_id) <= 128),
  executed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint ticket_has_one_submitter
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
  constraint transaction_is_its_movement check (transaction_id = coalesce(refund_id, payment_id))
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
