-- A refund can fail after it succeeded: the buyer's bank sends the amount back to the provider.
insert into state_move (machine, from_state, to_state) values
  ('refund', 'succeeded', 'failed'),
  ('refund_ticket', 'succeeded', 'failed'),
  ('payment_refund', 'refunded', 'failed');
-- The ledger's transaction that takes a succeeded refund back; null: none does.
alter table refund add column return_id uuid;
alter table ledger_entry drop constraint transaction_is_its_movement;
alter table ledger_entry add constraint transaction_is_its_movement
  check (dispute_id is not null or refund_id is not null or transaction_id = payment_id) not valid;
