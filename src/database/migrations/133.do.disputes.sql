-- Chargebacks: a buyer disputes a charge with the bank, and the provider withholds the amount until the bank
-- decides.

create table dispute (
  -- UUIDv7: sorts by time.
  id uuid not null,
  store_id uuid not null references store,
  environment text not null check (environment in ('test', 'prod')),
  payment_id uuid not null,
  -- The provider's own ID of it.
  provider_reference text not null,
  status text not null check (status in ('open', 'won', 'lost')),
  -- The provider's code, such as 'fraudulent'.
  reason text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- The subscription that doesn't renew while it is open; null: there is none.
  subscription_order_id uuid,
  -- Deadline for the merchant's response; null: none, or unknown.
  respond_by timestamptz,
  created_at timestamptz not null,
  closed_at timestamptz,
  -- The ledger's transaction that gives the amount back.
  return_id uuid not null,
  primary key (id, store_id),
  constraint one_dispute_per_reference unique (payment_id, provider_reference, store_id),
  constraint closed_with_outcome check ((closed_at is null) = (status = 'open'))
);
-- A cluster keeps it beside the other tables of stores, and only then may it refer to them.
do $$
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    perform create_distributed_table('dispute', 'store_id', colocate_with => 'orders')
    from pg_dist_partition where logicalrelid = 'orders'::regclass;
  end if;
end
$$;
alter table dispute add constraint dispute_payment_id_fkey foreign key (store_id, payment_id)
  references payment (store_id, id);
create index dispute_open on dispute (store_id, subscription_order_id) where status = 'open';

insert into state_move (machine, from_state, to_state) values
  ('dispute', 'open', 'won'),
  ('dispute', 'open', 'lost');
create trigger dispute_moves before update of status on dispute
  for each row execute function refuse_illegal_move('dispute');

-- The amount of a dispute leaves the provider's balance, and returns if it is won.
alter table ledger_entry add column dispute_id uuid;
alter table ledger_entry drop constraint ledger_entry_account_check;
alter table ledger_entry add constraint ledger_entry_account_check
  check (account in ('provider_balance', 'sales', 'refunds', 'disputes')) not valid;
alter table ledger_entry drop constraint transaction_is_its_movement;
alter table ledger_entry add constraint transaction_is_its_movement
  check (dispute_id is not null or transaction_id = coalesce(refund_id, payment_id)) not valid;

alter table sandbox_callback
  drop constraint sandbox_callback_subject_check,
  add constraint sandbox_callback_subject_check
    check (subject in ('payment', 'refund', 'dispute')) not valid;
