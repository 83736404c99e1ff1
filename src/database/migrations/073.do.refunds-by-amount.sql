-- The list of refunds by amount, as those of orders and payments have it.
create index if not exists refund_by_amount
  on refund (store_id, environment, currency, amount_minor, id);
