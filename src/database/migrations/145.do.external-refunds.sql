-- A refund made at the provider itself: the provider's own ID of it. Null: we sent the refund, under our ID.
alter table refund add column if not exists external_reference text;
-- However often and in whatever order callbacks report it, it is recorded once.
create unique index if not exists one_refund_per_external_reference
  on refund (store_id, payment_id, external_reference) where external_reference is not null;

alter table sandbox_callback
  drop constraint sandbox_callback_subject_check,
  add constraint sandbox_callback_subject_check
    check (subject in ('payment', 'refund', 'dispute', 'external_refund')) not valid;
