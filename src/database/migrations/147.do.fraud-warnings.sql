-- Early fraud warnings: a buyer's bank reports a payment as suspected fraud, before anyone disputes it.

create table fraud_warning (
  -- UUIDv7: sorts by time.
  id uuid not null,
  store_id uuid not null references store,
  environment text not null check (environment in ('test', 'prod')),
  payment_id uuid not null,
  -- The provider's own ID of it.
  provider_reference text not null,
  -- The provider's code, such as 'made_with_stolen_card'.
  reason text not null,
  created_at timestamptz not null,
  primary key (store_id, id),
  -- However often and in whatever order callbacks report it, it is recorded once.
  constraint one_fraud_warning_per_reference unique (store_id, payment_id, provider_reference)
);
-- A cluster keeps it beside the other tables of stores, and only then may it refer to them.
do $$
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    perform create_distributed_table('fraud_warning', 'store_id', colocate_with => 'orders')
    from pg_dist_partition where logicalrelid = 'orders'::regclass;
  end if;
end
$$;
alter table fraud_warning add constraint fraud_warning_payment_id_fkey
  foreign key (store_id, payment_id) references payment (store_id, id);

alter table sandbox_callback
  drop constraint sandbox_callback_subject_check,
  add constraint sandbox_callback_subject_check check (subject in
    ('payment', 'refund', 'dispute', 'external_refund', 'fraud_warning')) not valid;
